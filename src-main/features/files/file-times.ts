/** When a file reached each step of its way, from what is kept about it. Asks nobody and changes nothing. */
import fs from 'node:fs/promises';
import type { FileTimes } from '../../../src-shared/bridge/file-calls.ts';
import type { FileView } from '../../../src-shared/model/files/file-view.ts';
import type { State } from '../../db/state.ts';
import { SHOWING, stateOfStatus } from '../../pipeline/common/state-of-status.ts';

/** Null: the row is gone. */
export async function fileTimes(view: FileView, state: State): Promise<FileTimes | null> {
  const row = state.files.get(Number(view.id));
  if (row === null) return null;
  const content = row.contentId === null ? null : state.contents.get(row.contentId);
  // A copy knows of another file's record; its own way ends with the check.
  const own = row.recordId === null || !SHOWING.includes(row.state) ? null : row.recordId;
  const record = own === null ? null : state.records.get(own);
  const isWritten = record !== null && stateOfStatus(record.status) === 'notarized';
  return {
    savedAtMs: row.identity.startsWith(':') ? null : row.unchangedSinceMs,
    fingerprintedAtMs: content === null ? null : state.files.fingerprintedAtMs(row.id),
    checkedAtMs: content?.platform?.askedAtMs ?? null,
    uploadedAtMs: record?.receivedAtMs ?? null,
    recordedAtMs: isWritten ? record.settledAtMs : null,
    certificateAtMs: view.certificatePdf === null ? null : await writtenAtMs(view.certificatePdf),
  };
}

/** Null when it is not there any more. */
async function writtenAtMs(path: string): Promise<number | null> {
  try {
    return Math.floor((await fs.stat(path)).mtimeMs);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
