import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../src-shared/model/spend-limits.ts';
import {
  addContent,
  addFile,
  deletion,
  folderRules,
  invitation,
  newProject,
  reopenState,
  sentChange,
  temporaryState,
  uploadJob,
} from '../test-support/temporary-state.ts';
import type { JobOutcome } from './upload-repository.ts';
import type { State } from './state.ts';

const DAY_MS = 86_400_000;

interface Upload {
  readonly id: string;
  readonly credits?: number;
  readonly sizeBytes?: number;
  readonly visibility?: 'public' | 'private';
  readonly beganAtMs?: number | null;
  readonly outcome?: Exclude<JobOutcome, 'given-up'>;
  readonly endedAtMs?: number;
}

/** An upload with one attempt (none when `beganAtMs` is null) that has come to its outcome. */
function put(state: State, upload: Upload): void {
  const { id, credits = 1, sizeBytes = 100, visibility = 'public', beganAtMs = 0 } = upload;
  const { outcome = 'recorded', endedAtMs = (beganAtMs ?? 0) + 1 } = upload;
  const content = addContent(state, id, sizeBytes);
  const money = { estimatedCredits: credits, createdAtMs: 0, visibility };
  state.uploads.add(uploadJob({ id, contentId: content.id, uploadedIso: id, ...money }));
  if (beganAtMs !== null) {
    state.uploads.beginAttempt({ id: `of-${id}`, jobId: id, state: '{}', atMs: beganAtMs });
  }
  if (outcome !== 'open') state.uploads.end(id, outcome, null, endedAtMs);
}

const windowOf = (fromMs: number, untilMs: number, fellBy: number, changesCredits = 0) => ({
  fromMs,
  untilMs,
  fellBy,
  changesCredits,
});

describe('what was spent', () => {
  test('unknown outcomes count as spent, what is on its way counts at any time, what was not recorded never', () => {
    const { state } = temporaryState();
    put(state, { id: 'recorded', credits: 1, beganAtMs: DAY_MS });
    put(state, { id: 'unknown', credits: 10, beganAtMs: DAY_MS, outcome: 'unknown' });
    put(state, { id: 'on-its-way', credits: 100, beganAtMs: 5, outcome: 'open' });
    put(state, { id: 'refused', credits: 1_000, beganAtMs: DAY_MS, outcome: 'refused' });
    put(state, { id: 'dropped', credits: 1_000, beganAtMs: DAY_MS, outcome: 'dropped' });
    put(state, { id: 'not-begun', credits: 1_000, beganAtMs: null, outcome: 'open' });
    expect(state.charges.spentSince(0)).toBe(111);
    expect(state.charges.reserved()).toBe(100);
  });

  test('tries of changes count as uploads do, each at its price or at what was charged beyond it', () => {
    const { state } = temporaryState();
    put(state, { id: 'upload', credits: 3, beganAtMs: DAY_MS });
    sentChange(state, newProject('Tides', ['a']), 'answered', [5, DAY_MS + 5]);
    const lost = sentChange(state, invitation('Kim'), 'lost', [DAY_MS, DAY_MS + 1]);
    sentChange(state, invitation('Sam'), 'sending', [6, 7]);
    expect([state.charges.spentSince(0), state.charges.spentSince(DAY_MS)]).toEqual([83, 23]);
    expect(state.charges.reserved()).toBe(10);
    expect(state.charges.spentDays(0)).toEqual([
      { day: 0, credits: 60 },
      { day: 1, credits: 13 },
    ]);
    state.changeCharges.settle({
      transactionId: 'tx',
      changeId: lost,
      number: 1,
      part: 'invitation',
      expected: 10,
      credits: 12,
    });
    expect(state.charges.spentSince(DAY_MS)).toBe(25);
  });

  test('a change that was refused or never left counts for nothing, one sent again for both tries', () => {
    const { state } = temporaryState();
    const intent = invitation('Kim');
    const id = sentChange(state, intent, 'lost', [1, 2]);
    const sending = { state: 'sending', sinceMs: 5, earlierLostAtMs: 2 } as const;
    const again = () =>
      state.changes.beginAttempt({ id, intent }, sending, {
        kind: 'invite-member',
        isProvenAbsent: true,
      });
    again();
    state.changes.setState(id, { state: 'waiting', trouble: null, earlierLostAtMs: 2 });
    expect(state.charges.spentSince(0)).toBe(10);
    again();
    state.changes.setState(id, {
      state: 'unknown',
      lostAtMs: 6,
      finding: 'not-looked',
      lookedAtMs: null,
    });
    expect(state.charges.spentSince(0)).toBe(20);
    const no = sentChange(state, deletion('run.csv'), 'sending', [7, 8]);
    state.changes.setState(no, {
      state: 'refused',
      atMs: 8,
      cause: { kind: 'credits', needed: 1, balance: 0 },
      earlierLostAtMs: null,
    });
    expect(state.charges.spentSince(0)).toBe(20);
  });

  test('an upload counts on the day its last attempt began', () => {
    const { state } = temporaryState();
    put(state, { id: 'a', beganAtMs: DAY_MS - 1, endedAtMs: DAY_MS + 5 });
    put(state, { id: 'b', credits: 2, beganAtMs: DAY_MS });
    expect(state.charges.spentSince(DAY_MS)).toBe(2);
    expect(state.charges.spentDays(0)).toEqual([
      { day: 0, credits: 1 },
      { day: 1, credits: 2 },
    ]);
  });

  test('what the service really took replaces the estimate', () => {
    const { state } = temporaryState();
    put(state, { id: 'a', credits: 5 });
    state.charges.settle('a', 4, 'tx-1');
    expect(state.charges.spentSince(0)).toBe(4);
    expect(state.charges.jobs(0, 1)).toMatchObject([
      { id: 'a', expectedCredits: 5, chargedCredits: 4, transactionId: 'tx-1' },
    ]);
  });
});

