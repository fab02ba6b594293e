import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { CALL_NAMES, CALLS, type CallName } from '../../src-shared/bridge/calls.ts';
import { EXAMPLE_INPUTS } from '../../src-shared/bridge/test-support/example-inputs.ts';
import { engineAtService } from '../test-support/engine-at-service.ts';
import { makeServeCall } from './serve-calls.ts';

const never = new AbortController().signal;

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;

function fallOver(): never {
  throw new Error('a secret of ours');
}

const HOSTILE: readonly unknown[] = [
  Number.NaN,
  Infinity,
  -1,
  1.5,
  2 ** 60,
  10n,
  Symbol('s'),
  'x'.repeat(10_000_000),
  cyclic,
  new Proxy({}, { get: fallOver, ownKeys: fallOver }),
  null,
  undefined,
  [],
  () => 1,
  new Date(0),
  new Map(),
  Buffer.from('x'),
  { toString: () => '1' },
  Object.create(null),
  ['..', '..', 'etc'],
  '\0',
  '',
  JSON.parse('{"__proto__":{"admin":true}}'),
  JSON.parse('{"constructor":{"prototype":{"admin":true}}}'),
];

/** An example with something hostile in each of its places, beside them, or instead of all. */
function* spoiled(name: CallName): Iterable<unknown> {
  const example = EXAMPLE_INPUTS[name] as Record<string, unknown>;
  const keys = [...Object.keys(example), 'more', '__proto__', 'constructor'];
  for (const value of HOSTILE) {
    yield value;
    for (const key of keys) {
      const spoilt = { value, enumerable: true, configurable: true };
      yield Object.defineProperty(structuredClone(example), key, spoilt);
    }
  }
}

function isTaken(name: CallName, value: unknown): boolean {
  try {
    return z.safeParse(CALLS[name].input, value).success;
  } catch {
    return false;
  }
}

/** Everything that is kept, but for what a reading of the balance notes. */
function dump(dataFolder: string): string {
  const accounts = path.join(dataFolder, 'accounts');
  const [account = ''] = fs.readdirSync(accounts);
  const db = new Database(path.join(accounts, account, 'labseal.db'), { readonly: true });
  try {
    const named = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1";
    const tables = db.prepare<[], { name: string }>(named).all();
    const kept = tables.filter(({ name }) => name !== 'balance_reading');
    return JSON.stringify(
      kept.map(({ name }) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]),
    );
  } finally {
    db.close();
  }
}

/** Somebody is signed in; `expectUnchanged`: nothing is kept since, and nothing broke. */
async function signedIn() {
  const lab = await engineAtService();
  await lab.signIn();
  const before = dump(lab.settings.dataFolder);
  const expectUnchanged = () => {
    expect(dump(lab.settings.dataFolder)).toBe(before);
    expect(lab.errors).toEqual([]);
  };
  return { lab, expectUnchanged };
}

test('hostile values for each call get a typed fault, and nothing is changed', async () => {
  const { lab, expectUnchanged } = await signedIn();
  let refused = 0;
  const letThrough: unknown[] = [];
  for (const name of CALL_NAMES) {
    for (const value of spoiled(name)) {
      if (isTaken(name, value)) continue; // what the schema lets through is no longer hostile: see below
      const answer = await lab.serve(name, value, never);
      if (answer.ok || answer.fault.kind !== 'bad-input') letThrough.push([name, value]);
      refused += 1;
    }
  }
  expect(letThrough).toEqual([]);
  expect(refused).toBeGreaterThan(CALL_NAMES.length * HOSTILE.length * 3);
  expect({}).not.toHaveProperty('admin');
  expectUnchanged();
});

test('texts that look like anything else are names of nothing', async () => {
  const { lab, expectUnchanged } = await signedIn();
  const names = [
    "'; DROP TABLE file; --",
    '../../etc/passwd',
    '%00',
    '1e3',
    '-1',
    '__proto__',
    '٣',
    '𝟙',
    '9'.repeat(15),
  ];
  for (const asked of names) {
    for (const [name, input] of [
      ['files.show', { asked }],
      ['transfers.sendNext', { asked }],
      ['files.resolve', { which: { asked }, credits: 1 }],
      ['transfers.cancel', { asked }],
      ['transfers.restart', { asked }],
      ['certificates.get', { asked }],
    ] as const) {
      const fault = await lab.faultOf(name, input);
      expect({ name, fault }).toEqual({ name, fault: { kind: 'unknown-file', asked } });
    }
    expect(await lab.faultOf(asked, {})).toEqual({ kind: 'unknown-call', name: asked });
  }
  // outside the demo its calls are names of nothing
  for (const name of ['demo.open', 'demo.reset', 'demo.setOffline', 'demo.endSession'] as const) {
    const fault = await lab.faultOf(name, EXAMPLE_INPUTS[name]);
    expect(fault).toEqual({ kind: 'unknown-call', name });
  }
  const folder = await lab.faultOf('folders.remove', { folder: '7' });
  expect(folder).toMatchObject({ kind: 'unknown-folder' });
  expectUnchanged();
});

test('an aborted call is cancelled, and a bug is a code with an id', async () => {
  const { lab } = await signedIn();
  const gone = AbortSignal.abort(new Error('gone'));
  expect(await lab.faultOf('credits.balance', {}, gone)).toEqual({ kind: 'cancelled' });
  const kept: unknown[] = [];
  const serve = makeServeCall({
    engine: { ...lab.engine, core: { ...lab.engine.core, account: fallOver } },
    settings: lab.settings,
    places: async () => [],
    keepError: (call, error) => `log-${kept.push([call, error])}`,
  });
  expect(await serve('files.offer', { which: null }, never)).toEqual({
    ok: false,
    fault: { kind: 'internal', logId: 'log-1' },
  });
  expect(kept).toEqual([['files.offer', new Error('a secret of ours')]]);
});
