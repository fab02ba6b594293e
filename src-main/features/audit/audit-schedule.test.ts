import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../src-shared/model/text/time.ts';
import { ALL_FOLDERS, nextAuditMs, rhythmForAll, scheduleOf } from './audit-runs.ts';

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
    // Months of missed audits are made up by one: the next is due one period later.
    const complete = ran(100 * DAY_MS, 'complete');
    expect(nextAuditMs('month', 5, { complete, latest: complete })).toBe(130 * DAY_MS);
  });

  test.each([
    ['no-folder', 8, 9 * DAY_MS + 1], // a day later
    ['cancelled', 8, 9 * DAY_MS + 1],
    ['cancelled', 1, 7 * DAY_MS], // not before its regular time
    ['interrupted', 8, 7 * DAY_MS], // it resumes at once
  ] as const)('after one that was %s on day %i', (state, day, nextMs) => {
    const past = { complete: ran(0, 'complete'), latest: ran(day * DAY_MS, state) };
    expect(nextAuditMs('week', 0, past)).toBe(nextMs);
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
  expect([rhythmForAll(rhythms), rhythmForAll([])]).toEqual(['month', 'never']);
  expect(scheduleOf(rhythms, watched, () => NEVER_RUN)).toMatchObject([
    { root: '/data/a', own: 'never', rhythm: 'never', nextAtMs: null },
    // Not before the folder existed.
    { folderId: '2', own: null, nextAtMs: 500 + 30 * DAY_MS },
    { root: '/archive', folderId: null, nextAtMs: 30 + 7 * DAY_MS },
  ]);
});
