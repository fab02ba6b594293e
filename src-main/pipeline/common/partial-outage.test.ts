import { describe, expect, test } from 'vitest';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { unsent, type ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { identityFromKey } from '../../platform/disk/file-identity.ts';
import {
  playCharges,
  playChecker,
  playRemote,
  throttled,
  unavailable,
} from './test-support/fake-ports.ts';
import { never, pipeline } from './test-support/pipeline.ts';
import { throughPartialOutages } from './partial-outage.ts';

const CODE_500 = { ...unavailable('server-error'), status: 500 };
const SILENCE = unavailable('timed-out');
const PLACE = { projectId: 'project-1', visibility: 'public' } as const;
const OTHER = { ...PLACE, visibility: 'private' } as const;
const ALL = { isEnough: () => false, waitsFor: () => null };

function tell(fault: ServiceFault | null): string {
  if (fault === null) return 'ok';
  return fault.kind === 'unavailable' && fault.isPartial === true ? 'partial' : fault.kind;
}

/** Asks through partial outages; each answer is `partial`, the kind of another fault, or `ok`. */
function service() {
  const p = pipeline();
  const { remote, play } = playRemote(p.clock);
  const { charges, play: history } = playCharges();
  const check = { fault: null as ServiceFault | null };
  const { checker, asked } = playChecker(p.clock, () =>
    check.fault === null
      ? { kind: 'answered', exists: false, fileName: '', project: '' }
      : { kind: 'fault', fault: check.fault },
  );
  const ports = throughPartialOutages({ ...p, remote, charges, checker });
  return {
    clock: p.clock,
    play,
    history,
    check,
    checks: asked,
    list: async (place: typeof PLACE | typeof OTHER = PLACE) => {
      const read = await p.clock.play(ports.remote.list(place, ALL, never));
      return tell(read.ok ? null : read.fault);
    },
    readHistory: async () => tell(await p.clock.play(ports.charges.refresh(0, never))),
    ask: async (sizeBytes: number) => {
      const source = {
        path: '/a',
        name: 'a',
        identity: identityFromKey(`1:2:${sizeBytes}:4:5`),
        blake3: 'x',
      };
      const hooks = { onProgress() {} };
      const outcome = await p.clock.play(ports.checker.check(source, hooks, never));
      return tell(outcome.kind === 'fault' ? outcome.fault : null);
    },
  };
}

/** One after the other. */
async function times(count: number, ask: () => Promise<string>): Promise<readonly string[]> {
  const told: string[] = [];
  for (let time = 0; time < count; time += 1) told.push(await ask());
  return told;
}

describe('a kind of request that fails each time', () => {
  test('is a partial outage after three failures if another is answered, which is asked every five minutes', async () => {
    const s = service();
    s.play.fault = CODE_500;
    expect(await times(5, s.list)).toEqual([
      'unavailable',
      'unavailable',
      'partial',
      'partial',
      'partial',
    ]);
    expect(s.play.balanceAsked).toBe(1);
    await s.clock.advance(300 * SECOND_MS);
    expect([await s.list(), s.play.balanceAsked]).toEqual(['partial', 2]);
  });

  test('is one for each list, and for the history', async () => {
    const s = service();
    s.play.fault = CODE_500;
    s.history.fault = CODE_500;
    await times(3, s.list);
    expect(await s.list(OTHER)).toBe('unavailable');
    expect(await times(3, s.readHistory)).toEqual(['unavailable', 'unavailable', 'partial']);
  });

  test('is none where nothing else is answered, which is asked ever more rarely', async () => {
    const s = service();
    s.play.fault = CODE_500;
    s.play.balance = CODE_500;
    expect(await times(23, s.list)).not.toContain('partial');
    expect(s.play.balanceAsked).toBe(3);
    s.play.balance = 1;
    expect(await s.list()).toBe('partial');
  });

  test('is none where a pause is asked for', async () => {
    const s = service();
    s.play.fault = throttled(1_000);
    expect(await times(4, s.list)).not.toContain('partial');
    s.play.fault = { ...CODE_500, retryAfterMs: 1_000 };
    expect(await times(4, s.list)).not.toContain('partial');
  });

  test.each([
    ['an answer', null],
    ['a refusal', { kind: 'forbidden', serviceSays: null }],
  ] as const)('is over with %s', async (_, fault) => {
    const s = service();
    s.play.fault = CODE_500;
    await times(3, s.list);
    s.play.fault = fault;
    await s.list();
    s.play.fault = CODE_500;
    expect(await times(3, s.list)).toEqual(['unavailable', 'unavailable', 'partial']);
  });
});

describe('a kind of request that is never answered', () => {
  test('is a partial outage at once, and is not asked for again within ten minutes', async () => {
    const s = service();
    s.check.fault = SILENCE;
    expect([await s.ask(1), await s.ask(1), s.checks.length]).toEqual(['partial', 'partial', 1]);
    await s.clock.advance(600 * SECOND_MS);
    s.check.fault = null;
    expect([await s.ask(1), s.checks.length]).toEqual(['ok', 2]);
  });

  test('is none where only the question about the session, for which it waited, was not answered', async () => {
    const s = service();
    s.check.fault = unsent(SILENCE);
    expect([await s.ask(1), await s.ask(1), s.checks.length]).toEqual([
      'unavailable',
      'unavailable',
      2,
    ]);
    expect(s.play.balanceAsked).toBe(0);
  });

  test('says nothing about other contents where its own was large: that may take longer than is waited', async () => {
    const s = service();
    s.check.fault = SILENCE;
    expect(await s.ask(10_000_000)).toBe('partial');
    s.check.fault = null;
    expect(await s.ask(1)).toBe('ok');
  });
});
