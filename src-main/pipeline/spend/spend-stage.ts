/**
 * Approves uploads in a continuous run, within what the person approved beforehand. It decides in small batches, so
 * that of several copies that arrive together the original is paid for. It never decides about changed files.
 */
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { FileScope } from '../../db/files/file-scope.ts';
import type { State } from '../../db/state.ts';
import { eachInScope, missingFolders } from '../common/rows-in-state.ts';
import type { ServiceGate } from '../common/service-gate.ts';
import type { UploadAgreement } from '../../../src-shared/model/money/upload-offer.ts';
import type { Spending } from './spending.ts';
import type { ApprovedFiles } from '../upload/waiting-line.ts';
import { type Stage, type Step, wallTimeMs } from '../common/stage.ts';
import { noteLargeBatches } from '../common/large-batch.ts';
import type { OwnRecords } from './own-records.ts';

const GATHERING_MS = 2 * SECOND_MS; // copies of a folder are found within moments of each other
const MAX_PENDING = 1_000; // more queued files would only slow down each check

/** What a person approved beforehand. */
export interface Allowance {
  isAllowed(file: FileRow): boolean;
  /**
   * Folders that may be approved as a unit, each with the number of the file after which that holds, and single rows of
   * others. Files in neither are not read.
   */
  readonly folders: () => ReadonlyMap<number, number>;
  readonly fileIds: () => readonly number[];
}

/** Ready files that may be paid for without another approval. Reads none of a million files that await one. */
export function* eachAllowed(
  state: State,
  scope: FileScope,
  allowance: Allowance,
): Generator<FileRow> {
  const whole = allowance.folders();
  for (const [folderId, afterId] of whole) {
    if ((scope.folderId ?? folderId) !== folderId) continue;
    for (const file of eachInScope(state, ['ready'], { ...scope, folderId }, afterId)) {
      if (allowance.isAllowed(file)) yield file;
    }
  }
  const away = missingFolders(state);
  for (const id of allowance.fileIds()) {
    const file = state.files.get(id);
    if (file?.state !== 'ready' || away.has(file.folderId)) continue;
    if (file.id > (whole.get(file.folderId) ?? Infinity)) continue;
    const isInScope =
      (scope.folderId ?? file.folderId) === file.folderId && scope.fileIds?.includes(id) !== false;
    if (isInScope && allowance.isAllowed(file)) yield file;
  }
}

export function makeSpendStage(ports: {
  readonly state: State;
  readonly scope: FileScope;
  readonly clock: Clock;
  readonly gate: ServiceGate;
  readonly spending: Spending;
  readonly approved: Pick<ApprovedFiles, 'approve' | 'pendingIds'>;
  /** Estimated credits of what was recorded, or may have been, since the run began. */
  readonly spentCredits: () => number;
  readonly agreement: UploadAgreement;
  readonly ownRecords: Pick<OwnRecords, 'catchUp'>;
  /** Which files may be paid for without another approval; all but large batches when absent. */
  readonly allowance?: Allowance | undefined;
  /** Contents that were approved or held, by row: if they return, they are not sent again in this round. */
  readonly decided: Map<number, number | null>;
  readonly largeBatchFiles?: number | undefined;
}): Stage {
  const { state, scope, clock, gate, spending, approved, agreement, allowance } = ports;
  const { decided } = ports;
  /** When to look for the next batch; null: no file is known to be waiting. */
  let lookAtMs: number | null = null;
  /** Some files wait for credits promised to others: check again once the queue is shorter than this. */
  let worthBelow = Infinity;
  /** How many were ready, by folder, when none of them was allowed: until that changes, another check finds nothing. */
  let restsAt: string | null = null;

  function hasReady(): boolean {
    const ready = state.files.counts().filter((count) => count.state === 'ready');
    if (ready.length === 0) return false;
    const away = missingFolders(state);
    return ready.some(({ folderId }) => !away.has(folderId));
  }

  function readyByFolder(): string {
    const ready = state.files.counts().filter((count) => count.state === 'ready');
    return ready.map(({ folderId, files }) => `${folderId}:${files}`).join(' ');
  }

  function inLine(): readonly FileRow[] {
    return approved.pendingIds().flatMap((id) => state.files.get(id) ?? []);
  }

  function nextBatch(): readonly FileRow[] {
    const batch: FileRow[] = [];
    const line = inLine();
    const places = new Set(line.map(spending.placeOf));
    const files =
      allowance === undefined
        ? eachInScope(state, ['ready'], scope)
        : eachAllowed(state, scope, allowance);
    for (const file of files) {
      if (line.length + batch.length >= MAX_PENDING) break;
      const isDecided = decided.has(file.id) && decided.get(file.id) === file.contentId;
      if (isDecided || !spending.covers(agreement, file)) continue;
      if (!places.has(spending.placeOf(file))) batch.push(file);
    }
    return spending.firstOfEach(batch);
  }

  async function decide(signal: AbortSignal): Promise<Step> {
    // Before the balance is read: a charge in between is then counted twice, never missed.
    const promised = inLine();
    await spending.readBalance(signal);
    if (!gate.isPassing()) return 'waiting';
    noteLargeBatches(state, scope, ports.largeBatchFiles);
    if ((await ports.ownRecords.catchUp(nextBatch, true, signal)) === 'not-now') return 'waiting';
    const batch = nextBatch();
    const spent = ports.spentCredits();
    spending.spend(batch, agreement, { approved, spent }, promised);
    const line = new Set(approved.pendingIds());
    const isLeft = ({ id }: FileRow) => state.files.get(id)?.state === 'ready' && !line.has(id);
    for (const file of batch) if (!isLeft(file)) decided.set(file.id, file.contentId);
    // What was promised may be spent by now: then it is worth it at once.
    const waitsFor = Math.max(line.size, promised.length);
    worthBelow = batch.some(isLeft) ? waitsFor : Infinity;
    return 'advanced';
  }

  return {
    concurrency: 1,
    take() {
      if (!gate.isPassing() || !hasReady()) return [];
      if (approved.pendingIds().length >= worthBelow) return [];
      if (restsAt !== null && restsAt === readyByFolder()) return [];
      lookAtMs ??= clock.monotonicMs() + GATHERING_MS;
      if (lookAtMs > clock.monotonicMs()) return [];
      lookAtMs = null;
      const isWorthIt = nextBatch().length > 0;
      restsAt = isWorthIt ? null : readyByFolder();
      return isWorthIt ? [decide] : [];
    },
    nextDueMs() {
      const passesAtMs = gate.passesAtMs();
      if (passesAtMs !== null) return hasReady() ? passesAtMs : null;
      if (lookAtMs === null || lookAtMs <= clock.monotonicMs()) return null;
      return wallTimeMs(lookAtMs, clock);
    },
    renew() {
      decided.clear();
      restsAt = null;
    },
  };
}
