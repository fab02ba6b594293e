/**
 * What a person can do about uploads whose answers were lost, one by one or all that have the same evidence: check
 * again, keep as unknown, or send again. Nothing is spent here: a file that is sent again goes through a run like any other.
 */
import type { FileView } from '../../../src-shared/model/files/file-view.ts';
import {
  evidenceOf,
  groupDoubts,
  type DoubtfulUpload,
  type DoubtGroup,
  type DecidableEvidence,
} from '../../../src-shared/model/files/upload-evidence.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { UploadJobRow } from '../../db/uploads/upload-repository.ts';
import { concernsEverything } from '../../pipeline/common/circuit-breaker.ts';
import { destinationKey } from '../../pipeline/common/destination-key.ts';
import { sendAgain } from '../../pipeline/confirm/apply-outcome.ts';
import { listProjectFiles } from '../../pipeline/common/list-project-files.ts';
import { makeOutcomeCheck, type OutcomeCheckPorts } from '../../pipeline/confirm/outcome-check.ts';
import { findingOf, toldFrom, sendingTime } from '../../pipeline/confirm/search-upload.ts';
import { makePriceList } from '../../pipeline/decide/price-list.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { Files } from './files.ts';
import { findRow, viewAgain } from './file-views.ts';

interface OpenDoubt extends DoubtfulUpload {
  readonly row: FileRow;
  readonly job: UploadJobRow;
}

