/** Converts rows into the views that faces show. */
import { join, sep } from 'node:path';
import fs from 'node:fs/promises';
import type { Change } from '../../../src-shared/model/changes/change.ts';
import type { Assignment } from '../../../src-shared/model/files/assignment.ts';
import { type FileState, SHOWING } from '../../../src-shared/model/files/file-state.ts';
import { uploadCredits } from '../../../src-shared/model/money/price.ts';
import type {
  FileDeletion,
  FileView,
  RecordedElsewhere,
  UploadDoubt,
} from '../../../src-shared/model/files/file-view.ts';
import type { Content, PlatformAnswer } from '../../db/files/content-repository.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { FileFilter } from '../../db/files/file-scope.ts';
import type { Folder } from '../../db/files/folder-repository.ts';
import { msFromIso } from '../../../src-shared/model/text/time.ts';
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import { folderPathIn } from '../../db/files/place-search.ts';
import type { State } from '../../db/state.ts';
import { isAgreedTo, approvalOf } from '../credits/spend-offers.ts';
import { findingOf, toldFrom, receivedFor } from '../../pipeline/confirm/search-upload.ts';
import type { FileListRow, FilePage, FileTimes } from '../../../src-shared/bridge/file-calls.ts';
import { stateOfStatus } from '../../pipeline/common/list-project-files.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { Files } from './files.ts';

const PAGE_ROWS = 500;

/** Reads views in pages, so that a million files are never in memory at once. */
export function* fileViews(
  state: State,
  certificateFolder: string,
  filter: FileFilter,
): Generator<FileView> {
  let afterId = 0;
  for (;;) {
    const page = state.files.list(filter, afterId, PAGE_ROWS);
    yield* viewsOf(page, state, certificateFolder);
    const last = page.at(-1);
    if (last === undefined) return;
    afterId = last.id;
  }
}

/** At most `count` files with a number above this one, in the order of their numbers. */
export function filePage(
  { state, certificateFolder }: { readonly state: State; readonly certificateFolder: string },
  filter: FileFilter,
  { afterId, count }: { readonly afterId: number; readonly count: number },
): FilePage {
  const rows = state.files.list(filter, afterId, count);
  const last = rows.length < count ? undefined : rows.at(-1);
  return {
    files: viewsOf(rows, state, certificateFolder),
    nextAfterId: last === undefined ? null : String(last.id),
  };
}

function viewsOf(
  rows: readonly FileRow[],
  state: State,
  certificateFolder: string,
): readonly FileView[] {
  const contents = state.contents.those(rows.flatMap(({ contentId }) => contentId ?? []));
  return rows.map(makeFileView(state, certificateFolder, contents));
}

/**
 * Reads single rows. It caches folders while it is used: create one for each reading. `contents`: those of the rows that
 * were read already.
 */
export function makeFileView(
  state: State,
  certificateFolder: string,
  contents: ReadonlyMap<number, Content> = new Map(),
): (row: FileRow) => FileView {
  const folders = new Map<number, Folder | null>();
  const folderOf = (row: FileRow) => {
    const known = folders.get(row.folderId) ?? state.folders.get(row.folderId);
    folders.set(row.folderId, known);
    if (known === null) throw new Error(`file ${row.id} belongs to no active folder`);
    return known;
  };
  /** Its neighbours' as well: almost every row lies where the one before it does. */
  let latest: { directory: string; in: Folder; folderPath: string; base: string } | null = null;
  const placeOf = (folder: Folder, { directoryPath: directory, name }: FileRow) => {
    if (latest?.in !== folder || latest.directory !== directory) {
      const base = baseOf(folder, directory);
      latest = { directory, in: folder, folderPath: folderPathIn(folder, directory), base };
    }
    return { path: `${latest.base}${name}`, folderPath: latest.folderPath };
  };
  const deletionOf = makeDeletionReader(state);
  return (row) => {
    const folder = folderOf(row);
    const assignment =
      row.assignmentId === null ? folder.assignment : state.assignments.get(row.assignmentId);
    const content =
      row.contentId === null
        ? null
        : (contents.get(row.contentId) ?? state.contents.get(row.contentId));
    const record = row.recordId === null ? null : state.records.get(row.recordId);
    const known = record?.contentId === row.contentId ? record : null;
    const elsewhere = known === null ? null : unlessThere(known, assignment);
    const shown = SHOWING.includes(row.state) ? elsewhere : null;
    return {
      id: String(row.id),
      folderId: String(row.folderId),
      ...placeOf(folder, row),
      projectId: shown?.projectId ?? assignment.projectId,
      visibility: shown?.visibility ?? assignment.visibility,
      assignment,
      state: row.state,
      hold: row.hold,
      note: row.message,
      sizeBytes: row.sizeBytes,
      blake3: content?.blake3 ?? null,
      sha256: content?.sha256 ?? null,
      fileId: record?.fileId ?? null,
      credits: uploadCredits(assignment.visibility, row.sizeBytes),
      ...approvalOf(row, state),
      ...(isAgreedTo(row, state) ? { mayUndo: true } : {}),
      ...(elsewhere === null ? {} : { recordedElsewhere: elsewhere }),
      ...(content?.platform?.exists === null ? { checkRefusal: content.platform.says } : {}),
      duplicate:
        row.state === 'duplicate' ? duplicateOf(record, content?.platform ?? null, state) : null,
      doubt: row.state === 'confirming' ? doubtAbout(row, state) : null,
      ...(record !== null && AFTER_DELETION.has(row.state) ? deletionOf(record) : {}),
      certificatePdf: inFolder(certificateFolder, record?.certificatePdf),
      certificateJson: inFolder(certificateFolder, record?.certificateJson),
    };
  };
}

