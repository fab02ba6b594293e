import { describe, expect, test } from 'vitest';
import type { ChangeState } from '../../../src-shared/model/changes/change.ts';
import { DEFAULT_LIMITS } from '../../../src-shared/model/money/spend-limits.ts';
import { DAY_MS } from '../../../src-shared/model/text/time.ts';
import type { JournalPlaces } from '../money/balance-repository.ts';
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
} from '../../test-support/temporary-state.ts';

interface Upload {
  readonly credits?: number;
  readonly sizeBytes?: number;
  readonly visibility?: 'public' | 'private';
  /** Null: there was no attempt. */
  readonly beganAtMs?: number | null;
  readonly endedAtMs?: number;
  readonly outcome?: keyof typeof ENDS | 'open';
}

const ENDS = {
  recorded: { type: 'recorded', recordId: null, by: null },
  unknown: { type: 'answer-lost' },
  refused: { type: 'refused' },
  dropped: { type: 'dropped' },
} as const;

function account() {
  const { state } = temporaryState();
  /** An upload with one attempt that has come to its outcome. */
  function put(id: string, upload: Upload = {}): void {
    const { credits = 1, sizeBytes = 100, visibility = 'public', beganAtMs = 0 } = upload;
    const { outcome = 'recorded', endedAtMs = (beganAtMs ?? 0) + 1 } = upload;
    const { id: contentId } = addContent(state, id, sizeBytes);
    const money = { estimatedCredits: credits, createdAtMs: 0, visibility };
    state.uploads.add(uploadJob({ id, contentId, uploadedIso: id, ...money }));
    if (beganAtMs !== null) {
      state.uploads.move(id, { type: 'attempt-begun', attemptId: `of-${id}` }, beganAtMs);
    }
    const tail = { type: 'attempt-ended', attemptId: `of-${id}`, note: '{}' } as const;
    if (outcome === 'refused') state.uploads.move(id, { ...tail, isUnrecorded: true }, endedAtMs);
    if (outcome !== 'open') state.uploads.move(id, ENDS[outcome], endedAtMs);
  }
  const { charges, balances } = state;
  const closeWindow = (from: JournalPlaces, fellBy: number) =>
    charges.closeWindow({
      from,
      until: balances.placesNow(),
      fellBy,
      changesCredits: 0,
      endedAtMs: 0,
    });
  return { state, charges, put, closeWindow, placesNow: balances.placesNow };
}

describe('what was spent', () => {
  test('unknown outcomes count as spent, what is on its way counts at any time, what was not recorded never', () => {
    const { charges, put } = account();
    put('recorded', { credits: 1, beganAtMs: DAY_MS });
    put('unknown', { credits: 10, beganAtMs: DAY_MS, outcome: 'unknown' });
    put('on-its-way', { credits: 100, beganAtMs: 5, outcome: 'open' });
    put('refused', { credits: 1_000, beganAtMs: DAY_MS, outcome: 'refused' });
    put('dropped', { credits: 1_000, beganAtMs: DAY_MS, outcome: 'dropped' });
    put('not-begun', { credits: 1_000, beganAtMs: null, outcome: 'open' });
    expect([charges.spentSince(0), charges.spentSince(DAY_MS)]).toEqual([111, 111]);
    expect(charges.reserved()).toBe(100);
  });

  test('tries of changes count as uploads do, each at its price or at what was charged beyond it', () => {
    const { state, charges, put } = account();
    put('upload', { credits: 3, beganAtMs: DAY_MS });
    sentChange(state, newProject('Tides', ['a']), 'answered', [5, DAY_MS + 5]);
    const lost = sentChange(state, invitation('Kim'), 'lost', [DAY_MS, DAY_MS + 1]);
    sentChange(state, invitation('Sam'), 'sending', [6, 7]);
    expect([charges.spentSince(0), charges.spentSince(DAY_MS)]).toEqual([83, 23]);
    expect(charges.reserved()).toBe(10);
    expect(charges.spentDays(0)).toEqual([
      { day: 0, credits: 60 },
      { day: 1, credits: 13 },
    ]);
    const charge = { part: 'invitation', expected: 10, credits: 12 } as const;
    state.changeCharges.settle({ transactionId: 'tx', changeId: lost, number: 1, ...charge });
    expect(charges.spentSince(DAY_MS)).toBe(25);
  });

  test('a change that was refused or never left counts for nothing, one sent again for both tries', () => {
    const { state, charges } = account();
    const intent = invitation('Kim');
    const id = sentChange(state, intent, 'lost', [1, 2]);
    const baseline = { kind: 'invite-member', isProvenAbsent: true } as const;
    const sending = { state: 'sending', sinceMs: 5, earlierLostAtMs: 2 } as const;
    const again = (end: ChangeState) => {
      state.changes.beginAttempt({ id, intent }, sending, baseline);
      state.changes.setState(id, end);
    };
    again({ state: 'waiting', lastTry: null, earlierLostAtMs: 2 });
    expect(charges.spentSince(0)).toBe(10);
    again({ state: 'unknown', lostAtMs: 6, finding: 'not-looked', lookedAtMs: null });
    expect(charges.spentSince(0)).toBe(20);
    const no = sentChange(state, deletion('run.csv'), 'sending', [7, 8]);
    const cause = { kind: 'credits', needed: 1, balance: 0 } as const;
    state.changes.setState(no, { state: 'refused', atMs: 8, cause, earlierLostAtMs: null });
    expect(charges.spentSince(0)).toBe(20);
  });

  test('an upload counts on the day its last attempt began, with what the service really took', () => {
    const { charges, put } = account();
    put('a', { credits: 5, beganAtMs: DAY_MS - 1, endedAtMs: DAY_MS + 5 });
    put('b', { credits: 2, beganAtMs: DAY_MS });
    charges.settle('a', 4, 'tx-1');
    expect(charges.spentSince(DAY_MS)).toBe(2);
    expect(charges.spentDays(0)).toEqual([
      { day: 0, credits: 4 },
      { day: 1, credits: 2 },
    ]);
    const charged = { id: 'a', expectedCredits: 5, chargedCredits: 4, transactionId: 'tx-1' };
    expect(charges.jobs(0, DAY_MS)).toMatchObject([charged]);
    // A charge is that of one upload only.
    expect(() => charges.settle('b', 1, 'tx-1')).toThrow('UNIQUE');
  });
});

