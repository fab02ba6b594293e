/**
 * Carries decisions about files into the database: facts in, plan, rows moved. It touches neither disk nor service,
 * and every method is one transaction (or part of the caller's).
 */
import type { FileState } from '../../src-shared/model/file-state.ts';
import type { Assignment } from '../../src-shared/model/assignment.ts';
import type { Price } from '../../src-shared/model/price.ts';
import { assertNever } from '../../src-shared/model/result.ts';
import { writeHoldNote } from '../../src-shared/model/spend-limits.ts';
import { writeWaitNote } from '../../src-shared/model/wait-note.ts';
import { identityKey, type FileIdentity } from '../ports/file-identity.ts';
import type { Content } from '../state/content-repository.ts';
import type { FilePatch, FileRow } from '../state/file-repository.ts';
import type { Folder } from '../state/folder-repository.ts';
import type { State } from '../state/state.ts';
import { resolveCited, type CitedFiles } from './cited-files.ts';
import type { Fingerprint } from './fingerprinter.ts';
import { makeKnownRecords } from './known-records.ts';
import { planContent, type ReviewRules } from './plan-content.ts';
import { projectStanding } from './project-standing.ts';
import { isSettledBy, planPath, type DiskFact, type PathPlan } from './plan-path.ts';
import type { Announce, SyncEvent } from './ports.ts';
import { makePriceList } from './price-list.ts';
import { SHOWING, stateOfStatus } from './shown-status.ts';
import { quietPeriodMs, settleVerdict } from './settle.ts';

export interface PathLook {
  readonly folder: Folder;
  readonly directoryId: number;
  readonly directoryPath: string;
  readonly name: string;
  readonly disk: DiskFact;
  readonly ignoredBy: string | null;
  readonly row: FileRow | null;
  /** Its bytes, when they were read beforehand. */
  readonly reading?: Reading | undefined;
}

type Reading = Extract<Fingerprint, { kind: 'done' }>;

/** What a look found out about the bytes of a path. */
type FreshFacts = Pick<FileRow, 'identity' | 'sizeBytes' | 'unchangedSinceMs'>;

/** How a file rests whose upload a person stopped: it asks for nothing but their word. */
const STOPPED: FilePatch = { hold: 'review', message: writeWaitNote({ waits: 'stopped' }) };

/** What a reading has found in a file. */
export type FoundContent = Pick<FileRow, 'identity' | 'sizeBytes'> & { readonly contentId: number };

/** Where a file goes whose content is known, and what is written with it. */
interface Destination {
  readonly to: FileState;
  readonly patch: FilePatch;
  /** The record that it shows from now on. */
  readonly showsRecordId?: number;
}

export type FileDesk = ReturnType<typeof makeFileDesk>;

/** No row has this number: nothing was ever said of it. */
const NO_ROW = 0;
/** States of which the log says nothing. */
const UNTOLD: ReadonlySet<FileState> = new Set(['ready', 'checking']);

const NO_IDENTITY: FileIdentity = { dev: '', ino: '', sizeBytes: 0, mtimeNs: '0', ctimeNs: '0' };

