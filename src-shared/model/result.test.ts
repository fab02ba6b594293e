import { expect, test } from 'vitest';
import { assertNever, fail, ok } from './result.ts';

test('a result says whether it holds a value or a fault', () => {
  expect([ok(7), fail('offline')]).toEqual([
    { ok: true, value: 7 },
    { ok: false, fault: 'offline' },
  ]);
});

test('a value no switch knows stops the program and is named', () => {
  expect(() => assertNever({ state: 'odd' } as never)).toThrow('{"state":"odd"}');
});
