import { expect, test } from 'vitest';
import type { BridgeEvent } from '../../../../src-shared/bridge/events.ts';
import type { PassProgress } from '../../../../src-shared/bridge/sync-calls.ts';
import { makeSyncProgress } from './sync-progress.ts';
import { progressScreen } from '../terminal.ts';
import { widthOf } from '../text-width.ts';
import { fakeTerminal, type FakeOptions } from '../test-support/fake-terminal.ts';

const RUN = 'a1b2';

const passProgress = (over: Partial<PassProgress>): BridgeEvent => ({
  kind: 'pass-progress',
  run: RUN,
  progress: {
    seen: 1,
    counts: {},
    running: [],
    sent: null,
    checks: null,
    waits: [],
    denials: [],
    ...over,
  },
});

const running = (path: string, doneBytes = 50) =>
  passProgress({ running: [{ path, state: 'uploading', doneBytes, totalBytes: 100 }] });

const waits = (path: string, hold: 'budget' | 'credits') =>
  ({ path, state: 'held', hold }) as const;

function shown(options: FakeOptions = {}, isQuiet = false) {
  const { written, ...terminal } = fakeTerminal(options);
  const progress = makeSyncProgress(progressScreen(terminal, isQuiet));
  return {
    hear: (event: BridgeEvent) => progress.hear(event, RUN),
    end: () => progress.end(),
    text: written.stderr,
  };
}

test.for([20, 40, 80, 200])('no line of bars is as wide as a terminal of %i columns', (columns) => {
  const screen = shown({ isTerminal: true, columns });
  screen.hear(running(`/data/${'測定-very-long-name-'.repeat(8)}07.raw`));
  const lines = screen.text().split('\n');
  expect(lines.some((line) => line !== '')).toBe(true);
  for (const line of lines) expect(widthOf(line)).toBeLessThan(columns);
});

test('bars are cleared before the answer, and a name cannot move the cursor', () => {
  const screen = shown({ isTerminal: true });
  screen.hear(running('/data/\u001B[2Jrun.raw'));
  expect(screen.text()).toContain('50 %');
  expect(screen.text()).not.toContain('\u001B[2J');
  screen.end();
  expect(screen.text().endsWith('\u001B[2A\u001B[J')).toBe(true);
});

test('the whole bar is never shown before the service has answered', () => {
  const screen = shown({ isTerminal: true });
  screen.hear(running('/data/run.raw', 100));
  expect(screen.text()).toContain('99 %');
});

test('how much of what was agreed to has left, and nothing of other passes', () => {
  const screen = shown({ isTerminal: true });
  screen.hear(passProgress({ sent: { doneBytes: 250_000, totalBytes: 1_000_000 } }));
  expect(screen.text()).toContain('250 kB of 1 MB sent');
  const before = screen.text();
  screen.hear({ ...passProgress({ seen: 7 }), run: 'another' } as BridgeEvent);
  expect(screen.text()).toBe(before);
});

test('what needs a person is said when it happens, on a terminal or not', () => {
  for (const isTerminal of [true, false]) {
    const screen = shown({ isTerminal });
    screen.hear(passProgress({ waits: [waits('/data/a\nb.raw', 'credits')] }));
    expect(screen.text()).toContain('Held · not enough credits: /data/a\\nb.raw\n');
  }
});

test('of those that wait for the same reason ten are named, and that there are more is said once', () => {
  const screen = shown();
  const many = Array.from({ length: 11 }, (_, index) => waits(`/data/${index + 1}.raw`, 'budget'));
  screen.hear(passProgress({ waits: many.slice(0, 3) }));
  screen.hear(passProgress({ waits: [...many.slice(3), waits('/data/x.raw', 'credits')] }));
  const lines = screen.text().trimEnd().split('\n');
  expect(lines).toHaveLength(12);
  expect(lines[9]).toBe('Held · over a limit: /data/10.raw');
  expect(lines[10]).toBe('Held · over a limit: and more, counted at the end.');
  expect(lines[11]).toContain('/data/x.raw');
});

test('an outage is said in words, once', () => {
  const screen = shown();
  const fault = {
    kind: 'unavailable',
    why: 'server-error',
    status: 500,
    retryAfterMs: null,
  } as const;
  for (const untilMs of [1, 2, 3]) screen.hear({ kind: 'waiting', fault, untilMs });
  expect(screen.text()).toMatch(
    /^The service is not working at the moment \(code 500\)\. Trying again\.\n$/,
  );
});

test('--quiet shows no progress, and a terminal that only prints is not drawn upon', () => {
  const quiet = shown({ isTerminal: true }, true);
  quiet.hear(running('/data/run.raw'));
  quiet.end();
  expect(quiet.text()).toBe('');
  const dumb = shown({ isTerminal: true, env: { TERM: 'dumb' } });
  dumb.hear(passProgress({ waits: [waits('/data/a.raw', 'budget')] }));
  dumb.end();
  expect(dumb.text()).toContain('/data/a.raw');
  expect(dumb.text()).not.toContain('\u001B');
});

test('while working offline nothing is said to be tried; how it is ended stands in the report', () => {
  const screen = shown();
  const why = 'working-offline';
  const fault = { kind: 'unavailable', why, status: null, retryAfterMs: null } as const;
  screen.hear({ kind: 'waiting', fault, untilMs: 1 });
  expect(screen.text()).toBe('');
});

test('a file that is still being written is what a pass waits for', () => {
  const screen = shown({ isTerminal: true });
  screen.hear(passProgress({ counts: { ready: 1, settling: 1 } }));
  expect(screen.text()).toContain('1 ready · 1 waiting until saved');
});

test('there is a sign of life before the first news, and a slow service is named once', () => {
  const screen = shown({ isTerminal: true });
  expect(screen.text()).toBe('Looking at the files …\n');
  for (let at = 0; at < 3; at += 1)
    screen.hear({ kind: 'answer-late', server: 'https://notary.example.org' });
  expect(
    screen.text().split('The service at https://notary.example.org does not answer yet'),
  ).toHaveLength(2);
});

test('a narrow line leaves out whole figures, and breaks sentences between words', () => {
  const screen = shown({ isTerminal: true, columns: 40 });
  const counts = { notarized: 12, duplicate: 3, ready: 4, recording: 5 };
  const sent = { doneBytes: 250_000, totalBytes: 1_000_000 };
  screen.hear(passProgress({ seen: 2_500, counts, sent }));
  expect(screen.text()).toContain('2,500 files seen · 250 kB of 1 MB sent\n');
  expect(screen.text().slice('Looking at the files …'.length)).not.toContain('…');
  screen.hear(passProgress({ waits: [waits('/data/run.raw', 'credits')] }));
  expect(screen.text()).toMatch(/Held · not enough credits:\n *\/data\/run\.raw\n/);
});
