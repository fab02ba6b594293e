/**
 * Carries decisions about files into the database: facts in, plan, rows moved. It touches neither disk nor service.
 * Every method is one transaction (or part of the caller's).
 */
import type { FileState, HoldReason } from '../../../src-shared/model/files/file-state.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import { makeFileRows } from './file-rows.ts';
import type { State } from '../../db/state.ts';
import { makeContentDestinations, type FoundContent } from './route-content.ts';
import { makeKnownRecords } from './known-records.ts';
import { makeScanResults } from './apply-scan-result.ts';
import { makeNewFiles } from './new-files.ts';
import type { Announce } from '../common/ports.ts';
import type { SettlingPatience } from '../common/settling-patience.ts';
import { isGone, SHOWING, stateOfStatus } from '../common/state-of-status.ts';

/** Holds that end by what becomes of the same content elsewhere. */
const AWAITS_CONTENT: ReadonlySet<HoldReason> = new Set(['twin_pending', 'record_deleted']);

export type FileTransitions = ReturnType<typeof makeFileTransitions>;

export function makeFileTransitions(
  state: State,
  {
    nowMs,
    announce,
    patience,
  }: { nowMs: () => number; announce: Announce; patience?: SettlingPatience },
) {
  const { files, records } = state;
  const knownRecords = makeKnownRecords(state);
  const rows = makeFileRows(state, announce);
  const destinations = makeContentDestinations({ state, rows, knownRecords });
  const newFiles = makeNewFiles({ state, nowMs, tell: rows.tell, destinations, decide });
  const paths = makeScanResults({ state, nowMs, rows, knownRecords, newFiles, patience });
  const { move, pathOf, placeOf, assignmentOf } = rows;
  const { destinationOf, priceOf, reviewRules } = destinations;
  const { look, setAside, settleAgain } = paths;

  /**
   * Decides a file whose content is known, or was just `found`; a file of a removed folder is left alone. Returns the
   * updated row.
   */
  function decide(row: FileRow, found: FoundContent | null = null): FileRow {
    const file = found === null ? row : { ...row, ...found };
    approveAgreed(file);
    const destination = destinationOf(file);
    if (destination === null) return file;
    const { to, patch, showsRecordId } = destination;
    if (showsRecordId !== undefined) forgetGone(file, showsRecordId);
    return move(file, to, { ...found, ...patch });
  }

  /**
   * A file that a person approved with the preview of its folder is approved now that its content is known, if it is the
   * very writing that was shown and costs no more.
   */
  function approveAgreed(file: FileRow): void {
    const agreed = state.agreedFiles.of(file);
    if (agreed === null || file.contentId === null) return;
    state.agreedFiles.end(file);
    if (agreed.identity !== file.identity || priceOf(file).credits > agreed.credits) return;
    const { id: fileId, contentId } = file;
    state.approvals.give({ fileId, what: 'review', contentId, givenAtMs: nowMs() });
  }

  /**
   * Removes rows of vanished paths that showed the record which a file is about to show: they were the same file before
   * it moved.
   */
  function forgetGone(file: FileRow, recordId: number): void {
    for (const gone of files.withRecord(recordId, ['missing', 'remote_only'])) {
      if (gone.id !== file.id) files.forget(gone);
    }
  }

  /** Decides again every waiting file with this content, because a record, an answer or a doubt has just come in. */
  function decideDuplicates(contentId: number, waiting: readonly FileState[]): void {
    for (const duplicate of files.withContent(contentId, [...waiting, 'held'])) {
      if (duplicate.hold === null || AWAITS_CONTENT.has(duplicate.hold)) decide(duplicate);
    }
    for (const duplicate of knownRecords.overtaken(contentId)) decide(move(duplicate, 'ready'));
  }

  /** Applies a record's new status to every row that shows it. */
  function followRecord(recordId: number, status: string): void {
    const shownAs = stateOfStatus(status);
    const { contentId } = records.get(recordId);
    for (const file of files.withRecord(recordId, SHOWING)) {
      if (file.contentId === contentId && file.state !== shownAs) move(file, shownAs);
    }
    if (isGone(status)) decideDuplicates(contentId, ['duplicate']); // a copy of what is deleted is none
    else contentIsThere(contentId);
    decideCiting(recordId);
  }

  /** The service has its record, anew or after all: approvals to notarize it once more are over, under every name. */
  function contentIsThere(contentId: number): void {
    const unsent = ['ready', 'checking', 'duplicate', 'held'] as const;
    for (const { id } of files.withContent(contentId, unsent)) {
      state.approvals.end(id, 'record_deleted');
    }
    decideDuplicates(contentId, ['ready', 'checking']);
  }

  /** Files that wait for a file that shows, or refers to, this record. */
  function decideCiting(recordId: number): void {
    const awaiting = files.withRecord(recordId).flatMap(({ id }) => state.lineage.awaiting(id));
    for (const id of new Set(awaiting)) {
      const file = files.get(id);
      if (file !== null) decide(file);
    }
  }

  /** Whether the platform is asked about a new version as soon as a person approves it. */
  function isCheckedOnceApproved(file: FileRow): boolean {
    return destinationOf({ ...file, approvedContentId: file.contentId })?.to === 'checking';
  }

  return {
    move,
    pathOf,
    placeOf,
    assignmentOf,
    priceOf,
    reviewRules,
    isCheckedOnceApproved,
    look,
    storeRead: newFiles.storeRead,
    setAside,
    settleAgain,
    decide,
    decideDuplicates,
    followRecord,
  };
}
