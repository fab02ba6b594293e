import { describe, expect, test } from 'vitest';
import {
  MAX_FILE_BYTES_BINARY,
  MAX_FILE_BYTES_DECIMAL,
} from '../../../src-shared/service/limits.ts';
import { pipeline } from '../../pipeline/common/test-support/pipeline.ts';
import { keepRecord } from '../../pipeline/decide/keep-record.ts';
import { makeFileTransitions } from '../../pipeline/decide/file-transitions.ts';
import {
  addContent,
  addFile,
  addRecord,
  assignment,
  fileOf,
  folderRules,
  temporaryState,
  uploadJob,
} from '../../test-support/temporary-state.ts';
import { writeHoldNote } from '../../../src-shared/model/money/spend-limits.ts';
import { makeSpendApproval } from './credits.ts';

/** A fingerprinted private file of this size, in a folder whose files are not checked first. */
function fileOfSize(sizeBytes: number) {
  const { state, clock } = temporaryState();
  const rules = folderRules({ assignment: assignment({ checkPolicy: 'never' }) });
  const folderId = state.folders.add('/data', rules, 0);
  const { id: contentId } = addContent(state, 'scan', sizeBytes);
  const found = addFile(state, folderId, { name: 'scan.raw', sizeBytes });
  const transitions = makeFileTransitions(state, { clock, announce: () => undefined });
  transitions.decide(state.files.move(found, 'hashing', { contentId }));
  const row = () => fileOf(state, found.id);
  return {
    state,
    clock,
    row,
    transitions,
    approval: makeSpendApproval({ state, transitions, clock }),
  };
}

test.each([MAX_FILE_BYTES_DECIMAL + 1, MAX_FILE_BYTES_BINARY])(
  'a file between the two readings of 2.5 GB (%i bytes) is held, and ready at its price once approved',
  (sizeBytes) => {
    const f = fileOfSize(sizeBytes);
    expect(f.row()).toMatchObject({ state: 'held', hold: 'size_confirm' });
    const lifted = f.approval.approve([f.row().id]);
    expect(lifted.ok && [...lifted.value]).toEqual([['size_confirm', 1]]);
    expect(f.row()).toMatchObject({ state: 'ready', hold: null });
    expect(f.transitions.creditsOf(f.row())).toBe(1);
    expect(f.state.charges.spentSince(0)).toBe(0);
  },
);

test('what is larger than both readings cannot be approved', () => {
  const f = fileOfSize(MAX_FILE_BYTES_BINARY + 1);
  expect(f.row()).toMatchObject({ state: 'held', hold: 'size_limit' });
  expect(f.approval.approve([f.row().id])).toMatchObject({
    ok: false,
    fault: { kind: 'cannot-approve', hold: 'size_limit' },
  });
  expect(f.approval.awaiting([f.row().id])).toEqual([]);
});

test('what was deleted on the service is asked about anew once a person wants it notarized again', () => {
  const f = fileOfSize(5);
  const { id: fileId, contentId } = f.row();
  const record = addRecord(f.state, contentId ?? 0, { status: 'Deleted' });
  const answer = { exists: false, fileName: '', project: '', askedAtMs: 0 };
  f.state.contents.keepPlatformAnswer(record.contentId, answer);
  f.transitions.decide(f.row());
  expect(f.row()).toMatchObject({ state: 'held', hold: 'record_deleted' });
  expect(f.approval.approve([fileId])).toEqual({
    ok: true,
    value: new Map([['record_deleted', 1]]),
  });
  expect(f.row()).toMatchObject({ id: fileId, state: 'ready' });
  expect(f.state.contents.get(record.contentId).platform).toBeNull();

  // It was for one upload: what is deleted once more is asked about once more.
  const { contentId: sent } = record;
  f.state.uploads.add(uploadJob({ fileId, contentId: sent }));
  const job = f.state.uploads.get('job-1');
  if (job === null) throw new Error('the job was not kept');
  keepRecord({ state: f.state, clock: f.clock }, job, { fileId: 'again', status: 'Deleted' }, null);
  f.transitions.decide(f.row());
  expect(f.row()).toMatchObject({ state: 'held', hold: 'record_deleted' });
});

/** A folder where each file is approved, and its approvals. */
function approvingEach() {
  const p = pipeline(folderRules({ approveEach: true }));
  const approval = makeSpendApproval(p);
  const file = p.transitions.decide(p.put('a', 'a', 'ready'));
  expect(file).toMatchObject({ state: 'held', hold: 'review' });
  return { ...p, approval, file };
}

