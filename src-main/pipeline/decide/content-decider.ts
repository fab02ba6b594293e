/**
 * Decides what happens to a file whose content is known; nothing else does. `decide` is for a row: just fingerprinted, or
 * waiting for what has changed. `decideNew` is for the files of a directory that have no row yet, read by the scan. Both gather
 * the facts from the database, ask `planContent`, and write what it says. Every method is part of the caller's transaction.
 */
import type { Assignment } from '../../../src-shared/model/files/assignment.ts';
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import { uploadCredits } from '../../../src-shared/model/money/price.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import { writeHoldNote } from '../../../src-shared/model/money/spend-limits.ts';
import { writeWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import type { FilePatch, FileRow } from '../../db/files/file-repository.ts';
import type { NewFile } from '../../db/files/insert-files.ts';
import type { State } from '../../db/state.ts';
import { resolveCited, type CitedFiles } from './citation-stage.ts';
import type { FileRows, NewDirectory, VanishedChoices } from './file-rows.ts';
import type { KnownRecords } from './keep-record.ts';
import {
  isToBeAsked,
  planContent,
  type ContentFacts,
  type ContentPlan,
  projectStanding,
} from './plan-content.ts';

/** What reading a file has found. */
export type FoundContent = Pick<FileRow, 'identity' | 'sizeBytes'> & { readonly contentId: number };

/** A new file whose bytes were read. */
export interface ReadFile extends Pick<FileRow, 'name' | 'identity' | 'sizeBytes'> {
  /** Of exactly the bytes with this identity. */
  readonly contentId: number;
}

/** The next state of a file, and what is written with it. */
interface NextState {
  readonly to: FileState;
  readonly patch: FilePatch;
  /** The record that it shows from now on. */
  readonly showsRecordId?: number;
}

interface Place {
  readonly facts: Omit<ContentFacts, keyof OwnFacts | 'credits'>;
  readonly cited: CitedFiles;
}

/** The state of a file whose upload a person stopped: it only waits for their decision. */
const STOPPED: FilePatch = { hold: 'review', message: writeWaitNote({ waits: 'stopped' }) };

/** No row has this number: nothing was logged or chosen about it yet. */
const NO_ROW = 0;
/** States that are not logged: nobody would be notified of the steps that lead there. */
const UNTOLD: ReadonlySet<FileState> = new Set(['ready', 'checking']);

type OwnFacts = Pick<ContentFacts, 'content' | keyof typeof NOTHING_KNOWN>;

/** Of a content of which there is no record, no upload and no answer. */
const NOTHING_KNOWN = {
  shown: null,
  records: [],
  isApproved: false,
  lifted: new Set(),
  isDuplicateInDoubt: false,
  reusedId: null,
} satisfies Partial<ContentFacts>;

export function makeContentDecider(ports: {
  readonly state: State;
  readonly nowMs: () => number;
  readonly rows: FileRows;
  readonly knownRecords: KnownRecords;
  readonly vanishedChoices: VanishedChoices;
}) {
  const { state, nowMs, rows, knownRecords, vanishedChoices } = ports;
  const { files, folders, contents, assignments, approvals, agreedFiles } = state;
  const { assignmentOf } = rows;

  /** The most that notarizing a file at its destination costs, in credits. */
  function creditsOf(file: FileRow): number {
    return uploadCredits(assignmentOf(file).visibility, file.sizeBytes);
  }

  /**
   * Decides a file whose content is known, or was just `found`; a file of a removed folder is left alone. Returns the
   * updated row. `birthtimeNs`: of the file that was found, in ns since 1970; null where that was not asked.
   */
  function decide(
    row: FileRow,
    found: FoundContent | null = null,
    birthtimeNs: bigint | null = null,
  ): FileRow {
    const read = found === null ? row : { ...row, ...found };
    const former = read.recordId === null ? knownRecords.renamedFrom(read, birthtimeNs) : null;
    const file = former === null ? read : { ...read, recordId: former.recordId };
    approveAgreed(file);
    vanishedChoices.takeOver(file);
    const next = nextOf(file);
    if (next === null) return read;
    if (former === null) return write(file, next, found);
    const moved = write(file, next, { ...found, recordId: former.recordId });
    if (former.state !== 'missing') return moved; // it is left to this one once it is missed
    state.eventLog.tellMove(former, moved);
    files.forget(former);
    return moved;
  }

  /** Decides a row as the database has it, right before it is sent: one that may go is not written once more for that. */
  function decideAgain(row: FileRow): FileRow {
    const next = nextOf(row);
    const mayGo = next?.to === 'ready' && row.state === 'ready' && isNothing(next.patch);
    return next === null || mayGo ? row : write(row, next, null);
  }

  function write(
    file: FileRow,
    { to, patch, showsRecordId }: NextState,
    found: FilePatch | null,
  ): FileRow {
    const moved = rows.move(file, to, { ...found, ...patch });
    if (showsRecordId !== undefined) forgetGone(moved, showsRecordId);
    return moved;
  }

  /**
   * Files of one directory that have no row yet. They stood still when they were read. Those of which nobody is told are
   * stored together: what the database does for each statement is most of a first scan.
   */
  function decideNew(directory: NewDirectory, read: readonly ReadFile[]): void {
    const known = contents.knownAmong(read.map(({ contentId }) => contentId));
    const isAnyAgreed = agreedFiles.hasAny(directory.folder.id);
    const unchangedSinceMs = nowMs();
    const together: NewFile[] = [];
    let place: Place | null = null;
    for (const found of read) {
      const { name, identity, sizeBytes, contentId } = found;
      const draft = draftOf(directory, found, unchangedSinceMs);
      place ??= placeOf(draft);
      const content = { id: contentId, sizeBytes, platform: null, isDoubted: false };
      const facts = known.has(contentId) ? factsOf(draft, place) : { ...NOTHING_KNOWN, content };
      const next = nextAt(place, draft, facts);
      // What it was approved for, or known as, under a former name needs a row.
      const isAgreed = isAnyAgreed && agreedFiles.of(draft) !== null;
      const isFormer = known.has(contentId) && knownRecords.renamedFrom(draft, null) !== null;
      const needsRow = isAgreed || isFormer || vanishedChoices.isChosen(draft);
      if (next !== null && UNTOLD.has(next.to) && !needsRow) {
        together.push({ ...draft, contentId, state: next.to, ...next.patch });
        continue;
      }
      const row = files.get(rows.add({ ...directory, name }, draft));
      if (row !== null) decide(row, { contentId, identity, sizeBytes });
      place = null; // another row may have left its record to this one
    }
    if (together.length > 0) rows.addAll(together);
  }

  /**
   * A file that a person approved with the preview of its folder is approved now that its content is known, if it is the
   * very writing that was shown and costs no more.
   */
  function approveAgreed(file: FileRow): void {
    const agreed = agreedFiles.of(file);
    if (agreed === null || file.contentId === null) return;
    agreedFiles.end(file);
    if (agreed.identity !== file.identity || creditsOf(file) > agreed.credits) return;
    const { id: fileId, contentId } = file;
    approvals.give({ fileId, what: 'review', contentId, givenAtMs: nowMs() });
  }

  /**
   * Removes rows of vanished paths that showed the record which a file shows now: they were the same file before it moved.
   */
  function forgetGone(file: FileRow, recordId: number): void {
    for (const gone of files.withRecord(recordId, ['missing', 'remote_only'])) {
      if (gone.id === file.id) continue;
      state.eventLog.tellMove(gone, file);
      files.forget(gone);
    }
  }

  /** Whether the platform is asked for its content once it is approved, before it is uploaded. */
  function asksFirst(file: FileRow): boolean {
    if (file.contentId === null || folders.get(file.folderId) === null) return false;
    const assignment = assignmentOf(file);
    return isToBeAsked({
      content: contents.get(file.contentId),
      assignment,
      lifted: approvals.of(file.id, file.contentId),
      isHistoryIncomplete: state.isHistoryIncomplete(assignment),
    });
  }

  /** Null: it stays as it is. */
  function nextOf(file: FileRow): NextState | null {
    if (folders.get(file.folderId) === null) return null;
    const place = placeOf(file);
    return nextAt(place, file, factsOf(file, place));
  }

  function nextAt(place: Place, file: FileRow, facts: OwnFacts): NextState | null {
    const { visibility } = place.facts.assignment;
    const credits = uploadCredits(visibility, file.sizeBytes);
    const plan = planContent({ ...place.facts, ...facts, credits });
    return (plan.do === 'queue' || plan.do === 'check') && isStopped(file)
      ? { to: 'held', patch: STOPPED }
      : carriedOut(plan, file, place);
  }

  /** What is known of its content, and what a person chose for it. */
  function factsOf(file: FileRow, place: Place): OwnFacts {
    if (file.contentId === null) throw new Error(`file ${file.id} has no fingerprint`);
    const content = contents.get(file.contentId);
    const isCopy = file.state === 'duplicate'; // it shows no record, it only knows of one
    const records = knownRecords.of(content.id, file.id);
    const { projectId, visibility } = place.facts.assignment;
    return {
      content,
      shown: knownRecords.shownBy(isCopy ? null : file.recordId, records),
      records,
      isApproved: file.approvedContentId === content.id,
      lifted: approvals.of(file.id, content.id),
      isDuplicateInDoubt:
        state.uploads.live(content.id, projectId, visibility)?.outcome === 'unknown',
      reusedId: state.uploads.reusedId(content.id, projectId, visibility),
    };
  }

  /** What a file's assignment and folder say: for all new files of a directory the same. */
  function placeOf(file: FileRow): Place {
    const assignment = assignmentOf(file);
    const cited = resolveCited(assignment, state);
    const facts = {
      assignment,
      isEachApproved: folders.get(file.folderId)?.approveEach ?? false,
      isHistoryIncomplete: state.isHistoryIncomplete(assignment),
      project: projectStanding(assignment.projectId, state.changes),
      cited: cited.standing,
    };
    return { facts, cited };
  }

  /** Null: it stays as it is. */
  function carriedOut(plan: ContentPlan, file: FileRow, { facts, cited }: Place): NextState | null {
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
        return { to: 'ready', patch: withIds(file, facts.assignment, cited) };
      default:
        return assertNever(plan);
    }
  }

  /** From now on it cites recorded files by the service's own ids. */
  function withIds(file: FileRow, assignment: Assignment, { resolved }: CitedFiles): FilePatch {
    if (resolved === null) return {};
    const found = { ...assignment, ...resolved };
    if (file.assignmentId === null) return { assignmentId: assignments.add(found) };
    assignments.replace(file.assignmentId, found);
    return {};
  }

  /** The person stopped the upload of exactly these bytes. */
  function isStopped(file: FileRow): boolean {
    if (file.id === NO_ROW) return false;
    const { stoppedContentId } = state.queueChoices.of(file.id);
    return stoppedContentId !== null && stoppedContentId === file.contentId;
  }

  return { decide, decideAgain, decideNew, creditsOf, asksFirst };
}

function isNothing(patch: FilePatch): boolean {
  return Object.keys(patch).length === 0;
}

/** The row of a file that has none yet. */
function draftOf(
  { folder, directoryId, directoryPath }: NewDirectory,
  { name, identity, sizeBytes, contentId }: ReadFile,
  unchangedSinceMs: number,
): FileRow {
  return {
    id: NO_ROW,
    folderId: folder.id,
    directoryId,
    directoryPath,
    name,
    state: 'discovered',
    hold: null,
    message: null,
    sizeBytes,
    identity,
    unchangedSinceMs,
    dueAtMs: null,
    contentId,
    recordId: null,
    assignmentId: null,
    approvedContentId: null,
    isPicked: folder.kind === 'picked',
    changedAtMs: unchangedSinceMs,
  };
}
