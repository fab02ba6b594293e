import { expect, test } from 'vitest';
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import { addRecord } from '../../test-support/temporary-state.ts';
import { pipeline } from './test-support/pipeline.ts';
import { awaitsLook, noteLargeBatches } from './large-batch.ts';

const TWO = 2;

function folderWith(...states: readonly FileState[]) {
  const p = pipeline();
  const rows = states.map((state, index) => p.put(`${index}`, `${index}`, state));
  return {
    ...p,
    rows,
    look: (scope = {}) => noteLargeBatches(p.state, scope, TWO),
    /** Which of the rows need a look. */
    unseen: () => p.state.files.list({}, 0, 99).map((row) => awaitsLook(p.state, row)),
    approve({ id: fileId, contentId }: (typeof rows)[number]) {
      const approval = { fileId, contentId: contentId ?? 0, givenAtMs: 0 };
      p.state.approvals.give({ ...approval, what: 'review' });
    },
  };
}

test.each<[string, readonly FileState[], boolean]>([
  ['as many as may come', ['ready', 'ready'], false],
  ['one more', ['ready', 'ready', 'ready'], true],
  ['some that are not read yet', ['ready', 'hashing', 'checking'], true],
  ['some that cannot be read', ['ready', 'ready', 'unreadable'], true],
  ['some that were sent', ['ready', 'ready', 'recording'], false],
])('%s: %j', (_, states, isUnseen) => {
  const f = folderWith(...states);
  f.look();
  expect(f.unseen()).toEqual(states.map(() => isUnseen));
});

test('what is held counts as well: out of a pause nothing comes piece by piece', () => {
  const f = folderWith('ready', 'ready');
  f.state.files.move(f.put('held', 'held', 'ready'), 'held', { hold: 'offline' });
  f.look();
  expect(f.unseen()).toEqual([true, true, true]);
});

test('what was notarized and is read again is no new file', () => {
  const f = folderWith('ready', 'ready');
  const known = f.put('known', 'known', 'ready');
  const { id: recordId } = addRecord(f.state, known.contentId ?? 0);
  f.transitions.move(f.transitions.move(known, 'notarized', { recordId }), 'discovered');
  f.look();
  expect(f.unseen()).toEqual([false, false, false]);
});

test('approved files are seen and count no more; the others do, however few are left', () => {
  const f = folderWith('ready', 'ready', 'ready');
  f.look();
  for (const row of f.rows.slice(0, 2)) f.approve(row);
  f.look();
  expect(f.unseen()).toEqual([false, false, true]);
  f.put('later', 'later', 'ready');
  f.look();
  expect(f.unseen()).toEqual([false, false, true, false]);
  f.put('more', 'more', 'ready');
  f.look();
  expect(f.unseen()).toEqual([false, false, true, true, true]);
});

test('files that were named, and other folders, are left alone', () => {
  const f = folderWith('ready', 'ready', 'ready');
  f.look({ fileIds: f.rows.map(({ id }) => id) });
  f.look({ folderId: f.folderId + 1 });
  expect(f.unseen()).toEqual([false, false, false]);
});
