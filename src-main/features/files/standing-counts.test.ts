import { expect, test } from 'vitest';
import { pipeline } from '../../pipeline/common/test-support/pipeline.ts';
import { addFile, folderRules } from '../../test-support/temporary-state.ts';
import type { FileScope } from '../../db/files/file-scope.ts';
import { makePassFiles } from './standing-counts.ts';

test('a pass tells ready files by whether they are approved, of its folder or of its files, and none of a removed folder', () => {
  const stage = pipeline();
  const { state } = stage;
  const [a, b] = ['a', 'b'].map((name) => stage.put(name, name, 'ready'));
  const gone = state.folders.add('/gone', folderRules(), 0);
  addFile(state, gone, { name: 'c' });
  const approval = { fileId: a!.id, contentId: a!.contentId ?? 0, givenAtMs: 0 };
  state.approvals.give({ ...approval, what: 'review' });
  state.folders.remove(gone, 0);
  const standing = (scope: FileScope) =>
    makePassFiles(state)
      .standing(scope)
      .map(({ state: at, isApproved, files }) => [at, isApproved, files]);
  const both = [
    ['ready', true, 1],
    ['ready', false, 1],
  ];
  expect(standing({})).toEqual(both);
  expect(standing({ folderId: stage.folderId })).toEqual(both);
  expect(standing({ folderId: gone })).toEqual([]);
  expect(standing({ fileIds: [b!.id, a!.id] })).toEqual(both);
});

test('an approved file that is checked once more before it is paid for is under way, one that awaits approval is not', () => {
  const stage = pipeline();
  const { state } = stage;
  stage.put('a', 'a', 'ready');
  const checked = stage.put('b', 'b', 'ready');
  const files = makePassFiles(state);
  const scope = { fileIds: [checked.id] };
  expect([files.underWay({}), files.underWay(scope)]).toEqual([0, 0]);
  state.files.move(checked, 'checking');
  expect([files.underWay({}), files.underWay(scope)]).toEqual([1, 1]);
});
