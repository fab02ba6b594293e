import { expect, test } from 'vitest';
import { HOLD_REASONS } from '../../files/file-state.ts';
import { readWaitNote, type Wait, type WaitNote, writeWaitNote } from '../../files/queue-view.ts';
import { waitNoteSentence } from './holds.ts';
import { limitSentence, parallelSentence, pauseSentence, waitLine } from './waits.ts';

const NINE_MS = Date.UTC(2026, 10, 21, 9);
const wait = (over: Partial<Wait>): Wait => ({
  server: 'https://lab.example',
  cause: 'paused',
  why: null,
  note: null,
  sinceMs: NINE_MS,
  untilMs: null,
  files: 3,
  bytes: 1_200_000,
  ...over,
});

const takes = (takesMs: number) => waitNoteSentence({ waits: 'session-too-short', takesMs });

const NOTES: readonly WaitNote[] = [
  { waits: 'stopped' },
  { waits: 'until', atMs: NINE_MS },
  { waits: 'session-too-short', takesMs: 5_400_001 },
  { waits: 'no-progress', tries: 8 },
  { waits: 'list-refused', status: 403, says: 'not yours' },
  { waits: 'list-refused', status: 404, says: null },
  { waits: 'record-unseen', status: 403, says: 'not yours' },
  { waits: 'record-unseen', status: null, says: null },
  { waits: 'unknown-status', status: 'Archiving' },
];

test('a wait says what for, how much waits, since when and until when', () => {
  expect(waitLine(wait({ untilMs: NINE_MS + 3_600_000 }))).toBe(
    'Paused until 21 Nov 2026, 10:00 UTC: 3 files, 1.2 MB, since 21 Nov 2026, 09:00 UTC',
  );
  expect(waitLine(wait({ cause: 'offline', untilMs: NINE_MS + 3_600_000 }))).toContain(
    'Waiting for connection · next try at 21 Nov 2026, 10:00 UTC: 3 files',
  );
  expect(waitLine(wait({ files: 0, bytes: 0 }))).toBe('Paused since 21 Nov 2026, 09:00 UTC');
  expect(waitLine(wait({ cause: 'review', note: 'stopped' }))).toContain('Stopped by you: 3 files');
});

test('every cause and every note has its words', () => {
  const labelled = /^[A-Z][^:]+: 3 files/;
  for (const cause of HOLD_REASONS) expect(waitLine(wait({ cause }))).toMatch(labelled);
  for (const note of NOTES) {
    expect(waitLine(wait({ cause: 'server', note: note.waits }))).toMatch(labelled);
    expect(waitNoteSentence(note)).toMatch(/^[A-Z0-9].+\.$/);
    expect(readWaitNote(writeWaitNote(note))).toEqual(note);
  }
  expect(takes(5_400_001)).toContain('91 minutes');
  expect(takes(7_200_001)).toContain('3 hours');
});

test('what the service says is no note of ours', () => {
  for (const text of [null, '', 'busy', '{"why":"budget"}']) expect(readWaitNote(text)).toBeNull();
});

test('the rules of the queue are said in whole sentences', () => {
  const pause = { mode: 'after-current', sinceMs: NINE_MS, untilMs: null } as const;
  expect(pauseSentence(pause)).toMatch(/paused until you resume them\..*finish first\.$/);
  expect(pauseSentence({ ...pause, mode: 'now', untilMs: NINE_MS })).toContain('09:00 UTC');
  const rules = { pause: null, resumption: 'unknown', waits: [], entries: [] } as const;
  const none = { ...rules, limitBytesPerSecond: null, parallel: null };
  const some = { ...rules, limitBytesPerSecond: 500_000, parallel: 1 };
  expect([none, some].map(limitSentence)).toEqual([
    'Uploads and checks take all the bandwidth there is.',
    'Uploads and checks together take at most 500 kB a second.',
  ]);
  expect([none, some].map(parallelSentence)).toEqual([
    'The number of files at once is automatic.',
    'At most 1 file goes at once.',
  ]);
});
