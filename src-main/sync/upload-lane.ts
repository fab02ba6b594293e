/**
 * Sends what the person agreed to pay for. A row moves to `uploading` in the transaction that writes the intent, and
 * leaves it in the transaction that writes the outcome: after a crash the two always agree.
 */
import { assertNever } from '../../src-shared/model/result.ts';
import type { ServiceFault } from '../../src-shared/model/service-fault.ts';
import type { Clock } from '../ports/clock.ts';
import { identityFromKey } from '../ports/file-identity.ts';
import type { FileRow } from '../state/file-repository.ts';
import type { State } from '../state/state.ts';
import type { UploadJobRow } from '../state/upload-repository.ts';
import { makeClaims } from './claims.ts';
import type { FileDesk } from './file-desk.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import type { Announce, Uploader, UploadOutcome } from './ports.ts';
import { refusedState } from './refusal.ts';
import type { Lane, Step } from './run-lanes.ts';
import { concernsEverything } from './service-gate.ts';

export interface UploadLane extends Lane {
  /** Adds rows that may spend now, in the order they shall go. */
  approve(fileIds: readonly number[]): void;
  /** Rows that were approved and have no outcome yet: their credits are promised, though not spent. */
  pendingIds(): readonly number[];
  /** Estimated credits of what was recorded, or may have been, since the lane was made. */
  spentCredits(): number;
}

export function makeUploadLane(ports: {
  readonly state: State;
  readonly desk: FileDesk;
  readonly uploader: Uploader;
  readonly gatekeeper: Gatekeeper;
  readonly clock: Clock;
  readonly announce: Announce;
  readonly concurrency: number;
  /** Last known balance, for the intent's row. */
  readonly balance: () => number | null;
}): UploadLane {
  const { state, desk, uploader, gatekeeper, clock, announce } = ports;
  const claims = makeClaims<string>();
  const sending = new Set<number>();
  let approved: number[] = [];
  let spent = 0;

  /** Writes the intent; null when the row may not go (any more). */
  function begin(fileId: number): { file: FileRow; job: UploadJobRow } | null {
    return state.transaction(() => {
      const row = state.files.get(fileId);
      if (row?.state !== 'ready' || row.contentId === null) return null;
      const decided = desk.decide(row); // rules, twins or the ledger may have changed while it waited
      if (decided.state !== 'ready') return null;
      const content = state.contents.get(row.contentId);
      const assignment = desk.assignmentOf(row);
      const live = state.uploads.live(content.id, assignment.projectId, assignment.visibility);
      if (live !== null && mayBeRecorded(live)) return null;
      const { credits } = desk.priceOf(row);
      const order = { file: row, content, assignment, credits, balance: ports.balance() };
      const job = uploader.open(order);
      return { file: desk.move(decided, 'uploading'), job };
    });
  }

  /** A job that was left open before its last bytes is taken over, also from a file that is gone or was renamed. */
  function mayBeRecorded(live: UploadJobRow): boolean {
    const isSending = state.files.get(live.fileId)?.state === 'uploading';
    return live.outcome === 'unknown' || isSending || state.uploads.hasReleasedTail(live.id);
  }

  async function upload(fileId: number, signal: AbortSignal): Promise<Step> {
    const begun = begin(fileId);
    if (begun === null) return 'advanced';
    const { file, job } = begun;
    const { sha256 } = state.contents.get(job.contentId);
    const path = desk.pathOf(file);
    const source = { path, name: file.name, identity: identityFromKey(file.identity), sha256 };
    const progress = { kind: 'progressed', fileId, path, state: 'uploading' } as const;
    const onProgress = (doneBytes: number) =>
      announce({ ...progress, doneBytes, totalBytes: file.sizeBytes });
    const outcome = await uploader.send(job, source, onProgress, signal);
    const step = state.transaction(() => keep(state.files.get(fileId) ?? file, job, outcome));
    signal.throwIfAborted();
    return step;
  }

  function keep(file: FileRow, job: UploadJobRow, outcome: UploadOutcome): Step {
    const nowMs = clock.nowMs();
    switch (outcome.kind) {
      case 'recorded': {
        gatekeeper.succeeded();
        spent += job.estimatedCredits;
        const { contentId, projectId, visibility, name, uploadedIso } = job;
        const { fileId } = outcome;
        const place = { contentId, projectId, visibility };
        const facts = { fileId, name, uploadedIso, status: 'Pending', receivedAtMs: nowMs };
        const record = state.records.keep({ ...place, ...facts });
        state.uploads.end(job.id, 'recorded', record.id, nowMs);
        desk.move(file, 'recording', { recordId: record.id });
        desk.decideTwins(contentId, ['ready', 'checking']);
        return 'advanced';
      }
      case 'unknown':
        spent += job.estimatedCredits;
        state.uploads.end(job.id, 'unknown', null, nowMs);
        desk.move(file, 'confirming', { message: outcome.message });
        return 'advanced';
      case 'source-changed':
        state.uploads.end(job.id, 'dropped', null, nowMs);
        desk.settleAgain(file);
        return 'advanced';
      case 'source-unreadable':
        state.uploads.end(job.id, 'dropped', null, nowMs);
        desk.move(desk.move(file, 'ready'), 'unreadable', { message: outcome.errno });
        return 'advanced';
      case 'refused':
        if (concernsEverything(outcome.fault)) return tryAgain(file, outcome.fault);
        state.uploads.end(job.id, 'refused', null, nowMs);
        desk.move(file, ...refusedState(outcome.fault));
        return 'advanced';
      case 'stopped':
        return tryAgain(file, outcome.fault);
      default:
        return assertNever(outcome);
    }
  }

  /** Nothing was recorded: the job stays open, and goes first when the service answers again. */
  function tryAgain(file: FileRow, fault: ServiceFault | null): Step {
    desk.move(file, 'ready');
    if (fault === null) return 'waiting';
    gatekeeper.failed(fault);
    // Only a gate that is shut keeps it from being sent again at once, and for ever.
    if (concernsEverything(fault)) approved.unshift(file.id);
    return 'waiting';
  }

  /** Contents that go to the same place go one after the other, so that one cannot be taken for the other. */
  function keyOf(fileId: number): string | null {
    const row = state.files.get(fileId);
    if (row?.state !== 'ready' || row.contentId === null) return null;
    if (state.folders.get(row.folderId) === null) return null;
    const { projectId, visibility } = desk.assignmentOf(row);
    return [row.contentId, visibility, projectId].join(' ');
  }

  return {
    concurrency: ports.concurrency,
    approve(fileIds) {
      approved.push(...fileIds);
    },
    pendingIds: () => [...approved, ...sending],
    spentCredits: () => spent,
    take(limit) {
      if (!gatekeeper.isOpen()) return [];
      const jobs: ((signal: AbortSignal) => Promise<Step>)[] = [];
      const taken = new Set<string>();
      const left: number[] = [];
      for (const [index, fileId] of approved.entries()) {
        if (jobs.length === limit) {
          left.push(...approved.slice(index));
          break;
        }
        const key = keyOf(fileId);
        if (key === null) continue; // decided otherwise meanwhile
        if (claims.has(key) || taken.has(key)) {
          left.push(fileId);
          continue;
        }
        taken.add(key);
        sending.add(fileId);
        jobs.push((signal) =>
          claims.during(key, () => upload(fileId, signal)).finally(() => sending.delete(fileId)),
        );
      }
      approved = left;
      return jobs;
    },
    nextDueMs: () => (approved.length > 0 ? gatekeeper.opensAtMs() : null),
  };
}
