/**
 * The contract of every windowed host with its page, whatever the transport: the same calls, faults, events and bytes.
 * Each host supplies itself and the page's bridge; the core behind it is real.
 */
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import type { BridgeFault } from '../../../../src-shared/bridge/call.ts';
import { CALL_NAMES, CALLS, type CallName } from '../../../../src-shared/bridge/calls.ts';
import type { BridgeEvent } from '../../../../src-shared/bridge/events.ts';
import { EXAMPLE_INPUTS } from '../../../../src-shared/bridge/test-support/example-inputs.ts';
import { fail, ok } from '../../../../src-shared/model/result.ts';
import type { Bridge, PageEvent } from '../../../../src-renderer/bridge/bridge.ts';
import type { ServeCall } from '../../../use-cases/serve-calls.ts';
import type { Core } from '../../../app/create-core.ts';
import type { Engine } from '../../../app/engine.ts';
import { coreAt } from '../../web/test-support/core-at.ts';
import { temporaryFolder } from '../../../test-support/temporary-state.ts';

/** What a host is put in front of. */
export interface Behind {
  readonly engine: Engine;
  readonly serve: ServeCall;
  readonly dataFolder: string;
  readonly pageFolder: string;
  readonly savedCertificate: (form: string, asked: string) => string | null;
  readonly keepError: (where: string, error: unknown) => string;
  /** Messages for which this returns true are lost on the way to the page. */
  readonly lose: (message: unknown) => boolean;
}

/** The host in front of it, and the page's bridge to it. */
export type OpenHost = (behind: Behind) => Promise<{
  readonly bridge: Bridge;
  readonly close: () => Promise<void>;
}>;

interface FaceOptions {
  readonly serve?: (real: ServeCall) => ServeCall;
  readonly lose?: (message: unknown) => boolean;
}

const ever = new AbortController().signal;
const FAULTS: readonly BridgeFault[] = [
  { kind: 'no-account' },
  { kind: 'engine-running', dataFolder: '/data' },
  { kind: 'too-large', serviceSays: 'Trop grand – 3,1 Go' },
  { kind: 'internal', logId: 'a1b2c3' },
  { kind: 'bad-input', at: ['which', 'fileIds', '0'] },
  { kind: 'unknown-call', name: 'files.eat' },
];
/** What JSON carries too. */
export const HOSTILE: readonly unknown[] = [
  null,
  [],
  'text',
  -1,
  { path: ['..', '..', 'etc'] },
  [['..', 'etc']],
  JSON.parse('{"__proto__":{"admin":true}}'),
  JSON.parse('{"constructor":{"prototype":{"admin":true}}}'),
  { name: 'x'.repeat(100_000) },
];

