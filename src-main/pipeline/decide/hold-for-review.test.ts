import { describe, expect, test } from 'vitest';
import { readHoldNote, type SpendLimits } from '../../../src-shared/model/money/spend-limits.ts';
import { makeSpendApproval } from '../../features/credits/credits.ts';
import {
  addContent,
  addRecord,
  assignment,
  folderRules,
} from '../../test-support/temporary-state.ts';
import { holdForReview } from './hold-for-review.ts';
import { recheckHolds } from './recheck-holds.ts';
import { pipeline } from '../common/test-support/pipeline.ts';

const TWO_FILES = { 'brake-files': 2 };

/** A folder with some ready files, and how a run looks at them. */
function folderOf(names: readonly string[], limits: Partial<SpendLimits> = {}) {
  const p = pipeline();
  p.state.spendLimits.change(limits);
  const rows = names.map((name) => p.put(name, name, 'ready'));
  const approval = makeSpendApproval(p);
  return {
    ...p,
    rows,
    approval,
    approveAwaiting: () => {
      const all = p.state.files.list({}, 0, 99).map(({ id }) => id);
      return approval.approve(approval.awaiting(all).map(({ id }) => id));
    },
    look: (scope = {}, inLine?: ReadonlySet<number>) =>
      holdForReview(p.state, p.transitions, scope, inLine),
    /** As every run begins. */
    lookAgain: () => recheckHolds(p.state, p.transitions, {}),
    why: (at: number) => readHoldNote(p.row({ id: rows[at]?.id ?? 0 }).message),
  };
}

/** A file with a record that holds other bytes now. */
function changedIn(f: ReturnType<typeof folderOf>) {
  const file = f.put('changed', 'before', 'ready');
  const record = addRecord(f.state, file.contentId ?? 0, { fileId: 'id of it' });
  const shown = f.transitions.move(file, 'notarized', { recordId: record.id });
  const { id: contentId } = addContent(f.state, 'after');
  const read = f.transitions.move(f.transitions.move(shown, 'discovered'), 'hashing', {
    contentId,
  });
  return f.transitions.decide(read);
}

/** A folder where each file is approved, and one that waits for it. */
function approvingEach() {
  const f = folderOf([]);
  f.state.folders.changeRules(f.folderId, folderRules({ approveEach: true }));
  const file = f.transitions.decide(f.put('a', 'a', 'ready'));
  expect(file).toMatchObject({ state: 'held', hold: 'review' });
  return { ...f, file };
}

describe('the brake', () => {
  test.each([
    [TWO_FILES, 'many-files'],
    [{ 'brake-credits': 2 }, 'many-credits'],
  ])('too much at once is held with the figures, and stays so in later runs: %j', (limits, why) => {
    const f = folderOf(['a', 'b', 'c'], limits);
    f.look();
    expect(f.states()).toEqual(['a held', 'b held', 'c held']);
    expect(f.why(0)).toEqual({ why, count: 3, limit: 2 });
    f.lookAgain();
    expect(f.states()).toEqual(['a held', 'b held', 'c held']);
  });

  test('approving some does not let the others slip through', () => {
    const f = folderOf(['a', 'b', 'c'], TWO_FILES);
    f.look();
    expect(f.approval.approve([f.rows[0]?.id ?? 0])).toMatchObject({ ok: true });
    f.lookAgain();
    f.look();
    expect(f.states()).toEqual(['a ready', 'b held', 'c held']);
    expect(f.approveAwaiting()).toEqual({ ok: true, value: new Map([['review', 2]]) });
    f.look();
    expect(f.states()).toEqual(['a ready', 'b ready', 'c ready']);
  });

  test('hand-picked files, queued files and other folders are left alone', () => {
    const f = folderOf(['a', 'b', 'c'], TWO_FILES);
    f.look({ fileIds: f.rows.map(({ id }) => id) });
    f.look({ folderId: f.folderId + 1 });
    f.look({}, new Set([f.rows[0]?.id ?? 0]));
    expect(f.states()).toEqual(['a ready', 'b ready', 'c ready']);
  });

  test('a notarized file that changed stays an alarm: no hold that is lifted together with others takes it', () => {
    const f = folderOf(['a', 'b', 'c'], TWO_FILES);
    f.state.folders.changeRules(f.folderId, folderRules({ approveEach: true }));
    const changed = changedIn(f);
    f.look();
    expect(f.row(changed).state).toBe('changed');
    f.approveAwaiting();
    expect(f.row(changed)).toMatchObject({ state: 'changed', approvedContentId: null });
  });
});

describe('approvals', () => {
  test('approving lifts the hold and nothing else happens', () => {
    const f = approvingEach();
    expect(f.approval.approve([f.file.id])).toEqual({ ok: true, value: new Map([['review', 1]]) });
    expect(f.row(f.file).state).toBe('ready');
    expect(f.state.uploads.withOutcome('open')).toEqual([]);
  });

  test('other bytes under the same name need another approval', () => {
    const f = approvingEach();
    f.approval.approve([f.file.id]);
    const { contentId } = f.put('b', 'b', 'ready'); // known, and not on the platform
    const again = f.transitions.move(f.row(f.file), 'discovered');
    expect(f.transitions.decide(f.transitions.move(again, 'hashing', { contentId })).hold).toBe(
      'review',
    );
  });

  test('all named files or none: what waits for a fact is refused by its name', () => {
    const f = folderOf([]);
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
    const f = folderOf([]);
    const original = f.put('a', 'same', 'ready');
    const record = addRecord(f.state, original.contentId ?? 0, { projectId: 'project-2' });
    const copy = f.transitions.decide(original);
    expect(copy).toMatchObject({ state: 'duplicate', recordId: record.id });
    f.approval.approve([copy.id]);
    expect(f.row(copy)).toMatchObject({ state: 'ready', recordId: null });
  });
});
