import { expect, test } from 'vitest';
import { progressScreen } from '../terminal.ts';
import { makeReadingProgress } from './reading-progress.ts';
import { fakeTerminal } from '../test-support/fake-terminal.ts';

test('on a terminal it is said how far a large file is, and nothing of it stays', () => {
  const terminal = fakeTerminal({ isTerminal: true });
  const { onRead, end } = makeReadingProgress(progressScreen(terminal));
  end();
  expect(terminal.written.stderr()).toBe(''); // a small file is read before anything could be said
  onRead(500_000_000, 2_000_000_000);
  onRead(2_000_000_001, 2_000_000_000);
  expect(terminal.written.stderr()).toContain('Reading 2 GB · 25 %');
  expect(terminal.written.stderr()).toContain('Reading 2 GB · 100 %');
  end();
  expect(terminal.written.stderr().endsWith('\r\u001B[K')).toBe(true);
});

test('a script is told nothing, and a file without a size nothing either', () => {
  const script = fakeTerminal();
  makeReadingProgress(progressScreen(script)).onRead(1, 2);
  const terminal = fakeTerminal({ isTerminal: true });
  makeReadingProgress(progressScreen(terminal)).onRead(1, 0);
  expect([script.written.stderr(), terminal.written.stderr()]).toEqual(['', '']);
});
