import { describe, expect, test } from 'vitest';
import {
  addContent,
  addFile,
  addRecord,
  assignment,
  folderRules,
  temporaryState,
} from '../../test-support/temporary-state.ts';
import { makeAuditLedger } from './audit-ledger.ts';

/** A watched folder with two notarized files, one of them in a subfolder, and one hand-picked file beside it. */
function lab() {
  const { state } = temporaryState();
  const put = (folderId: number, directory: string, name: string) => {
    const content = addContent(state, name);
    const record = addRecord(state, content.id, { name });
    const directoryId = state.files.directory(folderId, directory);
    const added = addFile(state, folderId, { directoryId, name });
    const hashing = state.files.move(added, 'hashing', { contentId: content.id });
    return state.files.move(hashing, 'notarized', { recordId: record.id });
  };
  const folderId = state.folders.add('/lab/data', folderRules(), 0);
  put(folderId, '', 'top.raw');
  put(folderId, 'runs/7', 'deep.raw');
  const picked = state.folders.addPicked(assignment(), 0);
  put(picked.id, '/lab/desk', 'picked.raw');
  const under = (root: string) =>
    [...makeAuditLedger(root, state).expected()].map(([path]) => path).toSorted();
  const nameAt = (root: string, path: string) =>
    makeAuditLedger(root, state).knownOf(path).expected?.record?.name ?? null;
  return { state, folderId, put, under, nameAt };
}

describe('what the ledger expects', () => {
  test('of the folder itself, of a part of it, of one around it and of hand-picked files', () => {
    const { under, nameAt } = lab();
    for (const [root, files] of [
      ['/lab/data', ['runs/7/deep.raw', 'top.raw']],
      ['/lab/data/runs', ['7/deep.raw']],
      ['/lab/data/runs/7', ['deep.raw']],
      ['/lab', ['data/runs/7/deep.raw', 'data/top.raw', 'desk/picked.raw']],
      ['/lab/desk', ['picked.raw']],
      ['/', ['lab/data/runs/7/deep.raw', 'lab/data/top.raw', 'lab/desk/picked.raw']],
      ['/lab/dat', []],
      ['/elsewhere', []],
    ] as const) {
      expect({ root, files: under(root) }).toEqual({ root, files });
      for (const file of files) expect(nameAt(root, file)).toBe(file.split('/').at(-1));
    }
    expect(nameAt('/lab', 'database/top.raw')).toBeNull();
    expect(nameAt('/lab/data', 'deep.raw')).toBeNull();
  });

  test('a folder that is watched again counts before the one it was', () => {
    const { state, folderId, put, nameAt, under } = lab();
    state.folders.remove(folderId, 1);
    expect(nameAt('/lab/data', 'top.raw')).toBe('top.raw');
    const again = state.folders.add('/lab/data', folderRules(), 2);
    const known = () => makeAuditLedger('/lab/data', state).knownOf('top.raw');
    expect(known().watched?.state).toBe('notarized'); // until it is seen in the new folder
    const file = put(again, '', 'top.raw');
    state.files.move(file, 'missing');
    expect(known().watched?.state).toBe('missing');
    expect(new Set(under('/lab/data'))).toEqual(new Set(['runs/7/deep.raw', 'top.raw']));
  });

  test('a file that a rule leaves out, or that was there before, is told by its row', () => {
    const { state, folderId } = lab();
    addFile(state, folderId, { name: 'left.tmp', state: 'ignored', message: 'built-in: *.tmp' });
    const { expected, watched } = makeAuditLedger('/lab/data', state).knownOf('left.tmp');
    expect([expected, watched?.isLeftOut]).toEqual([null, true]);
  });

  test('a copy is expected under the record of the file it is a copy of', () => {
    const { state, folderId } = lab();
    const content = addContent(state, 'top.raw');
    const added = addFile(state, folderId, { name: 'copy.raw' });
    const hashing = state.files.move(added, 'hashing', { contentId: content.id });
    state.files.move(hashing, 'duplicate', {
      recordId: state.records.withContent(content.id)[0]?.id ?? 0,
    });
    expect(makeAuditLedger('/lab/data', state).knownOf('copy.raw').expected).toMatchObject({
      sha256: content.sha256,
      isCopy: true,
      record: { name: 'top.raw' },
    });
  });
});