/** The place of a record; null if it is where the assignment says. */
function unlessThere(
  { projectId, visibility }: LedgerRecord,
  assignment: Assignment,
): RecordedElsewhere | null {
  const isThere = projectId === assignment.projectId && visibility === assignment.visibility;
  return isThere ? null : { projectId, visibility };
}

/** The possible results of a deletion; the last one when the service could not write it to the chain. */
const AFTER_DELETION: ReadonlySet<FileState> = new Set(['deleting', 'deleted', 'record_error']);

/** Reads the changes once, at the first deleted file: there are few of both. */
function makeDeletionReader(state: State) {
  let known: ReadonlyMap<string, FileDeletion> | null = null;
  return ({ projectId, fileId }: LedgerRecord): Pick<FileView, 'deletion'> => {
    known ??= deletionsIn(state.changes.inState('delivered'));
    const deletion = known.get(JSON.stringify([projectId, fileId]));
    return deletion === undefined ? {} : { deletion };
  };
}

function deletionsIn(changes: readonly Change[]): ReadonlyMap<string, FileDeletion> {
  const found = new Map<string, FileDeletion>();
  for (const { intent, state } of changes) {
    if (intent.kind !== 'delete-file' || state.state !== 'delivered') continue;
    const { projectId, fileId, reason } = intent;
    found.set(JSON.stringify([projectId, fileId]), { reason, askedAtMs: state.atMs });
  }
  return found;
}

/** Null for a row whose job has already ended: it is about to change state. */
function doubtAbout(row: FileRow, state: State): UploadDoubt | null {
  const job = state.uploads.latestOfFile(row.id);
  if (job?.outcome !== 'unknown') return null;
  return {
    sinceMs: job.unknownSinceMs ?? job.createdAtMs,
    received: receivedFor(job),
    lookedAtMs: job.lookedAtMs,
    toldFromMs: toldFrom(job, state),
    finding: findingOf(job),
  };
}

function duplicateOf(
  record: LedgerRecord | null,
  platform: PlatformAnswer | null,
  state: State,
): FileView['duplicate'] {
  if (record === null) return platform?.exists === true ? platform : null;
  const project = state.projects.get(record.projectId)?.project.name ?? record.projectId;
  return { fileName: record.name, project };
}

/** The absolute path of a directory of a folder, before the name of a file in it. */
function baseOf(folder: Folder, directory: string): string {
  return join(folder.kind === 'picked' ? directory : join(folder.path, directory), sep);
}

function inFolder(folder: string, name: string | null | undefined): string | null {
  return name === null || name === undefined ? null : join(folder, name);
}

/** When a file reached each step, from the stored data. Null: the row is gone. */
export async function fileTimes(view: FileView, state: State): Promise<FileTimes | null> {
  const row = state.files.get(Number(view.id));
  if (row === null) return null;
  const content = row.contentId === null ? null : state.contents.get(row.contentId);
  // A copy knows the record of another file; its own steps end with the check.
  const own = row.recordId === null || !SHOWING.includes(row.state) ? null : row.recordId;
  const record = own === null ? null : state.records.get(own);
  const isWritten = record !== null && stateOfStatus(record.status) === 'notarized';
  return {
    savedAtMs: row.identity.startsWith(':') ? null : row.unchangedSinceMs,
    fingerprintedAtMs: content === null ? null : state.files.fingerprintedAtMs(row.id),
    checkedAtMs: content?.platform?.askedAtMs ?? null,
    uploadedAtMs: record === null ? null : uploadedAtMs(record),
    recordedAtMs: isWritten ? record.recordedAtMs : null,
    certificateAtMs: view.certificatePdf === null ? null : await writtenAtMs(view.certificatePdf),
  };
}

/** A record that was taken in was uploaded from elsewhere before it was received here. */
function uploadedAtMs({ receivedAtMs, uploadedIso, recordedAtMs }: LedgerRecord): number {
  const isTakenIn = recordedAtMs !== null && recordedAtMs < receivedAtMs;
  return (isTakenIn ? msFromIso(uploadedIso) : null) ?? receivedAtMs;
}

/** Null when it no longer exists. */
async function writtenAtMs(path: string): Promise<number | null> {
  try {
    return Math.floor((await fs.stat(path)).mtimeMs);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The upload of such a file is paid for; any other file's price is that of an upload to come. */
const PAID: ReadonlySet<FileState> = new Set([
  'recording',
  'notarized',
  'missing',
  'remote_only',
  'deleting',
  'deleted',
]);

export function listRow(
  row: FileRow,
  view: (row: FileRow) => FileView,
  { charges }: Pick<State, 'charges'>,
): FileListRow {
  const { name, changedAtMs, recordId } = row;
  const isPaid = recordId !== null && PAID.has(row.state);
  const chargedCredits = isPaid ? charges.chargedFor(recordId) : null;
  return { ...view(row), name, changedAtMs, chargedCredits };
}

/** A file that is asked for, with its row. */
export function findRow(
  asked: string,
  { files, state }: { readonly files: Pick<Files, 'find'>; readonly state: Pick<State, 'files'> },
): Result<{ readonly view: FileView; readonly row: FileRow }, CoreFault> {
  const view = files.find(asked);
  const row = view === null ? null : state.files.get(Number(view.id));
  return view === null || row === null ? fail({ kind: 'unknown-file', asked }) : ok({ view, row });
}

/** As it is now. */
export function viewAgain(
  { id }: FileRow,
  files: Pick<Files, 'find'>,
): Result<FileView, CoreFault> {
  const view = files.find(String(id));
  return view === null ? fail({ kind: 'unknown-file', asked: String(id) }) : ok(view);
}
