import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeBagNames, safeName } from './bag-names.ts';

describe('a name', () => {
  test.each([
    ['run 14.raw', 'run 14.raw'],
    ['.bidsignore', '.bidsignore'],
    ['a\\b:c*d?e"f<g>h|i/j', 'a_b_c_d_e_f_g_h_i_j'],
    ['50%.csv', '50_.csv'],
    ['line\nbreak\r', 'line_break_'],
    ['evil\u202Etxt.exe', 'evil_txt.exe'],
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
  ])('%j becomes %j', (wished, name) => expect(safeName(wished)).toBe(name));

  test('a very long one keeps its ending and whole characters', () => {
    const name = safeName(`${'試'.repeat(300)}.mzML`);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(120);
    expect(name).toMatch(/^試+\.mzML$/);
  });
});

describe('paths in a bundle', () => {
  test('folders stay; equal names are counted, also where only their case differs', () => {
    const names = makeBagNames('files');
    for (const [original, place] of [
      ['eeg/sub-05/run.raw', 'files/eeg/sub-05/run.raw'],
      ['eeg/sub-05/run.raw', 'files/eeg/sub-05/run (2).raw'],
      ['eeg/sub-05/RUN.raw', 'files/eeg/sub-05/RUN (3).raw'],
      ['run.raw', 'files/run.raw'],
      ['EEG/a', 'files/EEG (2)/a'],
      ['EEG/b', 'files/EEG (2)/b'],
      // A file has the name of the folder.
      ['x', 'files/x'],
      ['X/y', 'files/X (2)/y'],
      // Folders that are too long for a path are omitted.
      [`${'folder/'.repeat(40)}run.raw`, 'files/deep/run.raw'],
      [`${'folder/'.repeat(40)}more/run.raw`, 'files/deep/run (2).raw'],
    ] as const) {
      expect(names.place(original)).toBe(place);
    }
  });

  test('whatever files are called, their paths are safe and no two are alike on any system', () => {
    // fast-check's own unit 'binary' takes seconds to create.
    const character = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));
    const odd = ['..', '.', '', 'a', 'A', 'con', 'é', 'e\u0301', 'ß', 'SS', '%0A', '\n'];
    const segment = fc.oneof(
      fc.constantFrom(...odd),
      fc.string({ unit: character, maxLength: 60 }),
    );
    const original = fc.array(segment, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(original, { maxLength: 10 }), (files) => {
        const names = makeBagNames('files');
        const paths = files.map((segments) => names.place(segments.join('/')));
        const keys = new Set(paths.map((path) => path.normalize('NFC').toUpperCase()));
        expect(keys.size).toBe(files.length);
        for (const path of paths) {
          expect(path).toMatch(/^files(\/[^/\\:*?"<>|%\p{Cc}\p{Cf}\p{Cs}]+)+$/u);
          expect(path).not.toMatch(/\/\.\.?(\/|$)/);
          expect(path).toBe(path.normalize('NFC'));
        }
      }),
      { numRuns: 30 },
    );
  });
});