describe('approvals', () => {
  test('approving lifts the hold and nothing else happens', () => {
    const f = approvingEach();
    expect(f.approval.approve([f.file.id])).toEqual({ ok: true, value: new Map([['review', 1]]) });
    expect(f.row(f.file).state).toBe('ready');
    expect(f.state.uploads.withOutcome('open')).toEqual([]);
  });

  test('other bytes under the same name need another approval (P2)', () => {
    const f = approvingEach();
    f.approval.approve([f.file.id]);
    const { contentId } = f.put('b', 'b', 'ready'); // known, and not on the service
    const again = f.transitions.move(f.row(f.file), 'discovered');
    expect(f.transitions.decide(f.transitions.move(again, 'hashing', { contentId })).hold).toBe(
      'review',
    );
  });

  test('all named files or none: what waits for a fact is refused by its name', () => {
    const p = pipeline();
    const f = { ...p, approval: makeSpendApproval(p) };
    const rules = folderRules({ assignment: assignment({ labels: '' }) });
    const waiting = f.put('a', 'a', 'held', { hold: 'size_confirm' });
    f.state.folders.changeRules(f.folderId, rules);
    const nameless = f.transitions.decide(f.put('b', 'b', 'ready'));
    expect(f.approval.approve([waiting.id, nameless.id])).toEqual({
      ok: false,
      fault: { kind: 'cannot-approve', path: '/data/b', state: 'held', hold: 'labels' },
    });
    expect(f.row(waiting).hold).toBe('size_confirm');
  });

  test('a copy is notarized here too once somebody says so', () => {
    const p = pipeline();
    const f = { ...p, approval: makeSpendApproval(p) };
    const original = f.put('a', 'same', 'ready');
    const record = addRecord(f.state, original.contentId ?? 0, { projectId: 'project-2' });
    const copy = f.transitions.decide(original);
    expect(copy).toMatchObject({ state: 'duplicate', recordId: record.id });
    f.approval.approve([copy.id]);
    expect(f.row(copy)).toMatchObject({ state: 'ready', recordId: null });
  });

  test('a notarized file that changed stays an alarm: no hold that is lifted together with others takes it (P4)', () => {
    const f = approvingEach();
    const file = f.put('changed', 'before', 'ready');
    const record = addRecord(f.state, file.contentId ?? 0, { fileId: 'id of it' });
    const shown = f.transitions.move(file, 'notarized', { recordId: record.id });
    const { id: contentId } = addContent(f.state, 'after');
    const read = f.transitions.move(shown, 'discovered');
    const changed = f.transitions.decide(f.transitions.move(read, 'hashing', { contentId }));
    expect(changed.state).toBe('changed');
    f.approval.approve(f.approval.awaiting([f.file.id, changed.id]).map(({ id }) => id));
    expect(f.row(f.file).state).toBe('ready');
    expect(f.row(changed)).toMatchObject({ state: 'changed', approvedContentId: null });
  });
});

/** Files of one credit each that the reserve holds, at a balance of 10 of which 8 stay, and in a folder with a budget of 5. */
function overLimits(count: number) {
  const p = pipeline(folderRules({ budgetCredits: 5 }));
  p.state.spendLimits.change({ reserve: 8, month: 5 });
  p.state.balances.keep('latest', { credits: 10, askedAtMs: 0, readAtMs: 0 });
  const note = writeHoldNote({ why: 'budget', budget: 'reserve', limit: 8, left: 2 });
  const files = Array.from({ length: count }, (_, index) =>
    p.put(`${index}`, `${index}`, 'held', { hold: 'budget', message: note }),
  );
  return { ...p, approval: makeSpendApproval(p), ids: files.map(({ id }) => id), files };
}

describe('limits', () => {
  test('an approval names those that it passes, and no other one: those that are broken, and that which holds a file (P3)', () => {
    const few = overLimits(1);
    const reserve = { budget: 'reserve', folderId: null, limit: 8 } as const;
    expect(few.approval.limitsOf(few.files)).toEqual([reserve]);
    const many = overLimits(6);
    const all = [
      reserve,
      { budget: 'folder', folderId: String(many.folderId), limit: 5 },
      { budget: 'month', folderId: null, limit: 5 },
    ] as const;
    expect(many.approval.limitsOf(many.files)).toEqual(all);
    for (const named of [
      [],
      [reserve],
      [reserve, all[1]],
      [{ ...reserve, limit: 7 }, all[1], all[2]],
    ])
      expect(many.approval.approve(many.ids, named)).toEqual({
        ok: false,
        fault: { kind: 'limits-not-named', limits: all },
      });
    expect(many.files.map((file) => many.row(file).hold)).not.toContain(null);
    expect(many.approval.approve(many.ids, all).ok).toBe(true);
    const passes = { reserve: 8, folder: 5, month: 5 };
    for (const { id, contentId } of many.files)
      expect(many.state.approvals.passes(id, contentId ?? 0)).toEqual(passes);
  });

  test('it covers what the balance pays for now: no credits that are added later (P3)', () => {
    const f = overLimits(12);
    const awaiting = f.approval.awaiting(f.ids);
    expect(awaiting).toHaveLength(10);
    const limits = f.approval.limitsOf(awaiting);
    expect(f.approval.approve(f.ids, f.approval.limitsOf(f.files))).toEqual({
      ok: false,
      fault: { kind: 'more-than-balance', credits: 12, balance: 10 },
    });
    expect(
      f.approval.approve(
        awaiting.map(({ id }) => id),
        limits,
      ).ok,
    ).toBe(true);
    expect(f.files.filter((file) => f.row(file).hold === null)).toHaveLength(10);
  });
});