describe('what teaches the price', () => {
  test('a window gives the sum of exactly the uploads begun and ended in it, without the private ones', () => {
    const { state } = temporaryState();
    put(state, { id: 'before', beganAtMs: 9, endedAtMs: 15 });
    put(state, { id: 'a', sizeBytes: 7, beganAtMs: 10, endedAtMs: 20 });
    put(state, { id: 'b', sizeBytes: 8, beganAtMs: 11, endedAtMs: 19 });
    put(state, { id: 'private', visibility: 'private', beganAtMs: 11, endedAtMs: 19 });
    put(state, { id: 'after', beganAtMs: 12, endedAtMs: 21 });
    const before = state.charges.evidence();
    state.charges.closeWindow(windowOf(10, 20, 6));
    expect(state.charges.samples()).toEqual([{ publicBytes: [7, 8], credits: 5 }]);
    expect(state.charges.evidence()).not.toBe(before);
  });

  test('one upload alone in its window was charged the whole sum; without uploads there is no sample', () => {
    const { state } = temporaryState();
    put(state, { id: 'a', beganAtMs: 10, endedAtMs: 20 });
    state.charges.closeWindow(windowOf(0, 5, 400));
    state.charges.closeWindow(windowOf(10, 20, 7));
    expect(state.charges.jobs(0, 99)).toMatchObject([{ id: 'a', chargedCredits: 7 }]);
    expect(state.charges.samples()).toEqual([{ publicBytes: [100], credits: 7 }]);
  });

  test('charges named by the history replace the window they were in: nothing is counted twice', () => {
    const { state } = temporaryState();
    for (const id of ['a', 'b']) put(state, { id, beganAtMs: 10, endedAtMs: 20 });
    state.charges.closeWindow(windowOf(10, 20, 3));
    state.charges.settle('a', 1, 'tx-1');
    state.charges.settle('b', 2, 'tx-2');
    expect(state.charges.samples().toSorted((one, other) => one.credits - other.credits)).toEqual([
      { publicBytes: [100], credits: 1 },
      { publicBytes: [100], credits: 2 },
    ]);
  });

  test('a charge is that of one upload only', () => {
    const { state } = temporaryState();
    for (const id of ['a', 'b']) put(state, { id });
    state.charges.settle('a', 1, 'tx-1');
    expect(() => state.charges.settle('b', 1, 'tx-1')).toThrow('UNIQUE');
  });

  test('it is quiet when nothing is on its way and nothing begun since then is unknown', () => {
    const { state } = temporaryState();
    put(state, { id: 'old', beganAtMs: 5, outcome: 'unknown' });
    expect([state.charges.isQuiet(5), state.charges.isQuiet(6)]).toEqual([false, true]);
    put(state, { id: 'on-its-way', beganAtMs: 1, outcome: 'open' });
    expect(state.charges.isQuiet(6)).toBe(false);
  });
});

describe('limits and approvals', () => {
  test('limits outlive the program; what was not named keeps its value, none is not the default', () => {
    const { state, folder } = temporaryState();
    expect(state.spendLimits.get()).toEqual(DEFAULT_LIMITS);
    state.spendLimits.change({ day: 50, 'brake-files': null });
    state.spendLimits.change({ month: 900 });
    state.close();
    const limits = reopenState(folder).spendLimits.get();
    expect(limits).toEqual({ ...DEFAULT_LIMITS, day: 50, month: 900, 'brake-files': null });
  });

  test('an approval is for one hold of one content, and gone with its row', () => {
    const { state } = temporaryState();
    const folderId = state.folders.add('/data', folderRules(), 0);
    const file = addFile(state, folderId);
    const [one, other] = [addContent(state, 'one').id, addContent(state, 'other').id];
    const give = (contentId: number) =>
      state.approvals.give({ fileId: file.id, what: 'review', contentId, givenAtMs: 0 });
    give(one);
    expect([...state.approvals.of(file.id, one)]).toEqual(['review']);
    expect([...state.approvals.of(file.id, other)]).toEqual([]);
    give(other);
    expect([...state.approvals.of(file.id, one)]).toEqual([]);
    state.files.forget(file);
    expect([...state.approvals.of(file.id, other)]).toEqual([]);
  });

  test('a folder keeps whether each of its files is approved', () => {
    const { state } = temporaryState();
    const id = state.folders.add('/data', folderRules({ approveEach: true }), 0);
    expect(state.folders.get(id)?.approveEach).toBe(true);
    state.folders.changeRules(id, folderRules());
    expect(state.folders.get(id)?.approveEach).toBe(false);
  });
});
