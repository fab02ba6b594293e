import { expect, test } from 'vitest';
import { assertNever } from './result.ts';

test('a value no switch knows stops the program and is named', () => {
  expect(() => assertNever({ state: 'odd' } as never)).toThrow('{"state":"odd"}');
});
