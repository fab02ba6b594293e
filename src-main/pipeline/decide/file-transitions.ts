/**
 * Carries decisions about files into the database: facts in, plan, rows moved. It touches neither disk nor service.
 * Every method is one transaction (or part of the caller's). An account has one, so that every move is announced.
 */
import {
  type FileState,
  type HoldReason,
  SHOWING,
} from '../../../src-shared/model/files/file-state.ts';
import { makeFileRows } from './file-rows.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { State } from '../../db/state.ts';
import { makeContentDecider } from './content-decider.ts';
import { makeKnownRecords } from './known-records.ts';
import { makePostponedChecks } from './postponed-checks.ts';
import { makeScanResults } from './apply-scan-result.ts';
import { makeVanishedChoices } from './vanished-choices.ts';
import type { Announce } from '../common/ports.ts';
import type { Clock } from '../../platform/clock.ts';
import { makeSettlingPatience } from '../settle/settling-patience.ts';
import { isGone, stateOfStatus } from '../common/state-of-status.ts';

/** Holds that end by what becomes of the same content elsewhere. */
const AWAITS_CONTENT: ReadonlySet<HoldReason> = new Set(['twin_pending', 'record_deleted']);

export type FileTransitions = ReturnType<typeof makeFileTransitions>;

export function makeFileTransitions(
  state: State,
  { clock, announce }: { readonly clock: Omit<Clock, 'sleep'>; readonly announce: Announce },
) {
  const { files, records } = state;
  const nowMs = () => clock.nowMs();
  const patience = makeSettlingPatience(clock);
  const knownRecords = makeKnownRecords(state);
  const postponed = makePostponedChecks();
  const rows = makeFileRows(state, announce, postponed);
  const { move, pathOf, placeOf, assignmentOf } = rows;
  const vanishedChoices = makeVanishedChoices(state, nowMs, assignmentOf);
  const known = { knownRecords, vanishedChoices };
  const decider = makeContentDecider({ state, nowMs, rows, ...known });
  const paths = makeScanResults({ state, nowMs, rows, ...known, patience, postponed });
  const { decide } = decider;

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

  return {
    /** For files that do not stand still. */
    patience,
    maybeEdited: knownRecords.maybeEdited,
    renamedFrom: knownRecords.renamedFrom,
    takeBackVanished: (of: readonly FileRow[] | null): number => vanishedChoices.takeBack(of),
    takeDueChecks: () => postponed.takeDue(),
    move,
    pathOf,
    placeOf,
    assignmentOf,
    ...decider,
    ...paths,
    decideDuplicates,
    followRecord,
  };
}
