import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitLines, visiblePieces } from './fit-lines.ts';

const oneEach = (piece: string) => piece.length;
const fit = (text: string, width: number, maxLines: number) =>
  fitLines(
    visiblePieces(text, () => true),
    oneEach,
    width,
    maxLines,
  );

function bare(text: string): string {
  return text.replaceAll(' ', '');
}

test('a text that fits is left alone', () => {
  expect(fit('run_01.raw', 10, 1)).toEqual(['run_01.raw']);
  expect(fit('', 10, 1)).toEqual([]);
});

test('lines end at a space if one is near, else after a mark, else anywhere', () => {
  expect(fit('alpha beta gamma', 11, 3)).toEqual(['alpha beta', 'gamma']);
  expect(fit('alpha_beta_gamma', 12, 3)).toEqual(['alpha_beta_', 'gamma']);
  expect(fit('alphabetagamma', 10, 3)).toEqual(['alphabetag', 'amma']);
});

test('a text that is too long loses its middle', () => {
  expect(fit('abcdefghijklmnop', 5, 1)).toEqual(['ab…op']);
});

test('an escape is never torn apart', () => {
  const lines = fit('กข', 9, 2);
  expect(lines).toEqual(['[U+0E01]', '[U+0E02]']);
});

test('no line is wider than asked, none is too many, both ends are kept', () => {
  const letters = fc.array(fc.constantFrom('a', 'b', ' ', '_', '.'), { maxLength: 300 });
  const width = fc.integer({ min: 3, max: 40 });
  fc.assert(
    fc.property(letters, width, fc.integer({ min: 1, max: 4 }), (pieces, room, maxLines) => {
      const lines = fitLines(pieces, oneEach, room, maxLines);
      expect(lines.length).toBeLessThanOrEqual(maxLines);
      expect(Math.max(0, ...lines.map((line) => line.length))).toBeLessThanOrEqual(room);
      const shown = bare(lines.join(''));
      const [head = '', tail] = shown.split('…');
      const whole = bare(pieces.join(''));
      expect(whole.startsWith(head)).toBe(true);
      expect(tail === undefined ? shown === whole : whole.endsWith(tail)).toBe(true);
    }),
  );
});
