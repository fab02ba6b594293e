import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeBagNames, safeName } from './bag-names.ts';

describe('a name', () => {
  test.each([
    ['run 14.raw', 'run 14.raw'],
    ['.bidsignore', '.bidsignore'],
    ['a/b', 'a_b'],
    ['a\\b:c*d?e"f<g>h|i', 'a_b_c_d_e_f_g_h_i'],
    ['50%.csv', '50_.csv'],
    ['line\nbreak\r', 'line_break_'],
    ['evil\u202Etxt.exe', 'evil_txt.exe'],
    ['.', '_'],
    ['..', '_'],
    ['', '_'],
    ['   ', '_'],
    ['name. . ', 'name'],
    ['CON', '_CON'],
    ['con.txt', '_con.txt'],
    ['com¹', '_com¹'],
    ['console.log', 'console.log'],
    ['cafe\u0301.csv', 'café.csv'],
    ['\uD800lone', '\uFFFDlone'],
  ])('%j becomes %j', (wished, name) => {
    expect(safeName(wished)).toBe(name);
  });

  test('a very long one keeps its ending and whole characters', () => {
    const name = safeName(`${'試'.repeat(300)}.mzML`);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(120);
    expect(name).toMatch(/^試+\.mzML$/);
  });
});

describe('paths in a bundle', () => {
  test('folders stay, equal names are counted, and one place is asked for twice', () => {
    const names = makeBagNames('files');
    expect(names.place('eeg/sub-05/run.raw')).toBe('files/eeg/sub-05/run.raw');
    expect(names.place('eeg/sub-05/run.raw')).toBe('files/eeg/sub-05/run (2).raw');
    expect(names.place('eeg/sub-05/RUN.raw')).toBe('files/eeg/sub-05/RUN (3).raw');
    expect(names.place('eeg/sub-05/other.raw')).toBe('files/eeg/sub-05/other.raw');
    expect(names.place('run.raw')).toBe('files/run.raw');
  });

  test('folders that differ in case alone, or that a file stands in the way of, get names of their own', () => {
    const names = makeBagNames('files');
    expect(names.place('Data/a')).toBe('files/Data/a');
    expect(names.place('data/a')).toBe('files/data (2)/a');
    expect(names.place('data/b')).toBe('files/data (2)/b');
    expect(names.place('x')).toBe('files/x');
    expect(names.place('X/y')).toBe('files/X (2)/y');
  });

  test('folders that are too long for a path are left out of it', () => {
    const names = makeBagNames('files');
    const deep = 'folder/'.repeat(40);
    expect(names.place(`${deep}run.raw`)).toBe('files/deep/run.raw');
    expect(names.place(`${deep}more/run.raw`)).toBe('files/deep/run (2).raw');
  });

  test('whatever files are called, their paths are safe and no two are alike on any system', () => {
    const odd = fc.constantFrom(
      '..',
      '.',
      '',
      'a',
      'A',
      'con',
      'é',
      'e\u0301',
      'ß',
      'SS',
      '%0A',
      '\n',
    );
    const segment = fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 150 }));
    const original = fc.array(segment, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(original, { maxLength: 30 }), (files) => {
        const names = makeBagNames('files');
        const paths = files.map((segments) => names.place(segments.join('/')));
        const keys = new Set(paths.map((path) => path.normalize('NFC').toUpperCase()));
        expect(keys.size).toBe(files.length);
        expect(paths.filter((path) => !isSafe(path))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});

function isSafe(path: string): boolean {
  const segments = path.split('/');
  return (
    /^files(\/[^/\\:*?"<>|%\p{Cc}\p{Cf}\p{Cs}]+)+$/u.test(path) &&
    !segments.includes('..') &&
    !segments.includes('.') &&
    path === path.normalize('NFC')
  );
}
