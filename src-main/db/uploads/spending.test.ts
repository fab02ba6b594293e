import { describe, expect, test } from 'vitest';
import type { ChangeState } from '../../../src-shared/model/changes/change.ts';
import { NO_LIMITS } from '../../../src-shared/model/money/spend-limits.ts';
import { DAY_MS } from '../../../src-shared/model/text/time.ts';
import type { JournalPlaces } from '../money/balance-repository.ts';
import {
  addContent,
  addRecord,
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
  readonly outcome?: keyof typeof ENDS | 'recorded' | 'open';
  readonly recordId?: number;
}

const ENDS = {
  unknown: { type: 'answer-lost' },
  refused: { type: 'refused' },
  dropped: { type: 'dropped' },
} as const;

function account() {
  const { state } = temporaryState();
  /** An upload with one attempt that has come to its outcome. */
  function put(id: string, upload: Upload = {}): void {
    const { credits = 1, sizeBytes = 100, visibility = 'public', beganAtMs = 0 } = upload;
    const { outcome = 'recorded', endedAtMs = (beganAtMs ?? 0) + 1, recordId = null } = upload;
    const { id: contentId } = addContent(state, id, sizeBytes);
    const money = { estimatedCredits: credits, createdAtMs: 0, visibility };
    state.uploads.add(uploadJob({ id, contentId, uploadedIso: id, ...money }));
    if (beganAtMs !== null) {
      state.uploads.move(id, { type: 'attempt-begun', attemptId: `of-${id}` }, beganAtMs);
    }
    const tail = { type: 'attempt-ended', attemptId: `of-${id}`, note: '{}' } as const;
    if (outcome === 'refused') state.uploads.move(id, { ...tail, isUnrecorded: true }, endedAtMs);
    if (outcome === 'recorded')
      state.uploads.move(id, { type: 'recorded', recordId, by: null }, endedAtMs);
    else if (outcome !== 'open') state.uploads.move(id, ENDS[outcome], endedAtMs);
  }
  const { charges, balances } = state;
  const noteFall = (from: JournalPlaces, fellBy: number) =>
    charges.noteFall({ from, until: balances.placesNow(), fellBy });
  return { state, charges, put, noteFall, placesNow: balances.placesNow };
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
    expect(charges.spentSince(0)).toBe(6);
    const charged = { id: 'a', expectedCredits: 5, chargedCredits: 4, transactionId: 'tx-1' };
    expect(charges.jobs(0, DAY_MS)).toMatchObject([charged]);
    // A charge is that of one upload only.
    expect(() => charges.settle('b', 1, 'tx-1')).toThrow('UNIQUE');
  });
});

describe('what the balance tells', () => {
  test('the fall is the charge of an upload that was attempted alone in it, and of no others', () => {
    const { charges, put, noteFall, placesNow } = account();
    put('before');
    const from = placesNow();
    noteFall(from, 400);
    put('failed', { outcome: 'refused' });
    put('a');
    noteFall(from, 7);
    noteFall(placesNow(), 400);
    const next = placesNow();
    for (const id of ['b', 'c']) put(id);
    noteFall(next, 3);
    const told = charges.jobs(0, 99).map(({ id, chargedCredits }) => [id, chargedCredits]);
    expect(told).toEqual([
      ['a', 7],
      ['b', null],
      ['before', null],
      ['c', null],
    ]);
  });

  test('the history names a charge better than the balance, and it is that of the record', () => {
    const { state, charges, put, noteFall, placesNow } = account();
    const from = placesNow();
    const { id: recordId } = addRecord(state, addContent(state, 'a').id);
    put('a', { recordId });
    const known = () => [charges.jobs(0, 99)[0]?.isByBalance, charges.chargedFor(recordId)];
    expect(known()).toEqual([1, null]);
    noteFall(from, 3);
    expect(known()).toEqual([1, 3]);
    charges.settle('a', 2, 'tx-1');
    expect(known()).toEqual([0, 2]);
    expect(charges.chargedFor(recordId + 1)).toBeNull();
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

test('limits outlive the program; what was not named keeps its value', () => {
  const { state, folder } = temporaryState();
  expect(state.spendLimits.get()).toEqual(NO_LIMITS);
  state.spendLimits.change({ reserve: 50 });
  state.spendLimits.change({ month: 900 });
  state.close();
  const limits = reopenState(folder).spendLimits.get();
  expect(limits).toEqual({ reserve: 50, month: 900 });
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
