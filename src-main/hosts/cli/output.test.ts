import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printable, printableJson } from '../../../src-shared/model/text/printable.ts';
import { makeOutput } from './output.ts';
import { tableLines } from './table.ts';
import { shorten, widthOf, wrapped } from './text-width.ts';
import { type FakeOptions, fakeTerminal } from './test-support/fake-terminal.ts';

test('columns are as wide as their widest cell, and numbers stand right', () => {
  const rows = [
    [5, '測定.csv', 'x'],
    [1_204, 'a.csv', ''],
  ];
  expect(tableLines(['files', 'name', 'note'], rows)).toEqual([
    'files  name      note',
    '    5  測定.csv  x',
    '1,204  a.csv',
  ]);
  expect(tableLines(['files'], [])).toEqual([]);
});

test('a table of very many rows is no problem', () => {
  const rows = Array.from({ length: 130_000 }, (_, index) => [index]);
  expect(tableLines(['n'], rows)).toHaveLength(rows.length + 1);
});

test('answers go to stdout and notes to stderr, both harmless', () => {
  const { written, ...terminal } = fakeTerminal();
  const output = makeOutput(terminal, false);
  output.line('answer \u001B[2J');
  output.note('note \u001B[2J');
  output.json({ not: 'asked for' });
  expect(written.stdout()).toBe('answer \\u{1b}[2J\n');
  expect(written.stderr()).toBe('note \\u{1b}[2J\n');
});

test('asides are what --quiet leaves out; notes are not', () => {
  for (const isQuiet of [false, true]) {
    const { written, ...terminal } = fakeTerminal();
    const output = makeOutput(terminal, false, { isQuiet });
    output.aside('what can be done next');
    output.note('the age of a copy');
    output.line('answer');
    expect(written.stdout()).toBe('answer\n');
    expect(written.stderr()).toBe(`${isQuiet ? '' : 'what can be done next\n'}the age of a copy\n`);
  }
});

test('a table fits the terminal, has a bold head there, and is whole in a pipe and in JSON', () => {
  const path = `/data/${'session-'.repeat(20)}07.raw`;
  const print = (options: FakeOptions) => {
    const { written, ...terminal } = fakeTerminal(options);
    makeOutput(terminal, false).table(['id', 'file'], [['1', path]]);
    return written.stdout();
  };
  const shown = print({ isTerminal: true, columns: 60 });
  expect(shown.startsWith('\u001B[1mid  file\u001B[22m\n')).toBe(true);
  expect(shown.split('\n').map(widthOf)[1]).toBe(59);
  expect(print({ columns: 60 })).toBe(`id  file\n1   ${path}\n`);
  for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
    expect(print({ isTerminal: true, columns: 60, env })).not.toContain('\u001B');
  }
});

test('with --json the document is all there is on stdout', () => {
  const { written, ...terminal } = fakeTerminal();
  const output = makeOutput(terminal, true);
  output.line('answer');
  output.table(['a'], [['b']]);
  output.json({ text: 'two\nlines' });
  expect(written.stdout()).toBe('{"text":"two\\nlines"}\n');
});

const OBEYED = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/u;
const anyText = fc.string({ unit: 'binary', maxLength: 60 });

function printJson(document: unknown): string {
  const { written, ...terminal } = fakeTerminal();
  makeOutput(terminal, true).json(document);
  return written.stdout();
}

test('a document holds nothing a terminal obeys, and reads back as it was', () => {
  expect(printJson({ name: '\u202Egpj.exe\u009B2J\u007F' })).toBe(
    String.raw`{"name":"\u202egpj.exe\u009b2J\u007f"}` + '\n',
  );
  expect(printableJson({ name: 'a\nb\u202E' }, 2)).toBe('{\n  "name": "a\\nb\\u202e"\n}');
  expect(printJson({ name: 'Größe 測定 👩‍🔬' })).toBe('{"name":"Größe 測定 👩‍🔬"}\n');
  fc.assert(
    fc.property(fc.dictionary(anyText, anyText), (document) => {
      const line = printJson(document);
      expect(line.slice(0, -1)).not.toMatch(OBEYED);
      expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(document)));
    }),
  );
});

