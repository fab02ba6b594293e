/**
 * Carries decisions about files into the database: facts in, plan, rows moved. It touches neither disk nor service,
 * and every method is one transaction (or part of the caller's).
 */
import { FILE_STATES, type FileState } from '../../src-shared/model/file-state.ts';
import type { Assignment } from '../../src-shared/model/assignment.ts';
import { assertNever } from '../../src-shared/model/result.ts';
import { identityKey, type FileIdentity } from '../ports/file-identity.ts';
import type { FilePatch, FileRow } from '../state/file-repository.ts';
import type { Folder } from '../state/folder-repository.ts';
import type { State } from '../state/state.ts';
import { planContent, stateOfStatus, type KnownRecord } from './plan-content.ts';
import { planPath, type DiskFact } from './plan-path.ts';
import type { Announce } from './ports.ts';
import { settleVerdict } from './settle.ts';

export interface PathLook {
  readonly folder: Folder;
  readonly directoryId: number;
  readonly directoryPath: string;
  readonly name: string;
  readonly disk: DiskFact;
  readonly ignoredBy: string | null;
  readonly row: FileRow | null;
}

export type FileDesk = ReturnType<typeof makeFileDesk>;

const NO_IDENTITY: FileIdentity = { dev: '', ino: '', sizeBytes: 0, mtimeNs: '0', ctimeNs: '0' };

