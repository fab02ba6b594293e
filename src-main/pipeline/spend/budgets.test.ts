import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src-shared/model/text/time.ts';
import {
  addContent,
  addFile,
  folderRules,
  invitation,
  newProject,
  sentChange,
  temporaryState,
  uploadJob,
} from '../../test-support/temporary-state.ts';
import { budgetsLeft } from './plan-spend.ts';

const candidate = (credits: number, folderId: number) => ({
  id: 1,
  folderId,
  credits,
  passes: {},
});

/** Uploads of 10 credits each, begun this many days from the played now: 21 November 2026, 09:00 UTC. */
function spending(...daysFromNow: readonly number[]) {
  const { state, clock } = temporaryState();
  const nowMs = clock.nowMs();
  for (const [at, days] of daysFromNow.entries()) {
    const id = `job-${at}`;
    const createdAtMs = nowMs + days * DAY_MS;
    const { id: contentId } = addContent(state, id);
    const what = { id, contentId, uploadedIso: id, estimatedCredits: 10, createdAtMs };
    state.uploads.add(uploadJob(what));
    state.uploads.move(id, { type: 'recorded', recordId: null, by: null }, createdAtMs);
  }
  const left = (later = 0) =>
    budgetsLeft(state, nowMs + later).map((budget) => `${budget.name} ${budget.left}`);
  return { state, nowMs, left };
}

test('a month begins at midnight UTC; nothing is limited that nobody limited', () => {
  const s = spending(0, -20, -20.37, -20.38, -21);
  expect(s.left()).toEqual([]);
  s.state.spendLimits.change({ month: 900 });
  // It is 09:00: 20.37 days ago the month had begun, 20.38 days ago it had not.
  expect(s.left()).toEqual(['month 870']);
});

test('what changes cost leaves less for uploads, of the month’s limit and of no folder’s budget', () => {
  const s = spending(0);
  s.state.spendLimits.change({ month: 50 });
  s.state.folders.add('/data', folderRules({ budgetCredits: 100 }), 0);
  sentChange(s.state, invitation('Kim'), 'answered', [s.nowMs, s.nowMs]);
  expect(s.left()).toEqual(['folder 100', 'month 30']);
  sentChange(s.state, newProject('Tides'), 'lost', [s.nowMs, s.nowMs]);
  expect(s.left()).toEqual(['folder 100', 'month -20']);
});

test('every budget counts what the service charged as soon as that is known, and the estimate until then', () => {
  const { state, nowMs, left } = spending();
  const folderId = state.folders.add('/data', folderRules({ budgetCredits: 100 }), 0);
  state.spendLimits.change({ month: 900 });
  const { id: fileId } = addFile(state, folderId);
  const { id: contentId } = addContent(state, 'a');
  const what = { fileId, contentId, estimatedCredits: 10, createdAtMs: nowMs };
  state.uploads.add(uploadJob(what));
  state.uploads.move('job-1', { type: 'answer-lost' });
  expect(left()).toEqual(['folder 90', 'month 890']);
  state.uploads.move('job-1', { type: 'recorded', recordId: null, by: 'uploaded' });
  state.charges.settle('job-1', 13, 'tx');
  expect(left()).toEqual(['folder 87', 'month 887']);
});

test('with the next month its limit is whole again', () => {
  const s = spending(0, -1);
  s.state.spendLimits.change({ month: 900 });
  expect(s.left(DAY_MS)).toEqual(['month 880']);
  expect(s.left(10 * DAY_MS)).toEqual(['month 900']);
});

test('what is promised is gone from every budget it belongs to', () => {
  const s = spending(0);
  s.state.spendLimits.change({ month: 50 });
  const [one, other] = ['/one', '/other'].map((path) =>
    s.state.folders.add(path, folderRules({ budgetCredits: 100 }), 0),
  );
  const promised = [candidate(7, one ?? 0), candidate(2, other ?? 0)];
  const left = budgetsLeft(s.state, s.nowMs, promised);
  expect(left.map((budget) => [budget.folderId, budget.limit, budget.left])).toEqual([
    [one, 100, 93],
    [other, 100, 98],
    [null, 50, 31],
  ]);
});
