/** Every kind of paid change against everything that can go wrong with it: at most one charge without a person. */
import { describe, expect, test } from 'vitest';
import type { FaultRule } from '../../src-mock/control/fault-rules.ts';
import type { State } from '../state/state.ts';
import { ABSENCE_WAIT_MS } from '../../src-shared/model/change.ts';
import {
  never,
  startPaidService,
  type OpenOutbox,
  type PaidKind,
  type PaidService,
} from './test-support/paid-service.ts';

type Action = FaultRule['do'];
type Ending = 'delivered' | 'unknown' | 'refused' | 'waiting';

const KINDS: readonly PaidKind[] = ['create-project', 'invite-member', 'delete-file'];
const PAID = {
  'create-project': 'createProject',
  'invite-member': 'inviteMember',
  'delete-file': 'deletePublicFile',
} as const;
/** For a service that is to stay silent, and for one that answers: a busy computer answers later than one would think. */
const SILENCE_MS = 2_000;
const PATIENT_MS = 20_000;

const [before, after] = [{ at: 'before-handling' }, { at: 'after-commit' }] as const;

/** What goes wrong once, whether the service carried the request out, and where the change must stand right after. */
const FAULTS: readonly [name: string, action: Action, charges: 0 | 1, ending: Ending][] = [
  ['reset before handling', { kind: 'drop', how: 'rst', ...before }, 0, 'unknown'],
  ['closed before handling', { kind: 'drop', how: 'fin', ...before }, 0, 'unknown'],
  ['reset after the commit', { kind: 'drop', how: 'rst', ...after }, 1, 'delivered'],
  ['closed after the commit', { kind: 'drop', how: 'fin', ...after }, 1, 'delivered'],
  ['no answer, not handled', { kind: 'hang', ...before }, 0, 'unknown'],
  ['no answer after the commit', { kind: 'hang', ...after }, 1, 'delivered'],
  ['a page with 200, not handled', { kind: 'html', status: 200, ...before }, 0, 'unknown'],
  ['a page with 200 after the commit', { kind: 'html', status: 200, ...after }, 1, 'delivered'],
  ['a page with 403, not handled', { kind: 'html', status: 403, ...before }, 0, 'unknown'],
  ['a page with 404 after the commit', { kind: 'html', status: 404, ...after }, 1, 'delivered'],
  ['a page with 502 after the commit', { kind: 'html', status: 502, ...after }, 1, 'delivered'],
  ['{}', { kind: 'wrong-shape', shape: 'empty-object' }, 1, 'delivered'],
  ['an array', { kind: 'wrong-shape', shape: 'array' }, 1, 'delivered'],
  ['half a JSON', { kind: 'wrong-shape', shape: 'not-json' }, 1, 'delivered'],
  ['garbage, not handled', { kind: 'garbage', ...before }, 0, 'unknown'],
  ['garbage after the commit', { kind: 'garbage', ...after }, 1, 'delivered'],
  ['an answer cut off', { kind: 'cut-answer', afterBytes: 5 }, 1, 'delivered'],
  ['a redirect, not handled', { kind: 'redirect', to: '/elsewhere', ...before }, 0, 'unknown'],
  ['500 before the commit', { kind: 'status', status: 500, ...before }, 0, 'unknown'],
  ['500 after the commit', { kind: 'status', status: 500, ...after }, 1, 'delivered'],
  ['503 after the commit', { kind: 'status', status: 503, ...after }, 1, 'delivered'],
  ['408 after the commit', { kind: 'status', status: 408, ...after }, 1, 'delivered'],
  ['400', { kind: 'status', status: 400, ...before }, 0, 'refused'],
  ['402', { kind: 'status', status: 402, ...before }, 0, 'refused'],
  ['403', { kind: 'status', status: 403, ...before }, 0, 'refused'],
  ['404', { kind: 'status', status: 404, envelope: 'coded', ...before }, 0, 'refused'],
  ['429', { kind: 'status', status: 429, retryAfter: { seconds: 1 }, ...before }, 0, 'waiting'],
  ['401', { kind: 'status', status: 401, ...before }, 0, 'waiting'],
];