export function makeFileDesk(
  state: State,
  { nowMs, announce }: { nowMs: () => number; announce: Announce },
) {
  const { files, folders, contents, records, assignments, approvals, spendLimits } = state;
  const prices = makePriceList(state);
  const knownRecords = makeKnownRecords(state);

  function move(file: FileRow, to: FileState, patch: FilePatch = {}): FileRow {
    const moved = files.move(file, to, { ...withoutBorrowedRecord(file, to), ...patch });
    const { hold } = moved;
    tell({ kind: 'moved', fileId: file.id, path: pathOf(moved), state: to, hold });
    return moved;
  }

  /** A move is news once it is durable. */
  function tell(event: SyncEvent): void {
    state.afterCommit(() => announce(event));
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

  /** What notarizing a file in its place would cost. */
  function priceOf(file: FileRow): Price {
    return prices.priceOf(assignmentOf(file).visibility, file.sizeBytes);
  }

  /** What the person wants to look at before a file is queued. */
  function reviewRules(file: FileRow): ReviewRules {
    const isEachApproved = folders.get(file.folderId)?.approveEach ?? false;
    return { isEachApproved, askAbove: spendLimits.get()['ask-above'] };
  }

  /**
   * Looks at one path: what the disk shows against what the row says. Returns whether that is all there will be to do until
   * one of both changes.
   */
  function look(seen: PathLook): boolean {
    const at = seen.disk.kind === 'absent' ? asItIsNow(seen) : seen;
    const { row, disk, folder } = at;
    const identity = disk.kind === 'file' ? disk.identity : NO_IDENTITY;
    const key = identityKey(identity);
    const stoodStill = row !== null && row.identity === key;
    // Never ahead of the clock: it may have been put back since.
    const unchangedSinceMs = stoodStill ? Math.min(row.unchangedSinceMs, nowMs()) : nowMs();
    const settle = settleVerdict({
      identity,
      firstSeenUnchangedAtMs: unchangedSinceMs,
      nowMs: nowMs(),
      settleSeconds: folder.settleSeconds,
      handPicked: row?.isPicked ?? folder.kind === 'picked',
    });
    const plan = planPath({ disk, ignoredBy: at.ignoredBy, settle, row });
    const fresh = { identity: key, sizeBytes: identity.sizeBytes, unchangedSinceMs };
    carryOut(plan, at, fresh, stoodStill);
    return isSettledBy(plan, { disk, ignoredBy: at.ignoredBy, row });
  }

  function carryOut(plan: PathPlan, at: PathLook, fresh: FreshFacts, stoodStill: boolean): void {
    const { row, disk } = at;
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
        if (stoodStill && row?.state === 'settling' && row.dueAtMs === plan.untilMs) return;
        return place(at, 'settling', { ...fresh, contentId: null, dueAtMs: plan.untilMs }, fresh);
      case 'read':
        if (row === null && at.reading !== undefined) {
          const isIts = identityKey(at.reading.identity) === fresh.identity;
          if (isIts) return receive(at, at.reading, fresh);
        }
        return place(at, 'discovered', { ...fresh, contentId: null }, fresh);
      case 'recall':
        return place(at, 'discovered', {}, fresh);
      default:
        return assertNever(plan);
    }
  }

  /** Two rows of one directory may go at once, and the first may have left its record to the second. */
  function asItIsNow(at: PathLook): PathLook {
    return at.row === null ? at : { ...at, row: files.get(at.row.id) };
  }

  /** Moves the row of a look, or makes one. */
  function place(at: PathLook, to: FileState, patch: FilePatch, fresh: FreshFacts): void {
    if (at.row !== null) {
      move(at.row, to, patch);
      return;
    }
    add(at, to, patch, fresh);
  }

  function add(at: PathLook, to: FileState, patch: FilePatch, fresh: FreshFacts): number {
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
      contentId: patch.contentId ?? null,
      assignmentId: patch.assignmentId ?? null,
    });
    const path = [folder.path, at.directoryPath, name].filter((part) => part !== '').join('/');
    tell({ kind: 'moved', fileId: id, path, state: to, hold: null });
    return id;
  }

  /** Writes down a new file whose bytes are known already, in one step where nobody would hear of the steps between. */
  function receive(at: PathLook, reading: Reading, fresh: FreshFacts): void {
    const content = contents.keep(reading);
    const contentId = content.id;
    const destination = destinationOf({ ...draftOf(at, fresh), contentId }, content);
    if (destination !== null && UNTOLD.has(destination.to)) {
      add(at, destination.to, { contentId, ...destination.patch }, fresh);
      return;
    }
    const row = files.get(add(at, 'discovered', {}, fresh));
    if (row !== null) decide(row, { contentId, ...fresh });
  }

  /** Leaves a file out by a rule that covers its whole directory, which is not looked into. */
  function setAside(file: FileRow, rule: string): void {
    const isSent = file.state === 'uploading' || file.state === 'confirming';
    if (!isSent && file.state !== 'ignored') move(file, 'ignored', { message: rule });
  }

  /** The proof follows the content: a copy that is still here takes the record over, unless another row shows it. */
  function becomeMissing(file: FileRow): void {
    const heir = file.recordId === null ? null : knownRecords.heirOf(file.recordId, file.id);
    if (heir === null) {
      move(file, 'missing');
      return;
    }
    const { id, status } = records.get(heir.recordId);
    move(heir.copy, stateOfStatus(status), { recordId: id });
    files.forget(file);
  }

  /** Its bytes are not those that were read: everything known about them is void until it stood still again. */
  function settleAgain(file: FileRow): FileRow {
    const settleSeconds = folders.get(file.folderId)?.settleSeconds ?? null;
    const unchangedSinceMs = nowMs();
    const dueAtMs = unchangedSinceMs + quietPeriodMs(file.sizeBytes, settleSeconds);
    return move(file, 'settling', { contentId: null, unchangedSinceMs, dueAtMs });
  }

  /**
   * Decides a file whose content is known, or was just `found`; one of a removed folder is left alone. Returns the row
   * as it is afterwards.
   */
  function decide(row: FileRow, found: FoundContent | null = null): FileRow {
    const file = found === null ? row : { ...row, ...found };
    const destination = destinationOf(file);
    if (destination === null) return file;
    const { to, patch, showsRecordId } = destination;
    if (showsRecordId !== undefined) forgetGone(file, showsRecordId);
    return move(file, to, { ...found, ...patch });
  }

  /** Null: it stays as it is. */
  function destinationOf(file: FileRow, content = contentOf(file)): Destination | null {
    if (folders.get(file.folderId) === null) return null;
    const isCopy = file.state === 'duplicate'; // it shows no record, it only knows of one
    const known = knownRecords.of(content.id, file.id);
    const shown = knownRecords.shownBy(isCopy ? null : file.recordId, known);
    const assignment = assignmentOf(file);
    const { projectId, visibility } = assignment;
    const cited = resolveCited(assignment, state);
    const plan = planContent({
      content,
      assignment,
      shown,
      records: known,
      isApproved: file.approvedContentId === content.id,
      lifted: approvals.of(file.id, content.id),
      credits: priceOf(file).credits,
      review: reviewRules(file),
      isHistoryIncomplete: state.isHistoryIncomplete(assignment),
      isTwinInDoubt: state.uploads.live(content.id, projectId, visibility)?.outcome === 'unknown',
      project: projectStanding(projectId, state.changes),
      cited: cited.standing,
    });
    switch (plan.do) {
      case 'show': {
        const { recordId } = plan;
        return { to: plan.state, patch: { recordId }, showsRecordId: recordId };
      }
      case 'duplicate':
        return { to: 'duplicate', patch: { recordId: plan.recordId } };
      case 'changed':
        return { to: 'changed', patch: {} };
      case 'hold': {
        const message = plan.note === null ? null : writeHoldNote(plan.note);
        const isHeldSo = file.hold === plan.reason && file.message === message;
        return isHeldSo ? null : { to: 'held', patch: { hold: plan.reason, message } };
      }
      case 'check':
        return { to: 'checking', patch: {} };
      case 'queue':
        return isStopped(file)
          ? { to: 'held', patch: STOPPED }
          : { to: 'ready', patch: withIds(file, assignment, cited) };
      default:
        return assertNever(plan);
    }
  }

  function contentOf(file: FileRow): Content {
    if (file.contentId === null) throw new Error(`file ${file.id} has no fingerprint`);
    return contents.get(file.contentId);
  }

  /** From now on it cites what was recorded by the service's own ids. */
  function withIds(file: FileRow, assignment: Assignment, { resolved }: CitedFiles): FilePatch {
    if (resolved === null) return {};
    const found = { ...assignment, ...resolved };
    if (file.assignmentId === null) return { assignmentId: assignments.add(found) };
    assignments.replace(file.assignmentId, found);
    return {};
  }

  /** The person stopped the upload of exactly these bytes. */
  function isStopped(file: FileRow): boolean {
    const { stoppedContentId } = state.uploadWishes.of(file.id);
    return stoppedContentId !== null && stoppedContentId === file.contentId;
  }

  /** Rows of paths that are gone and showed the record that a file is about to show: they were it, before it moved. */
  function forgetGone(file: FileRow, recordId: number): void {
    for (const gone of files.withRecord(recordId, ['missing', 'remote_only'])) {
      if (gone.id !== file.id) files.forget(gone);
    }
  }

  /** Decides again every waiting file with this content: a record, an answer or a doubt has just come in. */
  function decideTwins(contentId: number, waiting: readonly FileState[]): void {
    for (const twin of files.withContent(contentId, [...waiting, 'held'])) {
      if (twin.state !== 'held' || twin.hold === 'twin_pending') decide(twin);
    }
    for (const twin of knownRecords.overtaken(contentId)) decide(move(twin, 'ready'));
  }

  /** Follows a record's new status in every row that shows it. */
  function followRecord(recordId: number, status: string): void {
    const shownAs = stateOfStatus(status);
    const { contentId } = records.get(recordId);
    for (const file of files.withRecord(recordId, SHOWING)) {
      if (file.contentId === contentId && file.state !== shownAs) move(file, shownAs);
    }
    decideCiting(recordId);
  }

  /** Files that wait for one that shows, or knows of, this record. */
  function decideCiting(recordId: number): void {
    const awaiting = files.withRecord(recordId).flatMap(({ id }) => state.lineage.awaiting(id));
    for (const id of new Set(awaiting)) {
      const file = files.get(id);
      if (file !== null) decide(file);
    }
  }

  return {
    move,
    pathOf,
    assignmentOf,
    priceOf,
    reviewRules,
    look,
    setAside,
    settleAgain,
    decide,
    decideTwins,
    followRecord,
  };
}

/** The row of a file that has none yet. */
function draftOf(at: PathLook, fresh: FreshFacts): FileRow {
  const { folder, directoryId, directoryPath, name } = at;
  return {
    id: NO_ROW,
    folderId: folder.id,
    directoryId,
    directoryPath,
    name,
    state: 'discovered',
    hold: null,
    message: null,
    ...fresh,
    dueAtMs: null,
    contentId: null,
    recordId: null,
    assignmentId: null,
    approvedContentId: null,
    isPicked: folder.kind === 'picked',
    changedAtMs: fresh.unchangedSinceMs,
  };
}

/** A copy knows of another path's record. Once it is looked at anew it has none until it is decided again. */
function withoutBorrowedRecord(file: FileRow, to: FileState): FilePatch {
  return file.state === 'duplicate' && to !== 'duplicate' ? { recordId: null } : {};
}
