import { expect, test } from 'vitest';
import { readBoolean, readCount, readCounts } from '../resumption.ts';

const LENGTH = 500_000; // thirty times what node:http takes for all headers together

test.each([
  ['members, broken at their end', `${'a;b=1,'.repeat(LENGTH / 6)}=`],
  ['parameters, broken at their end', `?1${';a'.repeat(LENGTH / 2)}=`],
  ['a text without an end', `"${'a'.repeat(LENGTH)}`],
  ['escapes without an end', `"${'\\\\'.repeat(LENGTH / 2)}`],
  ['a list without an end', `a=(${'1 '.repeat(LENGTH / 2)}`],
  ['one long key', 'a'.repeat(LENGTH)],
  ['bytes without an end', `${'a=:A:,'.repeat(LENGTH / 6)}a=:A`],
  ['digits', '1'.repeat(LENGTH)],
  ['spaces', `a${' '.repeat(LENGTH)}b`],
])('%s: half a megabyte is refused in no time', (_what, text) => {
  const startedMs = performance.now();
  for (const read of [readBoolean, readCount, readCounts]) read(text);
  expect(performance.now() - startedMs).toBeLessThan(4_000);
});