const CASES = KINDS.flatMap((kind) => FAULTS.map((fault) => [kind, ...fault] as const));

describe('one fault', () => {
  test.each(CASES)('%s: %s', async (kind, _name, action, charges, ending) => {
    const service = await startPaidService(action.kind === 'hang' ? SILENCE_MS : PATIENT_MS);
    const { outbox } = service.open();
    const { id } = outbox.add(await service.intent(kind));
    service.fault({ endpoint: PAID[kind], times: 1, do: action });
    const { state } = await outbox.deliver(id, never);
    expect(state.state).toBe(ending);
    expect(service.charges()).toHaveLength(charges);
    // However often it is asked again, nothing more is paid unless it is known that nothing was.
    await outbox.deliver(id, never);
    await outbox.check(id, never);
    expect(service.charges().length).toBeLessThanOrEqual(1);
    expect(outbox.get(id)?.state.state === 'delivered').toBe(service.charges().length === 1);
  });
});

/** Lets the k-th write of the outbox be the last thing this process does: before it, or right after it is durable. */
class Crash extends Error {}

function dyingAt(write: number, when: 'before' | 'after') {
  let writes = 0;
  const counted = <Value>(work: () => Value): Value => {
    writes += 1;
    if (writes === write && when === 'before') throw new Crash();
    const value = work();
    if (writes === write) throw new Crash();
    return value;
  };
  return {
    writes: () => writes,
    wrap: (state: Pick<State, 'assignments' | 'changes' | 'changeBlobs' | 'transaction'>) => ({
      assignments: state.assignments,
      changeBlobs: state.changeBlobs,
      changes: {
        ...state.changes,
        add: (change: Parameters<State['changes']['add']>[0]) =>
          counted(() => state.changes.add(change)),
      },
      transaction: <Value>(work: () => Value) => counted(() => state.transaction(work)),
    }),
  };
}

describe('a crash at any write', () => {
  const faults = FAULTS.filter(([name]) =>
    ['reset before handling', 'reset after the commit', '400'].includes(name),
  );
  const cases = KINDS.flatMap((kind) =>
    [['no fault', null] as const, ...faults].flatMap(([name, action]) =>
      (['before', 'after'] as const).map((when) => [kind, name, when, action] as const),
    ),
  );

  test.each(cases)('%s, %s, dying %s it: at most one charge', async (kind, _n, when, action) => {
    let reached = 0;
    for (let write = 1; ; write += 1) {
      const service = await startPaidService(PATIENT_MS);
      if (action !== null) service.fault({ endpoint: PAID[kind], times: 1, do: action });
      const death = dyingAt(write, when);
      const open = service.open(death.wrap);
      const intent = await service.intent(kind);
      let isDead = false;
      try {
        await open.outbox.deliver(open.outbox.add(intent).id, never);
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
        isDead = true;
      }
      if (!isDead) break;
      reached = write;
      await expectOneCharge(service, open.crash());
    }
    expect(reached).toBeGreaterThanOrEqual(3);
  });
});

/** What the next start may do by itself comes to at most one charge, and to the truth about it. */
async function expectOneCharge(service: PaidService, { outbox }: OpenOutbox): Promise<void> {
  for (const change of outbox.list()) await outbox.deliver(change.id, never);
  service.clock.pass(ABSENCE_WAIT_MS);
  for (const change of outbox.list()) await outbox.check(change.id, never);
  const charges = service.charges().length;
  expect(charges).toBeLessThanOrEqual(1);
  for (const { state } of outbox.list()) {
    expect(state.state === 'delivered').toBe(charges === 1);
    expect(state).not.toMatchObject({ state: 'unknown', finding: 'too-early' });
  }
  const open = outbox.list().filter(({ state }) => state.state === 'unknown');
  for (const { id } of open) {
    outbox.sendAgain(id);
    await outbox.deliver(id, never);
  }
  expect(service.charges().length).toBeLessThanOrEqual(1);
}
