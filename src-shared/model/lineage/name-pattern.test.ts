import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fillPattern,
  patternsOf,
  readName,
  readPattern,
  type NamePattern,
} from './name-pattern.ts';

function pattern(text: string): NamePattern {
  const read = readPattern(text);
  if (read === null) throw new Error(`${text} is no pattern`);
  return read;
}

function readings(text: string, name: string): unknown {
  const found = readName(pattern(text), name);
  return found === 'vague' ? found : found.map((parts) => Object.fromEntries(parts));
}

test.each<[string, string, unknown]>([
  ['peaks_{run}.csv', 'peaks_07.csv', [{ run: '07' }]],
  ['peaks_{run}.csv', 'peaks_.csv', []],
  ['peaks_{run}.csv', 'peaks_07.csv.bak', []],
  ['*.csv', 'peaks_07.csv', [{}]],
  ['run?.csv', 'run7.csv', [{}]],
  ['run?.csv', 'run77.csv', []],
  ['{a}_{b}.csv', 'x_y_z.csv', [{ a: 'x', b: 'y_z' }].concat({ a: 'x_y', b: 'z' })],
  ['{run}/{run}', '7/7', [{ run: '7' }]],
  ['{run}-{run}', '7-8', []],
  ['{x}.(csv)+', 'a.(csv)+', [{ x: 'a' }]],
  ['{ü}.csv', 'é.csv', [{ ü: 'é' }]],
])('%s reads %s in every way there is', (text, name, expected) => {
  expect(readings(text, name)).toEqual(expected);
});

test.each(['', '  ', '{', 'a}b', '{}', '{a b}', '{{a}}'])('%j is no pattern', (text) => {
  expect(readPattern(text)).toBeNull();
});

test('a pattern that fits in too many ways is given up, and a name that is too long is not read', () => {
  expect(readings('*a*a*a*a*a*a*a*a*a*b', 'a'.repeat(255))).toBe('vague');
  expect(readings('{a}{b}{c}{d}{e}', 'a'.repeat(200))).toBe('vague');
  expect(readings('{a}', 'a'.repeat(256))).toEqual([]);
});

test('a name that was made from a pattern is read by it, whatever is in it', () => {
  const part = fc.string({ minLength: 1, maxLength: 6 });
  const text = fc.string({ maxLength: 6 }).filter((each) => !/[{}*?]/.test(each));
  fc.assert(
    fc.property(part, part, text, text, text, (one, other, before, between, after) => {
      const made = readPattern(`${before}{one}${between}{other}${after}`);
      if (made === null) throw new Error('it is a pattern');
      const parts = new Map(Object.entries({ one, other }));
      const name = fillPattern(made, parts) ?? '';
      const trimmed = `${before}${one}${between}${other}${after}`;
      fc.pre(name === trimmed); // blanks around a pattern mean nothing
      const found = readName(made, name);
      expect(found === 'vague' || found.some((each) => each.get('one') === one)).toBe(true);
      for (const each of found === 'vague' ? [] : found) {
        expect(fillPattern(made, each)).toBe(name);
      }
    }),
  );
});

test.each([
  ['peaks_07.csv', '07.raw', 'peaks_{name}.csv', '{name}.raw'],
  ['sub-01_run-2_clean.fif', 'sub-01_run-2.eeg', '{name}_clean.fif', '{name}.eeg'],
  ['plate-21 (counts).tsv', 'plate-21.raw', '{name} (counts).tsv', '{name}.raw'],
])('an example of %s and %s shows what changes from file to file', (one, other, a, b) => {
  expect(patternsOf(one, other)).toEqual({ pattern: a, primary: b });
});

test.each([
  ['abc.csv', 'xyz.csv'],
  ['_.csv', '_.raw'],
  ['a{b.csv', 'a{b.raw'],
])('%s and %s show nothing', (one, other) => {
  expect(patternsOf(one, other)).toBeNull();
});

test('what an example shows leads from one name to the other', () => {
  const stem = fc.stringMatching(/^[a-z0-9_-]{1,12}$/);
  fc.assert(
    fc.property(stem, stem, stem, (common, before, after) => {
      const [one, other] = [`${before}${common}.csv`, `${common}${after}.raw`];
      const pair = patternsOf(one, other);
      fc.pre(pair !== null);
      const found = readName(pattern(pair?.pattern ?? ''), one);
      const primary = pattern(pair?.primary ?? '');
      const names = found === 'vague' ? [] : found.map((each) => fillPattern(primary, each));
      expect(names).toContain(other);
    }),
  );
});
