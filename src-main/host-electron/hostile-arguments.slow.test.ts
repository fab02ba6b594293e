import fs from 'node:fs';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { CALL_NAMES, CALLS } from '../../src-shared/bridge/calls.ts';
import { DESKTOP_CHANNELS } from '../../src-shared/bridge/desktop.ts';
import { makeServeCall } from '../core/bridge/serve-calls.ts';
import { openCore } from '../core/create-core.ts';
import { openPageDoor } from '../core/desktop/page-door.ts';
import { startEngine } from '../core/engine.ts';
import { realClock, realIds } from '../core/real-ports.ts';
import { temporaryFolder } from '../test-support/temporary-state.ts';
import { playedFrame, playIpc } from './test-support/played-ipc.ts';

const VALUES_PER_CALL = 1_000;

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;

/** What the structured clone lets through and JSON would not. */
const HOSTILE: readonly unknown[] = [
  'x'.repeat(10_000_000),
  cyclic,
  10n,
  Number.NaN,
  -0,
  Infinity,
  new Map([['path', '/etc']]),
  new Set(['/etc']),
  new Date(0),
  /x/,
  new Uint8Array(9),
  new Error('x'),
  [['..', 'etc']],
  { path: ['/', 'etc'] },
  JSON.parse('{"__proto__":{"admin":true}}'),
  JSON.parse('{"constructor":{"prototype":{"admin":true}}}'),
  undefined,
  null,
];

test('a thousand hostile values for every call: each is told to be none, nothing is touched and nothing goes wrong', async () => {
  const dataFolder = temporaryFolder();
  const settings = {
    dataFolder,
    server: null,
    tokenStore: 'memory',
    network: { httpsProxy: null, noProxy: null, authoritiesFile: null },
  } as const;
  const core = await openCore(settings);
  if (!core.ok) throw new Error(core.fault.kind);
  const engine = startEngine({ core: core.value, clock: realClock, ids: realIds, dataFolder });
  onTestFinished(async () => {
    await engine.close();
    await core.value.close();
  });
  const errors: unknown[] = [];
  const keepError = (_where: string, error: unknown) => String(errors.push(error));
  const serve = makeServeCall({ engine, settings, places: async () => [], keepError });
  const ipc = playIpc();
  const page = ipc.page(1);
  openPageDoor({ channels: ipc.main, page: () => page, serve, engine, keepError });
  const own = ipc.renderer({ sender: { id: 1 }, senderFrame: playedFrame() });
  const before = fs.readdirSync(dataFolder, { recursive: true });

  const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, maxDepth: 2 });
  const values = [
    ...HOSTILE,
    ...fc.sample(anything, { numRuns: VALUES_PER_CALL - HOSTILE.length }),
  ];
  let number = 0;
  const letIn: unknown[] = [];
  for (const name of CALL_NAMES) {
    for (const value of values) {
      if (z.safeParse(CALLS[name].input, value).success) continue;
      number += 1;
      const answer = await own.invoke(DESKTOP_CHANNELS.call, number, name, value);
      if (Object(answer).fault?.kind !== 'bad-input') letIn.push([name, answer]);
    }
  }
  expect(letIn).toEqual([]);
  expect(number).toBeGreaterThan(CALL_NAMES.length * VALUES_PER_CALL * 0.9);
  expect(errors).toEqual([]);
  expect(fs.readdirSync(dataFolder, { recursive: true })).toEqual(before);
  expect({}).not.toHaveProperty('admin');
}, 120_000);
