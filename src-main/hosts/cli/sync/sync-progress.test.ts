import { expect, test } from 'vitest';
import { makeSyncProgress } from './sync-progress.ts';
import { progressScreen } from '../terminal.ts';
import { widthOf } from '../text-width.ts';
import { fakeTerminal } from '../test-support/fake-terminal.ts';

const running = (path: string, doneBytes = 50) =>
  ({
    kind: 'progressed',
    fileId: 1,
    path,
    state: 'uploading',
    doneBytes,
    totalBytes: 100,
  }) as const;

test.for([20, 40, 80, 200])('no line of bars is as wide as a terminal of %i columns', (columns) => {
  const { written, ...terminal } = fakeTerminal({ isTerminal: true, columns });
  const progress = makeSyncProgress(progressScreen(terminal));
  progress.announce(running(`/data/${'測定-very-long-name-'.repeat(8)}07.raw`));
  const lines = written.stderr().split('\n');
  expect(lines.some((line) => line !== '')).toBe(true);
  for (const line of lines) expect(widthOf(line)).toBeLessThan(columns);
});

test('bars are cleared before the answer, and a name cannot move the cursor', () => {
  const { written, ...terminal } = fakeTerminal({ isTerminal: true });
  const progress = makeSyncProgress(progressScreen(terminal));
  progress.announce(running('/data/\u001B[2Jrun.raw'));
  expect(written.stderr()).toContain('50 %');
  expect(written.stderr()).not.toContain('\u001B[2J');
  progress.end();
  expect(written.stderr().endsWith('\u001B[2A\u001B[J')).toBe(true);
});

test('the whole bar is never shown before the service has answered', () => {
  const { written, ...terminal } = fakeTerminal({ isTerminal: true });
  makeSyncProgress(progressScreen(terminal)).announce(running('/data/run.raw', 100));
  expect(written.stderr()).toContain('99 %');
});

test('what needs a person is said when it happens, on a terminal or not', () => {
  for (const isTerminal of [true, false]) {
    const { written, ...terminal } = fakeTerminal({ isTerminal });
    const progress = makeSyncProgress(progressScreen(terminal));
    const moved = { kind: 'moved', fileId: 1, path: '/data/a\nb.raw' } as const;
    progress.announce({ ...moved, state: 'held', hold: 'credits' });
    progress.announce({ ...moved, state: 'notarized', hold: null });
    expect(written.stderr()).toContain('Held · not enough credits: /data/a\\nb.raw\n');
    expect(written.stderr()).not.toContain('Notarized: ');
  }
});

test('of a thousand that wait for the same reason ten are named, and that there are more is said once', () => {
  const { written, ...terminal } = fakeTerminal();
  const progress = makeSyncProgress(progressScreen(terminal));
  for (let fileId = 1; fileId <= 1_000; fileId += 1) {
    const path = `/data/${fileId}.raw`;
    progress.announce({ kind: 'moved', fileId, path, state: 'held', hold: 'budget' });
  }
  progress.announce({
    kind: 'moved',
    fileId: 1,
    path: '/data/x.raw',
    state: 'held',
    hold: 'credits',
  });
  const lines = written.stderr().trimEnd().split('\n');
  expect(lines).toHaveLength(12);
  expect(lines[9]).toBe('Held · over your budget: /data/10.raw');
  expect(lines[10]).toBe('Held · over your budget: and more, counted at the end.');
  expect(lines[11]).toContain('/data/x.raw');
});

test('an outage is said in words, once', () => {
  const { written, ...terminal } = fakeTerminal();
  const fault = {
    kind: 'unavailable',
    why: 'server-error',
    status: 500,
    retryAfterMs: null,
  } as const;
  const progress = makeSyncProgress(progressScreen(terminal));
  for (const untilMs of [1, 2, 3]) progress.announce({ kind: 'waiting', fault, untilMs });
  expect(written.stderr()).toMatch(
    /^The service has a problem of its own \(code 500\)\. Trying again\.\n$/,
  );
});

test('--quiet shows no progress, and a terminal that only prints is not drawn upon', () => {
  const quiet = fakeTerminal({ isTerminal: true });
  const silent = makeSyncProgress(progressScreen(quiet, true));
  silent.announce(running('/data/run.raw'));
  silent.end();
  expect(quiet.written.stderr()).toBe('');
  const dumb = fakeTerminal({ isTerminal: true, env: { TERM: 'dumb' } });
  const plain = makeSyncProgress(progressScreen(dumb));
  plain.announce({ kind: 'moved', fileId: 1, path: '/data/a.raw', state: 'held', hold: 'budget' });
  plain.end();
  expect(dumb.written.stderr()).toContain('/data/a.raw');
  expect(dumb.written.stderr()).not.toContain('\u001B');
});
