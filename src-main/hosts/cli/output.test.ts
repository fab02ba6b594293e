import { expect, test } from 'vitest';
import { makeOutput, tableLines } from './output.ts';
import { playedTerminal } from './test-support/fake-terminal.ts';

test('columns are as wide as their widest cell, and numbers stand right', () => {
  const rows = [
    [5, '測定.csv', 'x'],
    [1_204, 'a.csv', ''],
  ];
  expect(tableLines(['files', 'name', 'note'], rows)).toEqual([
    'files  name      note',
    '    5  測定.csv  x',
    ' 1204  a.csv',
  ]);
  expect(tableLines(['files'], [])).toEqual([]);
});

test('a table of very many rows is no problem', () => {
  const rows = Array.from({ length: 130_000 }, (_, index) => [index]);
  expect(tableLines(['n'], rows)).toHaveLength(rows.length + 1);
});

test('answers go to stdout and notes to stderr, both harmless', () => {
  const { written, ...terminal } = playedTerminal();
  const output = makeOutput(terminal, false);
  output.line('answer \u001B[2J');
  output.note('note \u001B[2J');
  output.json({ not: 'asked for' });
  expect(written.stdout()).toBe('answer \\u{1b}[2J\n');
  expect(written.stderr()).toBe('note \\u{1b}[2J\n');
});

test('with --json the document is all there is on stdout', () => {
  const { written, ...terminal } = playedTerminal();
  const output = makeOutput(terminal, true);
  output.line('answer');
  output.table(['a'], [['b']]);
  output.json({ text: 'two\nlines' });
  expect(written.stdout()).toBe('{"text":"two\\nlines"}\n');
});
