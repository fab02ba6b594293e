import { describe, expect, test } from 'vitest';
import { makeFigures } from './figures.ts';
import { LANGUAGES, pickLanguage } from '../../src-shared/model/words/languages.ts';
import { wordsOf } from './words-context.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const english = makeFigures('en-GB', 'now', 'UTC');
const italian = makeFigures('it', 'adesso', 'UTC');

describe('figures', () => {
  test('nothing is done to 100 % before it is done', () => {
    expect([0, 0.29, 0.639, 0.999_9, 1, 1.1].map(english.percent)).toEqual([
      '0%',
      '29%',
      '63%',
      '99%',
      '100%',
      '110%',
    ]);
  });

  test('sizes count in thousands and never read as a thousand of the smaller unit', () => {
    expect([0, 1, 999, 999_960, 412_600_000, 2_500_000_000].map(english.size)).toEqual([
      '0 bytes',
      '1 byte',
      '999 bytes',
      '1.0 MB',
      '412.6 MB',
      '2.5 GB',
    ]);
    expect(italian.size(412_600_000)).toBe('412,6 MB');
  });

  test('moments are as exact as they have to be', () => {
    const ago = (ms: number) => english.when(NOON - ms, NOON);
    expect(ago(20_000)).toBe('now');
    expect(ago(2 * MINUTE)).toBe('2 min ago');
    expect(ago(3 * 60 * MINUTE)).toBe('09:00');
    expect(ago(9 * 24 * 60 * MINUTE)).toBe('12 Nov');
    expect(english.when(Date.UTC(2024, 10, 12), NOON)).toBe('12 Nov 2024');
  });

  test('one is not many, in every language', () => {
    for (const language of LANGUAGES) {
      const { files } = wordsOf(language).overview;
      expect(files(1)).toMatch(/^1 \p{L}+$/u);
      expect(files(1_204)).toMatch(/^1[.,]?204 \p{L}+$/u);
    }
  });
});

test('two sizes that differ never read the same', () => {
  expect(english.sizesApart(1_204, 1_214)).toEqual(['1,204 bytes', '1,214 bytes']);
  expect(english.sizesApart(1_204, 2_214)).toEqual(['1.2 kB', '2.2 kB']);
  expect(english.sizesApart(1_204, 1_204)).toEqual(['1.2 kB', '1.2 kB']);
});

test('what was read in the last minute is not said to be so now', () => {
  const atMs = Date.UTC(2026, 10, 20, 9, 44, 58);
  expect(english.whenKnown(atMs, atMs + 5_000)).toBe('09:44');
  expect(english.whenKnown(atMs, atMs + 120_000)).toBe(english.when(atMs, atMs + 120_000));
});

describe('languages', () => {
  test('the first language that we have is spoken, English otherwise', () => {
    expect(pickLanguage(['it-IT', 'en'])).toBe('it');
    expect(pickLanguage(['fi', 'IT'])).toBe('it');
    expect(pickLanguage(['fi'])).toBe('en');
    expect(pickLanguage([])).toBe('en');
  });

  test('no sentence is empty in any language', () => {
    const empty = (value: unknown, at: string): string[] => {
      if (typeof value === 'string') return value.trim() === '' ? [at] : [];
      if (typeof value !== 'object' || value === null) return [];
      return Object.entries(value).flatMap(([key, each]) => empty(each, `${at}.${key}`));
    };
    expect(LANGUAGES.flatMap((language) => empty(wordsOf(language), language))).toEqual([]);
  });
});