export function makeFileDesk(
  state: State,
  { nowMs, announce }: { nowMs: () => number; announce: Announce },
) {
  const { files, folders, contents, records, assignments } = state;

  function move(file: FileRow, to: FileState, patch: FilePatch = {}): FileRow {
    const moved = files.move(file, to, patch);
    const { hold } = moved;
    announce({ kind: 'moved', fileId: file.id, path: pathOf(moved), state: to, hold });
    return moved;
  }

  /** The absolute path of a row. */
  function pathOf(file: FileRow): string {
    const folder = folders.get(file.folderId);
    const parts = [folder?.path ?? '', file.directoryPath, file.name];
    return parts
      .filter((part, index) => part !== '' || (index === 0 && folder?.kind === 'watched'))
      .join('/');
  }

  function assignmentOf(file: FileRow): Assignment {
    if (file.assignmentId !== null) return assignments.get(file.assignmentId);
    const folder = folders.get(file.folderId);
    if (folder === null) throw new Error(`file ${file.id} belongs to no active folder`);
    return folder.assignment;
  }

  /** Looks at one path: what the disk shows against what the row says. */
  function look(at: PathLook): void {
    const { row, disk, folder } = at;
    const identity = disk.kind === 'file' ? disk.identity : NO_IDENTITY;
    const key = identityKey(identity);
    const stoodStill = row !== null && row.identity === key;
    const unchangedSinceMs = stoodStill ? row.unchangedSinceMs : nowMs();
    const settle = settleVerdict({
      identity,
      firstSeenUnchangedAtMs: unchangedSinceMs,
      nowMs: nowMs(),
      settleSeconds: folder.settleSeconds,
      handPicked: row?.isPicked ?? folder.kind === 'picked',
    });
    const plan = planPath({ disk, ignoredBy: at.ignoredBy, settle, row });
    const fresh = { identity: key, sizeBytes: identity.sizeBytes, unchangedSinceMs };
    switch (plan.do) {
      case 'nothing':
        return;
      case 'forget':
        if (row !== null) files.forget(row);
        return;
      case 'mark':
        if (plan.state === 'missing' && row !== null) return becomeMissing(row);
        return place(
          at,
          plan.state,
          {
            ...(disk.kind === 'file' && !stoodStill ? { ...fresh, contentId: null } : {}),
            message: plan.message,
          },
          fresh,
        );
      case 'wait':
        return place(at, 'settling', { ...fresh, contentId: null, dueAtMs: plan.untilMs }, fresh);
      case 'read':
        return place(at, 'discovered', { ...fresh, contentId: null }, fresh);
      case 'recall':
        return place(at, 'discovered', {}, fresh);
      default:
        return assertNever(plan);
    }
  }

  /** Moves the row of a look, or makes one. */
  function place(
    at: PathLook,
    to: FileState,
    patch: FilePatch,
    fresh: Pick<FileRow, 'identity' | 'sizeBytes' | 'unchangedSinceMs'>,
  ): void {
    if (at.row !== null) {
      move(at.row, to, patch);
      return;
    }
    const { folder, directoryId, name } = at;
    const id = files.add({
      folderId: folder.id,
      directoryId,
      name,
      state: to,
      ...fresh,
      dueAtMs: patch.dueAtMs ?? null,
      message: patch.message ?? null,
      isPicked: folder.kind === 'picked',
    });
    const path = [folder.path, at.directoryPath, name].filter((part) => part !== '').join('/');
    announce({ kind: 'moved', fileId: id, path, state: to, hold: null });
  }

  /** Leaves a file out by a rule that covers its whole directory, which is not looked into. */
  function setAside(file: FileRow, rule: string): void {
    const isSent = file.state === 'uploading' || file.state === 'confirming';
    if (!isSent && file.state !== 'ignored') move(file, 'ignored', { message: rule });
  }

  /** The proof follows the content: a copy that is still here takes the record over. */
  function becomeMissing(file: FileRow): void {
    const heir = file.recordId === null ? undefined : heirOf(file, file.recordId);
    if (heir === undefined) {
      move(file, 'missing');
      return;
    }
    const { status } = records.get(heir.recordId);
    move(heir.file, stateOfStatus(status), { recordId: heir.recordId });
    files.forget(file);
  }

  function heirOf(file: FileRow, recordId: number) {
    const twins = files.withRecord(recordId).filter((twin) => twin.id !== file.id);
    if (twins.some((twin) => showsRecord(twin.state))) return undefined;
    const heir = twins.find((twin) => twin.state === 'duplicate');
    return heir === undefined ? undefined : { file: heir, recordId };
  }

  /** Decides a file whose content is known. Returns the row as it is afterwards. */
  function decide(file: FileRow): FileRow {
    if (file.contentId === null) throw new Error(`file ${file.id} has no fingerprint`);
    const content = contents.get(file.contentId);
    const shown = file.recordId === null ? null : records.get(file.recordId);
    const plan = planContent({
      content,
      assignment: assignmentOf(file),
      shown,
      records: knownRecords(content.id, file.id),
      isApproved: file.approvedContentId === content.id,
      isHistoryIncomplete: state.isHistoryIncomplete(),
    });
    switch (plan.do) {
      case 'show':
        return showRecord(file, plan.state, plan.recordId);
      case 'duplicate':
        return move(file, 'duplicate', { recordId: plan.recordId });
      case 'changed':
        return move(file, 'changed');
      case 'hold':
        return move(file, 'held', { hold: plan.reason });
      case 'check':
        return move(file, 'checking');
      case 'queue':
        return move(file, 'ready');
      default:
        return assertNever(plan);
    }
  }

  function knownRecords(contentId: number, exceptFileId: number): readonly KnownRecord[] {
    return records.withContent(contentId).map((record) => ({
      ...record,
      isShownElsewhere: files
        .withRecord(record.id)
        .some((row) => row.id !== exceptFileId && showsRecord(row.state)),
    }));
  }

  /** Shows a record under this path. Rows of paths that are gone and showed it were this file, before it moved. */
  function showRecord(file: FileRow, to: FileState, recordId: number): FileRow {
    for (const twin of files.withRecord(recordId)) {
      if (twin.id !== file.id && twin.state === 'missing') files.forget(twin);
    }
    return move(file, to, { recordId });
  }

  /** Decides again every waiting file with this content: its record or the platform's answer has just come in. */
  function decideTwins(contentId: number, waiting: readonly FileState[]): void {
    for (const twin of files.withContent(contentId)) {
      if (waiting.includes(twin.state)) decide(twin);
    }
  }

  /** Follows a record's new status in every row that shows it. */
  function followRecord(recordId: number, status: string): void {
    const shownAs = stateOfStatus(status);
    for (const file of files.withRecord(recordId)) {
      const holdsIt = file.contentId === records.get(recordId).contentId;
      if (holdsIt && file.state !== shownAs && showsRecord(file.state)) move(file, shownAs);
    }
  }

  return { move, pathOf, assignmentOf, look, setAside, decide, decideTwins, followRecord };
}

const SHOWING: ReadonlySet<FileState> = new Set(
  FILE_STATES.filter((state) =>
    ['recording', 'notarized', 'record_error', 'deleting', 'deleted'].includes(state),
  ),
);

function showsRecord(state: FileState): boolean {
  return SHOWING.has(state);
}