/** `hostile`: values that the host's transport carries, and that no call accepts. */
export function keepsTheContract(openHost: OpenHost, hostile: readonly unknown[]): void {
  async function face({ serve, lose = () => false }: FaceOptions = {}) {
    const root = temporaryFolder();
    const pageFolder = path.join(root, 'page');
    fs.mkdirSync(pageFolder);
    fs.writeFileSync(path.join(pageFolder, 'index.html'), '<!doctype html>');
    fs.writeFileSync(path.join(root, '7.pdf'), '%PDF-1.7 …%%EOF');
    const { core, engine, settings, errors, keepError, serve: real } = await coreAt(root);
    const savedCertificate = (form: string, asked: string) =>
      asked === '7' && form === 'pdf' ? path.join(root, '7.pdf') : null;
    const host = await openHost({
      engine: { ...engine, core: withCertificates(core, savedCertificate) },
      serve: serve?.(real) ?? real,
      dataFolder: settings.dataFolder,
      pageFolder,
      savedCertificate,
      keepError,
      lose,
    });
    const reported: PageEvent[] = [];
    host.bridge.subscribe((event) => reported.push(event));
    onTestFinished(async () => {
      host.bridge.close();
      await host.close();
    });
    host.bridge.open();
    await expect.poll(() => reported.some(({ kind }) => kind === 'snapshot')).toBe(true);
    return { bridge: host.bridge, engine, reported, errors, settings, real };
  }

  test('every call arrives as it was asked, and its answer as it was given', async () => {
    const { bridge } = await face({ serve: () => async (call, input) => ok({ call, input }) });
    for (const call of CALL_NAMES) {
      const answer = await bridge.call(call, EXAMPLE_INPUTS[call], ever);
      expect(answer).toEqual(ok({ call, input: EXAMPLE_INPUTS[call] }));
    }
  });

  test('every fault comes back with what its sentence needs', async () => {
    const faults = [...FAULTS];
    const { bridge } = await face({
      serve: () => async () => fail(faults.shift() ?? { kind: 'cancelled' }),
    });
    for (const fault of FAULTS) {
      expect(await bridge.call('status.read', {}, ever)).toEqual(fail(fault));
    }
  });

  test('the real core answers as it does without a host', async () => {
    const { bridge, real } = await face();
    const asked: readonly CallName[] = ['status.read', 'session.state', 'settings.read'];
    for (const call of asked) {
      expect(await bridge.call(call, {}, ever)).toEqual(await real(call, {}, ever));
    }
    expect(await bridge.call('credits.limits', {}, ever)).toEqual(fail({ kind: 'no-account' }));
  });

  test('what is no input of a call, as a whole or in one of its places, is told as such and touches nothing', async () => {
    const { bridge, errors, settings } = await face();
    const kept = () => fs.readdirSync(settings.dataFolder, { recursive: true });
    const before = kept();
    let refused = 0;
    for (const call of CALL_NAMES) {
      const example = EXAMPLE_INPUTS[call] as Record<string, unknown>;
      const spoilt = Object.keys(example).flatMap((place) =>
        hostile.map((value) => ({ ...example, [place]: value })),
      );
      const wrong = [...hostile, ...spoilt].filter((value) => !isTaken(call, value));
      const answers = await Promise.all(
        wrong.map((value) => bridge.call(call, value as never, ever)),
      );
      const said = answers.map((answer) => (answer.ok ? 'let in' : answer.fault.kind));
      expect(said.filter((each) => each !== 'bad-input')).toEqual([]);
      refused += said.length;
    }
    expect(refused).toBeGreaterThan(CALL_NAMES.length * 20);
    expect(errors).toEqual([]);
    expect(kept()).toEqual(before);
    expect({}).not.toHaveProperty('admin');
  });

  test('a bug is a number in the log: no stack, no message, no path', async () => {
    const { bridge, errors } = await face({
      serve: () => () => {
        throw new Error('secret at /home/ada');
      },
    });
    const answer = await bridge.call('status.read', {}, ever);
    expect(answer.ok).toBe(false);
    expect(JSON.stringify(answer)).not.toMatch(/secret|ada|\.ts/);
    expect(errors).toHaveLength(1);
  });

  test('a call that nobody waits for is given up, on both sides', async () => {
    const begun = Promise.withResolvers<AbortSignal>();
    const { bridge } = await face({
      serve: () => (_call, _input, signal) => {
        begun.resolve(signal);
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(fail({ kind: 'cancelled' })));
        });
      },
    });
    const giveUp = new AbortController();
    const asking = bridge.call('status.read', {}, giveUp.signal);
    const signal = await begun.promise;
    giveUp.abort(new Error('gone elsewhere'));
    await expect(asking).rejects.toThrow('gone elsewhere');
    await expect.poll(() => signal.aborted).toBe(true);
  });

  test('first everything, then every event after it, in order, none missing', async () => {
    const { engine, reported } = await face();
    for (let at = 0; at < 200; at += 1)
      engine.feed.tell({ kind: 'heard', atMs: at, clockAheadMs: null });
    await expect.poll(() => reported.filter(({ kind }) => kind === 'heard').length).toBe(200);
    expect(reported[0]).toEqual({ kind: 'link-changed', link: 'open' });
    expect(reported[1]).toMatchObject({ kind: 'snapshot', snapshot: { epoch: engine.epoch } });
    const heard = reported.filter((event): event is Heard => event.kind === 'heard');
    expect(heard.map(({ atMs }) => atMs)).toEqual(heard.map((_event, at) => at));
  });

  test('an event that was lost brings everything anew, and nothing over the hole', async () => {
    const { engine, reported } = await face({ lose: (message) => atOf(message) === 1 });
    for (let at = 0; at < 4; at += 1)
      engine.feed.tell({ kind: 'heard', atMs: at, clockAheadMs: null });
    await expect.poll(() => reported.filter(({ kind }) => kind === 'snapshot').length).toBe(2);
    engine.feed.tell({ kind: 'heard', atMs: 9, clockAheadMs: null });
    await expect.poll(() => reported.some((event) => atOf({ event }) === 9)).toBe(true);
    const kinds = reported.map((event) => (event.kind === 'heard' ? event.atMs : event.kind));
    const again = kinds.lastIndexOf('snapshot');
    expect(kinds.slice(2, again)).toEqual([0]);
    expect(kinds.slice(again + 1).at(-1)).toBe(9);
  });

  test('the bytes of a saved certificate, and that one is not saved', async () => {
    const { bridge } = await face();
    const bytes = await bridge.bytes('pdf', '7', ever);
    expect(bytes.ok ? Buffer.from(bytes.value).toString() : bytes.fault).toBe('%PDF-1.7 …%%EOF');
    for (const asked of ['8', '../../labseal/account.json', '7/..', 'a b?c#d']) {
      expect(await bridge.bytes('json', asked, ever)).toEqual(
        fail({ kind: 'unknown-file', asked }),
      );
    }
  });

  test('a file that lies nowhere is kept in the inbox, whole', async () => {
    const { bridge, settings } = await face();
    const kept = await bridge.keep(new File(['peaks'], '../peaks.csv'), ever);
    if (!kept.ok) throw new Error(kept.fault.kind);
    expect(kept.value.sizeBytes).toBe(5);
    expect(fs.readFileSync(kept.value.path, 'utf8')).toBe('peaks');
    expect(path.relative(path.join(settings.dataFolder, 'inbox'), kept.value.path)).toMatch(
      /^[0-9a-f]{16}[\\/]_peaks\.csv$/,
    );
  });
}

type Heard = Extract<BridgeEvent, { kind: 'heard' }>;

function isTaken(call: CallName, value: unknown): boolean {
  try {
    return z.safeParse(CALLS[call].input, value).success;
  } catch {
    return false; // what cannot even be looked at, such as bytes
  }
}

/** The time in an event, before or after transport. */
function atOf(message: unknown): number | null {
  const { event } = Object(message) as { event?: BridgeEvent };
  return event?.kind === 'heard' ? event.atMs : null;
}

function withCertificates(core: Core, saved: Behind['savedCertificate']): Core {
  return { ...core, account: () => ok({ certificates: { saved } } as never) };
}