describe('printable', () => {
  test.for([
    ['\u001B[31mred\u001B[0m', '\\u{1b}[31mred\\u{1b}[0m'],
    ['\u009B2J', '\\u{9b}2J'],
    ['two\nlines\tand a tab', 'two\\nlines\\tand a tab'],
    ['a\r\u0007b', 'a\\u{d}\\u{7}b'],
    ['\u202Egpj.exe', '\\u{202e}gpj.exe'],
    ['a\u2028b', 'a\\u{2028}b'],
    ['half \uD83D', 'half \uFFFD'],
  ] as const)('%j is written out', ([text, shown]) => {
    expect(printable(text)).toBe(shown);
  });

  test.for(['Größe.csv', '測定.csv', 'مرحبا', '👩‍🔬.csv', 'a \'b\' "c"', '-rf'])(
    '%s stays as it is',
    (text) => {
      expect(printable(text)).toBe(text);
    },
  );

  test('nothing a terminal obeys comes through, and nothing changes twice', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = printable(text);
        expect(shown).not.toMatch(OBEYED);
        expect(printable(shown)).toBe(shown);
      }),
    );
  });
});

describe('widths', () => {
  test.for([
    ['', 0],
    ['abc', 3],
    ['é'.normalize('NFD'), 1],
    ['測定', 4],
    ['👩‍🔬', 2],
    ['한글', 4],
  ] as const)('%j takes %i columns', ([text, width]) => {
    expect(widthOf(text)).toBe(width);
  });

  test('a shortened text fits, keeps its start and its end, and is no longer than before', () => {
    expect(shorten('run-2026-11-20-participant-07.raw', 15)).toBe('run-202…-07.raw');
    expect(shorten('short', 15)).toBe('short');
    expect(shorten('text', 0)).toBe('');
    fc.assert(
      fc.property(anyText, fc.nat(40), (text, width) => {
        const shown = shorten(printable(text), width);
        expect(widthOf(shown)).toBeLessThanOrEqual(Math.max(0, width));
      }),
    );
  });

  test('a long line is broken between words, below its label, and a command stays whole', () => {
    const command = '"labseal folder edit 1 --label b"';
    expect(wrapped(`Write ${command}, and all is well.`, 20)).toEqual([
      'Write',
      `${command},`,
      'and all is well.',
    ]);
    expect(wrapped('  File  a name with spaces', 20)).toEqual([
      '  File  a name with',
      '        spaces',
    ]);
    const digest = 'a'.repeat(15);
    expect(wrapped(`  SHA-256  ${digest}`, 20)).toEqual(['  SHA-256', `    ${digest}`]);
    expect(wrapped('Seen by the others    no one at all', 20)).toEqual([
      'Seen by the others',
      '  no one at all',
    ]);
    expect(wrapped('  $ unset LABSEAL_TOKEN_STORE', 20)).toEqual(['  $ unset LABSEAL_TOKEN_STORE']);
  });

  test('a broken line fits and says the same', () => {
    const words = fc.array(fc.oneof(fc.lorem(), fc.string(), fc.constant(' ')));
    fc.assert(
      fc.property(words, fc.integer({ min: 5, max: 40 }), (each, columns) => {
        const text = printable(each.join(' '));
        const lines = wrapped(text, columns);
        expect(lines.join(' ').split(/\s+/).join(' ').trim()).toBe(
          text.split(/\s+/).join(' ').trim(),
        );
        const tooWide = lines.filter((line) => widthOf(line) > columns);
        for (const line of tooWide)
          expect(line).toMatch(/^(\s*|\s*\S+( \S+)*\s{2,})(\S+|\$ .*|.*"labseal .*)$/);
      }),
    );
  });
});
