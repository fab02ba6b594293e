import { expect, test } from 'vitest';
import { makeServeCall, type ServeParts } from './serve-calls.ts';

const NAMES = [
  '',
  'files',
  'files.',
  'files.range ',
  'FILES.RANGE',
  'toString',
  'constructor.name',
];
const INHERITED = ['__proto__', '__proto__.toString', 'files.toString', 'files.__proto__'];

test.for([...NAMES, ...INHERITED])('"%s" is not in the table, and no call', async (name) => {
  const serve = makeServeCall({ keepError: expect.unreachable } as unknown as ServeParts);
  const answer = await serve(name, {}, new AbortController().signal);
  expect(answer).toEqual({ ok: false, fault: { kind: 'unknown-call', name } });
});
