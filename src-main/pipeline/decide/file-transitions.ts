/**
 * Carries decisions about files into the database: facts in, plan, rows moved. It touches neither disk nor service.
 * Every method is one transaction (or part of the caller's). An account has one, so that every move is announced.
 */
import {
  type FileState,
  type HoldReason,
  SHOWING,
} from '../../../src-shared/model/files/file-state.ts';
import {
  type FileRows,
  makeFileRows,
  makePostponedChecks,
  makeVanishedChoices,
  type NewDirectory,
  type NewRow,
  type PostponedChecks,
  type VanishedChoices,
} from './file-rows.ts';
import type { FileRow, FilePatch } from '../../db/files/file-repository.ts';
import type { State } from '../../db/state.ts';
import { makeContentDecider } from './content-decider.ts';
import { type KnownRecords, makeKnownRecords } from './keep-record.ts';
import type { Announce } from '../common/ports.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  makeSettlingPatience,
  evaluateQuiescence,
  LONGEST_PAUSE_MS,
  pauseWaitMs,
  type Quiescence,
  quietPeriodMs,
  type SettlingPatience,
} from '../settle/quiescence.ts';
import { isGone, stateOfStatus } from '../common/list-project-files.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import {
  identityFromKey,
  identityKey,
  isSameInode,
  modifiedAtMs,
  type FileIdentity,
} from '../../platform/disk/file-identity.ts';
import {
  isKept,
  isOnItsWay,
  isSettledBy,
  planPath,
  type DiskFact,
  type PathPlan,
} from './plan-path.ts';

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

type DiskFacts = Pick<NewRow, 'identity' | 'sizeBytes' | 'unchangedSinceMs'>;

export interface PathSnapshot extends NewDirectory {
  readonly name: string;
  readonly disk: DiskFact;
  readonly ignoredBy: string | null;
  readonly row: FileRow | null;
}

/** Nothing reads or sends them just now, and what is known of them is true wherever they lie. */
const MOVES_ALONG: ReadonlySet<FileState> = new Set<FileState>([
  'duplicate',
  'ready',
  'held',
  'recording',
  'notarized',
  'record_error',
  'failed',
  'changed',
  'deleting',
  'deleted',
  'ignored',
]);

const NO_IDENTITY: FileIdentity = { dev: '', ino: '', sizeBytes: 0, mtimeNs: '0', ctimeNs: '0' };

function waitFor({ dueAtMs }: { readonly dueAtMs: number }): Quiescence {
  return { kind: 'wait', untilMs: dueAtMs };
}

/**
 * Applies the result of checking a path: compares the disk with the row. Every method is part of the caller's
 * transaction.
 */
