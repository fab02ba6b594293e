import { expect, test } from 'vitest';
import { printable, printableName, printablePath } from './printable.ts';

const PIECES = ['\\', '\n', 'n', '\t', 't', 'u{a}', '\u202E', 'u{202e}', 'a'];

test('no two names are written alike', () => {
  const names = PIECES.flatMap((one) =>
    PIECES.flatMap((two) => PIECES.map((three) => one + two + three)),
  );
  const written = new Set(names.map(printableName));
  expect(written.size).toBe(new Set(names).size);
  expect(printableName('a\\nb')).toBe('a\\\\nb');
  expect(printableName('a\nb')).toBe('a\\nb');
});

test('what guards all output leaves it as it is, and paths of Windows too', () => {
  for (const name of PIECES) {
    expect(printable(printableName(name))).toBe(printableName(name));
  }
  expect(printablePath('C:\\data\\new')).toBe('C:\\data\\new');
  expect(printablePath('/data/a\\new')).toBe('/data/a\\\\new');
});