describe('what teaches the price', () => {
  test('a window gives the sum of exactly the uploads attempted in it, without the private ones', () => {
    const { state, charges, put, placesNow } = account();
    put('before');
    const from = placesNow();
    put('a', { sizeBytes: 7 });
    put('b', { sizeBytes: 8 });
    put('private', { visibility: 'private' });
    put('failed', { outcome: 'refused' });
    const until = placesNow();
    put('after');
    const before = charges.samples();
    expect(charges.samples()).toBe(before); // read once, however many prices are asked for
    state.charges.closeWindow({ from, until, fellBy: 6, changesCredits: 0, endedAtMs: 0 });
    expect(charges.samples()).toEqual([{ publicBytes: [7, 8], credits: 5 }]);
    expect(charges.samples()).not.toBe(before);
  });

  test('one upload alone in its window was charged the whole sum; without uploads there is no sample', () => {
    const { charges, put, closeWindow, placesNow } = account();
    const from = placesNow();
    closeWindow(from, 400);
    put('a');
    closeWindow(from, 7);
    closeWindow(placesNow(), 400);
    expect(charges.jobs(0, 99)).toMatchObject([{ id: 'a', chargedCredits: 7 }]);
    expect(charges.samples()).toEqual([{ publicBytes: [100], credits: 7 }]);
  });

  test('charges named by the history replace the window they were in: nothing is counted twice', () => {
    const { charges, put, closeWindow, placesNow } = account();
    const from = placesNow();
    for (const id of ['a', 'b']) put(id);
    closeWindow(from, 3);
    charges.settle('a', 1, 'tx-1');
    charges.settle('b', 2, 'tx-2');
    expect(charges.samples().toSorted((one, other) => one.credits - other.credits)).toEqual([
      { publicBytes: [100], credits: 1 },
      { publicBytes: [100], credits: 2 },
    ]);
  });

  test('it is quiet when nothing is on its way and nothing attempted since then is unknown', () => {
    const { charges, put, placesNow } = account();
    const before = placesNow().uploadAttempts;
    put('old', { outcome: 'unknown' });
    const after = placesNow().uploadAttempts;
    expect([charges.isQuiet(before), charges.isQuiet(after)]).toEqual([false, true]);
    put('on-its-way', { outcome: 'open' });
    expect(charges.isQuiet(placesNow().uploadAttempts)).toBe(false);
  });
});

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
  const file = addFile(state, state.folders.add('/data', folderRules(), 0));
  const [one, other] = [addContent(state, 'one').id, addContent(state, 'other').id];
  const give = (contentId: number) =>
    state.approvals.give({ fileId: file.id, what: 'review', contentId, givenAtMs: 0 });
  const given = () =>
    [one, other].map((contentId) => Array.from(state.approvals.of(file.id, contentId)));
  give(one);
  expect(given()).toEqual([['review'], []]);
  give(other);
  expect(given()).toEqual([[], ['review']]);
  state.files.forget(file);
  expect(given()).toEqual([[], []]);
});