export function makeLostAnswers(
  ports: OutcomeCheckPorts & {
    readonly files: Pick<Files, 'find'>;
  },
) {
  const { state, transitions, files, fileTree, clock } = ports;
  const outcomeCheck = makeOutcomeCheck(ports);
  const priceList = makePriceList(state);

  /** The requested file, while it is unknown whether it was recorded. */
  function find(
    asked: string,
  ): Result<
    { readonly view: FileView; readonly row: FileRow; readonly job: UploadJobRow },
    CoreFault
  > {
    const found = findRow(asked, ports);
    if (!found.ok) return found;
    const { view, row } = found.value;
    const job = state.uploads.latestOfFile(row.id);
    if (row.state !== 'confirming' || job?.outcome !== 'unknown') {
      return fail({ kind: 'not-in-doubt', asked, state: row.state, hold: row.hold });
    }
    return ok({ view, row, job });
  }

  /** Unknown results that a person has not put aside. */
  function open(projectId: string | null): readonly OpenDoubt[] {
    return state.uploads.withOutcome('unknown').flatMap((job) => {
      const row = state.files.get(job.fileId);
      const isAsked = row?.state === 'confirming' && row.hold !== 'kept_unknown';
      if (!isAsked || (projectId !== null && job.projectId !== projectId)) return [];
      const { sizeBytes } = row;
      const { endedAtMs } = sendingTime(job, state);
      const checkedAfterMs = job.lookedAtMs === null ? null : job.lookedAtMs - endedAtMs;
      const { credits, isExact: isPriceExact } = priceList.priceOf(job.visibility, sizeBytes);
      const evidence = evidenceOf(findingOf(job));
      const times = { checkedAfterMs, toldFromMs: toldFrom(job, state) };
      return [{ row, job, evidence, ...times, credits, isPriceExact }];
    });
  }

  /**
   * Whether the file is watched, and can be there as it was sent. Another upload could not begin otherwise, and with the first one given up
   * nothing would hold equal files any more.
   */
  async function isThere(row: FileRow, signal: AbortSignal): Promise<boolean> {
    if (state.folders.get(row.folderId) === null) return false;
    const reading = await fileTree.identify(transitions.pathOf(row), signal);
    return reading.kind === 'file' && reading.identity.sizeBytes === row.sizeBytes;
  }

  function cannotSend(row: FileRow): Result<never, CoreFault> {
    const isWatched = state.folders.get(row.folderId) !== null;
    const path = isWatched ? transitions.pathOf(row) : row.name;
    return fail({ kind: 'cannot-send-again', path, isWatched });
  }

  return {
    /** The file's state, to show the question and its price. */
    find(asked: string): Result<FileView, CoreFault> {
      const found = find(asked);
      return found.ok ? ok(found.value.view) : found;
    },

    /**
     * Checks now: where the service kept the upload, then in the complete list of its destination. Returns the file in
     * its state afterwards. A fault of the service, or aborting, changes nothing.
     */
    async check(asked: string, signal: AbortSignal): Promise<Result<FileView, CoreFault>> {
      const found = find(asked);
      if (!found.ok) return found;
      const { row, job } = found.value;
      const faults: ServiceFault[] = [];
      const onFault = (fault: ServiceFault): void => void faults.push(fault);
      if (await outcomeCheck.askItself(job, onFault, signal)) return viewAgain(row, files);
      const [asksToWait] = faults;
      if (asksToWait !== undefined) return fail(asksToWait);
      const { projectId, visibility } = job;
      const read = await listProjectFiles(ports, { projectId, visibility }, () => false, signal);
      if (!read.ok) return read;
      await outcomeCheck.searchIn(read.value, job, onFault, signal);
      const [fault] = faults;
      const view = viewAgain(row, files);
      // Without an answer to every question a finding is incomplete.
      return fault === undefined || (view.ok && view.value.state !== 'confirming')
        ? view
        : fail(fault);
    },

    /** Keeps it as unknown: it needs no attention, until a later check finds something new. */
    leave(asked: string): Result<FileView, CoreFault> {
      const found = find(asked);
      if (!found.ok) return found;
      const { row } = found.value;
      state.transaction(() => transitions.move(row, 'confirming', { hold: 'kept_unknown' }));
      return viewAgain(row, files);
    },

    /**
     * Ends the old upload as given up and queues the file again; returns its row number. Call it only after the person
     * has seen the price and that the file may be charged a second time. A file that is not there stays unknown.
     */
    async letGo(asked: string, signal: AbortSignal): Promise<Result<number, CoreFault>> {
      const before = find(asked);
      if (!before.ok) return before;
      if (!(await isThere(before.value.row, signal))) return cannotSend(before.value.row);
      const found = find(asked);
      if (!found.ok) return found;
      const { row, job } = found.value;
      state.transaction(() => sendAgain(ports, job, 'person'));
      return ok(row.id);
    },

    /** The unknown results that a person has not put aside, by their evidence; `projectId` null: of all projects. */
    groups(projectId: string | null): readonly DoubtGroup[] {
      return groupDoubts(open(projectId));
    },

    /**
     * Checks all of them now, each destination's list once. Returns the groups afterwards, or the first fault: a list
     * that is refused does not keep the others from being read.
     */
    async checkAll(
      projectId: string | null,
      signal: AbortSignal,
    ): Promise<Result<readonly DoubtGroup[], CoreFault>> {
      const faults: ServiceFault[] = [];
      const onFault = (fault: ServiceFault): void => void faults.push(fault);
      const destinations = Map.groupBy(open(projectId), ({ job }) => destinationKey(job));
      for (const doubts of destinations.values()) {
        const left: UploadJobRow[] = [];
        for (const { job } of doubts) {
          if (!(await outcomeCheck.askItself(job, onFault, signal))) left.push(job);
          const pause = faults.find(concernsEverything);
          if (pause !== undefined) return fail(pause);
        }
        const [first] = left;
        if (first === undefined) continue;
        const read = await listProjectFiles(ports, first, () => false, signal);
        if (!read.ok) {
          faults.push(read.fault);
          if (concernsEverything(read.fault)) break;
          continue;
        }
        for (const job of left) await outcomeCheck.searchIn(read.value, job, onFault, signal);
      }
      return faults[0] === undefined ? ok(this.groups(projectId)) : fail(faults[0]);
    },

    /** Keeps all of a group as unknown; returns the row numbers. */
    leaveAll(projectId: string | null, evidence: DecidableEvidence): readonly number[] {
      return state.transaction(() =>
        open(projectId)
          .filter((doubt) => doubt.evidence === evidence)
          .map(({ row }) => transitions.move(row, 'confirming', { hold: 'kept_unknown' }).id),
      );
    },

    /**
     * Queues all of a group again, as `letGo` does, with their price approved; returns the row numbers. `agreedCredits`:
     * the sum that the person saw; if it is more by now, none is queued. Files that are not there stay unknown; a fault if
     * none is there.
     */
    async letGoAll(
      projectId: string | null,
      evidence: DecidableEvidence,
      agreedCredits: number,
      signal: AbortSignal,
    ): Promise<Result<readonly number[], CoreFault>> {
      const group = () => open(projectId).filter((doubt) => doubt.evidence === evidence);
      const there = new Set<number>();
      const absent: FileRow[] = [];
      for (const { row } of group()) {
        if (await isThere(row, signal)) there.add(row.id);
        else absent.push(row);
      }
      if (there.size === 0 && absent[0] !== undefined) return cannotSend(absent[0]);
      return state.transaction(() => {
        const doubts = group().filter(({ row }) => there.has(row.id));
        const credits = doubts.reduce((sum, doubt) => sum + doubt.credits, 0);
        if (credits > agreedCredits) {
          return fail({ kind: 'dearer-than-agreed', credits, agreedCredits });
        }
        for (const { row, job } of doubts) {
          const approval = { fileId: row.id, contentId: job.contentId, givenAtMs: clock.nowMs() };
          state.approvals.give({ ...approval, what: 'review' });
          sendAgain(ports, job, 'person');
        }
        return ok(doubts.map(({ row }) => row.id));
      });
    },
  };
}
