import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src-shared/model/time.ts';
import { ALL_FOLDERS, nextAuditMs, rhythmForAll, scheduleOf } from './audit-schedule.ts';

const NEVER_RUN = { complete: null, latest: null };
const ran = (beganAtMs: number, state: 'complete' | 'cancelled' | 'no-folder' | 'interrupted') => ({
  state,
  beganAtMs,
  endedAtMs: beganAtMs + 1,
});

describe('when the next audit is due', () => {
  test('a period after the last that was through, or after the rhythm was set', () => {
    expect(nextAuditMs('never', 0, NEVER_RUN)).toBeNull();
    expect(nextAuditMs('week', 5, NEVER_RUN)).toBe(5 + 7 * DAY_MS);
    const complete = ran(100, 'complete');
    expect(nextAuditMs('month', 5, { complete, latest: complete })).toBe(100 + 30 * DAY_MS);
  });

  test('what was missed for months is made up once', () => {
    const complete = ran(0, 'complete');
    const now = 100 * DAY_MS;
    expect(nextAuditMs('week', 0, { complete, latest: complete })).toBeLessThan(now);
    const later = ran(now, 'complete');
    expect(nextAuditMs('week', 0, { complete: later, latest: later })).toBe(now + 7 * DAY_MS);
  });

  test('a folder that was not there, or an audit that was cancelled, is tried a day later', () => {
    const complete = ran(0, 'complete');
    for (const state of ['no-folder', 'cancelled'] as const) {
      const latest = ran(8 * DAY_MS, state);
      expect(nextAuditMs('week', 0, { complete, latest })).toBe(9 * DAY_MS + 1);
    }
    // Not before its time, and one that was cut off goes on at once.
    const early = ran(DAY_MS, 'cancelled');
    expect(nextAuditMs('week', 0, { complete, latest: early })).toBe(7 * DAY_MS);
    const cut = ran(8 * DAY_MS, 'interrupted');
    expect(nextAuditMs('week', 0, { complete, latest: cut })).toBe(7 * DAY_MS);
  });
});

test('a folder has its own rhythm, or that for all; others may have one too', () => {
  const rhythms = [
    { root: ALL_FOLDERS, rhythm: 'month', sinceMs: 10 },
    { root: '/data/a', rhythm: 'never', sinceMs: 20 },
    { root: '/archive', rhythm: 'week', sinceMs: 30 },
  ] as const;
  const watched = [
    { path: '/data/a', folderId: '1', addedAtMs: 0 },
    { path: '/data/b', folderId: '2', addedAtMs: 500 },
  ];
  expect(rhythmForAll(rhythms)).toBe('month');
  expect(rhythmForAll([])).toBe('never');
  expect(scheduleOf(rhythms, watched, () => NEVER_RUN)).toEqual([
    expect.objectContaining({ root: '/data/a', own: 'never', rhythm: 'never', nextAtMs: null }),
    // Not before it was there.
    expect.objectContaining({ folderId: '2', own: null, nextAtMs: 500 + 30 * DAY_MS }),
    expect.objectContaining({ root: '/archive', folderId: null, nextAtMs: 30 + 7 * DAY_MS }),
  ]);
});
