/** How far files that were added together have come. */
import {
  type FileBatch,
  type FileListRow,
  MOST_RANGE_ROWS,
} from '../../../src-shared/bridge/file-calls.ts';
import { stateTraits } from '../../../src-shared/model/files/file-state.ts';
import type { State } from '../../db/state.ts';
import { listRow, makeFileView } from './file-views.ts';

/** Rows that are gone, or whose folder is not watched any more, are left out. */
export function fileBatch(
  fileIds: readonly number[],
  state: State,
  certificateFolder: string,
): FileBatch {
  const view = makeFileView(state, certificateFolder);
  const needAttention: FileListRow[] = [];
  const underWay: FileListRow[] = [];
  const done: FileListRow[] = [];
  for (const id of fileIds) {
    const row = state.files.get(id);
    if (row === null || state.folders.get(row.folderId) === null) continue;
    const { group } = stateTraits(row.state, row.hold);
    const rows = group === 'needs-you' ? needAttention : group === 'done' ? done : underWay;
    rows.push(listRow(row, view, state));
  }
  const all = [...needAttention, ...underWay, ...done];
  return {
    total: all.length,
    done: done.length,
    needAttention: needAttention.length,
    rows: all.slice(0, MOST_RANGE_ROWS),
  };
}
