import { describe, expect, test } from 'vitest';
import { differenceOf, textOf } from './version-difference.ts';

const bytes = (text: string) => Buffer.from(text, 'utf8');
const lines = (from: number, to: number, of: (n: number) => string = String) =>
  Array.from({ length: to - from + 1 }, (_line, at) => `${of(from + at)}\n`).join('');
const between = (before: string, now: string) => differenceOf('/old', bytes(before), bytes(now));

describe('two texts', () => {
  test('are compared line by line, with the numbers of the version that has a line', () => {
    const difference = between(lines(1, 20), lines(1, 20).replace('10\n', 'ten\neleven\n'));
    expect(difference).toMatchObject({ is: 'text', path: '/old', added: 2, removed: 1 });
    const [part] = difference.is === 'text' ? difference.parts : [];
    expect(part?.map(({ is, number, text }) => `${is} ${number} ${text}`)).toEqual([
      'same 7 7',
      'same 8 8',
      'same 9 9',
      'removed 10 10',
      'added 10 ten',
      'added 11 eleven',
      'same 12 11',
      'same 13 12',
      'same 14 13',
    ]);
  });

  test('that end with and without a line break differ in that line alone', () => {
    expect(between('a\nb\n', 'a\nb')).toMatchObject({ added: 1, removed: 1 });
  });

  test('with many differences show the first, and count all; long lines are shortened', () => {
    const difference = between(
      lines(1, 900),
      lines(1, 900, (n) => `${n}`.repeat(n % 2 ? 1 : 300)),
    );
    expect(difference).toMatchObject({ is: 'text', added: 450, removed: 450, isCut: true });
    const shown = difference.is === 'text' ? difference.parts.flat() : [];
    expect(shown).toHaveLength(400);
    expect(Math.max(...shown.map(({ text }) => text.length))).toBe(401);
  });

  test('of which all lines differ are not compared one by one', () => {
    const [before, now] = [lines(1, 3_000), lines(5_001, 9_000)];
    expect(between(before, now)).toEqual({
      is: 'other-text',
      path: '/old',
      linesBefore: 3_000,
      linesNow: 4_000,
    });
  });
});

test.each([
  ['UTF-8', Buffer.from('Größe\tµm\r\n'), 'Größe\tµm\r\n'],
  ['an older encoding', Buffer.from([0x47, 0xf6, 0x0a]), 'Gö\n'],
  ['bytes that no text has', Buffer.from([0x41, 0x00, 0x42]), null],
])('%s', (_what, content, text) => {
  expect(textOf(content)).toBe(text);
  const is = differenceOf('/old', content, Buffer.from('x')).is;
  expect(is).toBe(text === null ? 'no-text' : 'text');
});