function makeScanResults(ports: {
  readonly state: State;
  readonly nowMs: () => number;
  readonly rows: FileRows;
  readonly knownRecords: KnownRecords;
  readonly vanishedChoices: VanishedChoices;
  readonly patience: SettlingPatience;
  readonly postponed: PostponedChecks;
}) {
  const { state, nowMs, rows, knownRecords, vanishedChoices, patience, postponed } = ports;
  const { files, folders, records } = state;
  const { add, move } = rows;

  /**
   * Checks one path: compares what the disk shows with the row. Returns true when nothing is left to do until one of
   * them changes.
   */
  function look(seen: PathSnapshot): boolean {
    const at = seen.disk.kind === 'absent' ? asItIsNow(seen) : seen;
    const { row, disk, folder } = at;
    const identity = disk.kind === 'file' ? disk.identity : NO_IDENTITY;
    const key = identityKey(identity);
    const stoodStill = row !== null && row.identity === key;
    // Never later than the clock, which may have been set back since.
    const unchangedSinceMs = stoodStill ? Math.min(row.unchangedSinceMs, nowMs()) : nowMs();
    if (disk.kind === 'file' && row !== null && !stoodStill) learnPause(row, identity);
    const quiet = evaluateQuiescence({
      identity,
      firstSeenUnchangedAtMs: unchangedSinceMs,
      nowMs: nowMs(),
      settleSeconds: folder.settleSeconds,
      waitMs: pauseWaitMs(folder.pause, nowMs()),
      handPicked: row?.isPicked ?? folder.kind === 'picked',
    });
    const settle = stoodStill && isToBeConfirmed(row) ? waitFor(row) : quiet;
    const plan = planPath({ disk, ignoredBy: at.ignoredBy, settle, row });
    const fresh = { identity: key, sizeBytes: identity.sizeBytes, unchangedSinceMs };
    carryOut(plan, at, fresh, stoodStill);
    if (row !== null) followPatience(row, plan, stoodStill);
    const isSettled = isSettledBy(plan, { disk, ignoredBy: at.ignoredBy, row });
    if (row !== null && isOnItsWay(row) && !isSettled) postponed.postpone(row.id);
    return isSettled;
  }

  /**
   * A young file that was read is decided only when it has stood still once more; see `confirmLater`. By a clock that was
   * set back since, it is waited for anew.
   */
  function isToBeConfirmed(row: FileRow): row is FileRow & { readonly dueAtMs: number } {
    if (row.state !== 'settling' || row.contentId === null) return false;
    return (row.dueAtMs ?? 0) > nowMs() && row.unchangedSinceMs <= nowMs();
  }

  /** A file that had been taken and has grown within a minute was not finished: its folder needs more patience. */
  function learnPause(row: FileRow, now: FileIdentity): void {
    const before = identityFromKey(row.identity);
    const isLonger = isSameInode(before, now) && now.sizeBytes > before.sizeBytes;
    const hasGrown = row.state !== 'settling' && isLonger;
    const ms = modifiedAtMs(now) - modifiedAtMs(before);
    if (!hasGrown || ms <= 0 || ms > LONGEST_PAUSE_MS) return;
    const { pause = null } = folders.get(row.folderId) ?? {};
    if (pauseWaitMs({ ms, seenAtMs: nowMs() }, nowMs()) < pauseWaitMs(pause, nowMs())) return;
    folders.showedPause(row.folderId, { ms, seenAtMs: nowMs() });
  }

  function followPatience(
    { id, state: before }: FileRow,
    plan: PathPlan,
    stoodStill: boolean,
  ): void {
    if (plan.do === 'wait' && before === 'settling' && !stoodStill) patience.restless(id);
    if (plan.do === 'forget' || plan.do === 'mark') patience.ended(id);
  }

  function carryOut(plan: PathPlan, at: PathSnapshot, fresh: DiskFacts, stoodStill: boolean): void {
    const { row, disk } = at;
    switch (plan.do) {
      case 'nothing':
        return;
      case 'forget':
        if (row !== null) {
          const heirs = knownRecords.sameFiles(row, ['checking', 'ready', 'held']);
          const heir = vanishedChoices.vanished(row, heirs);
          if (heir !== null) move(heir, 'discovered'); // it is decided again
          files.forget(row);
        }
        return;
      case 'mark':
        if (plan.state === 'missing' && row !== null) return becomeMissing(row);
        return moveRow(
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
        return moveRow(at, 'settling', { ...fresh, contentId: null, dueAtMs: plan.untilMs }, fresh);
      case 'read':
        return moveRow(at, 'discovered', { ...fresh, contentId: null }, fresh);
      case 'recall':
        return moveRow(at, 'discovered', {}, fresh);
      default:
        return assertNever(plan);
    }
  }

  /** Two rows of one directory may vanish together, and the first may have passed its record to the second. */
  function asItIsNow(at: PathSnapshot): PathSnapshot {
    return at.row === null ? at : { ...at, row: files.get(at.row.id) };
  }

  /** Moves the row of a check, or creates one. */
  function moveRow(at: PathSnapshot, to: FileState, patch: FilePatch, fresh: DiskFacts): void {
    if (at.row !== null) {
      move(at.row, to, patch);
      return;
    }
    add(at, { ...fresh, state: to, ...patch });
  }

  /**
   * A directory lies elsewhere, as it was: its rows keep all that is known of them. `leftOut`: its files that a rule leaves out
   * there, by name. False, and nothing is done: that is not all there is to say of them.
   */
  function takeAlong(
    directory: { readonly id: number; readonly path: string },
    path: string,
    leftOut: ReadonlyMap<string, string>,
  ): boolean {
    const { id: directoryId, path: before } = directory;
    const there = files.inDirectory(directoryId);
    // Without numbers of inodes a copy with its times looks the same.
    const isAsBefore = ({ state: at, name, message, identity, recordId }: FileRow) =>
      MOVES_ALONG.has(at) &&
      (isKept({ state: at, recordId }) ||
        (leftOut.get(name) ?? null) === (at === 'ignored' ? message : null)) &&
      identityFromKey(identity).ino !== '0';
    if (!there.every(isAsBefore)) return false;
    files.moveDirectory(directoryId, path);
    const [first] = there;
    if (first !== undefined)
      state.eventLog.tellDirectoryMoved(first.folderId, directoryId, before, path);
    for (const file of there) rows.tellPlace({ ...file, directoryPath: path });
    return true;
  }

  /** Leaves a file out by a rule that covers its whole directory, whose contents are not checked. */
  function setAside(file: FileRow, rule: string): void {
    if (isOnItsWay(file)) postponed.postpone(file.id);
    else if (file.state !== 'ignored' && !isKept(file)) move(file, 'ignored', { message: rule });
  }

  /**
   * The proof follows the content: a copy that is still here takes over the record. Where another row shows it already, as when
   * names were exchanged, there is nothing to miss. A file of other bytes than its record's may turn up under another name.
   */
  function becomeMissing(file: FileRow): void {
    const { recordId } = file;
    if (recordId === null) return void move(file, 'missing');
    const edited = knownRecords.shownByInode(file);
    if (knownRecords.isOfOtherBytes(file)) {
      if (edited !== null) return leaveTo(file, edited);
      const renamed = knownRecords.renamedTo(file);
      if (renamed === null) return void move(file, 'missing');
      return leaveTo(file, move(renamed, 'changed', { recordId }));
    }
    const shown = knownRecords.shownInsteadOf(recordId, file.id);
    if (shown !== null) return leaveTo(file, shown);
    const copy = files.copyInPlaceOf(recordId);
    if (copy !== null) {
      const { status } = records.get(recordId);
      return leaveTo(file, move(copy, stateOfStatus(status), { recordId }));
    }
    if (edited !== null) return leaveTo(file, edited);
    move(file, 'missing');
  }

  function leaveTo(file: FileRow, other: FileRow): void {
    state.eventLog.tellMove(file, other);
    files.forget(file);
  }

  /**
   * It was read, and changed shortly before: what is written through memory moves no time at once. It is decided when it
   * has stood still once more, and its upload compares its bytes.
   */
  function confirmLater(file: FileRow, read: Pick<FilePatch, 'contentId' | 'identity'>): FileRow {
    const fromMs = nowMs();
    const wait = { unchangedSinceMs: fromMs, dueAtMs: fromMs + quietMsOf(file) };
    return move(file, 'settling', { ...read, ...wait });
  }

  function quietMsOf({ folderId, sizeBytes }: FileRow): number {
    const folder = folders.get(folderId);
    const waitMs = pauseWaitMs(folder?.pause ?? null, nowMs());
    return quietPeriodMs(sizeBytes, folder?.settleSeconds ?? null, waitMs);
  }

  /** Its bytes are not those that were read: everything known about them is void until it has stood still again. */
  function settleAgain(file: FileRow): FileRow {
    patience.restless(file.id);
    const unchangedSinceMs = nowMs();
    const dueAtMs = unchangedSinceMs + quietMsOf(file);
    return move(file, 'settling', { contentId: null, unchangedSinceMs, dueAtMs });
  }

  return { look, takeAlong, setAside, settleAgain, confirmLater, quietMsOf };
}
