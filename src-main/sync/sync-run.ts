/**
 * One run over the watched folders, in two steps with the person between them: `prepare` finds out what there is and
 * what it would cost, and spends nothing; `complete` sends what was agreed, follows it until it is recorded and
 * fetches the certificates.
 */
import type { HoldReason } from '../../src-shared/model/file-state.ts';
import { uploadCredits } from '../../src-shared/model/price.ts';
import type { ServiceFault } from '../../src-shared/model/service-fault.ts';
import { MINUTE_MS } from '../../src-shared/model/time.ts';
import type { Clock } from '../ports/clock.ts';
import { identityFromKey } from '../ports/file-identity.ts';
import type { FileRow, FileScope } from '../state/file-repository.ts';
import type { State } from '../state/state.ts';
import { makeCertificateLane } from './certificate-lane.ts';
import { makeCheckLane } from './check-lane.ts';
import { makeFileDesk } from './file-desk.ts';
import type { FileTree } from './file-tree.ts';
import { makeFingerprintLane } from './fingerprint-lane.ts';
import type { Fingerprinter } from './fingerprinter.ts';
import type { ReadIgnoreFile } from './ignore-file.ts';
import { makeGatekeeper } from './gatekeeper.ts';
import { planSpend, type Candidate } from './plan-spend.ts';
import type {
  Announce,
  CertificateKeeper,
  ContentChecker,
  LostAnswers,
  RemoteRecords,
  Uploader,
} from './ports.ts';
import { lookAtPicked } from './picked-files.ts';
import { makeRecordLane } from './record-lane.ts';
import { eachIn, lookAtHoldsAgain, recover } from './recover.ts';
import { runLanes } from './run-lanes.ts';
import { scanFolder, type UnreadDirectory } from './scan-folder.ts';
import { makeSettleLane } from './settle-lane.ts';
import { makeUploadLane } from './upload-lane.ts';

const PATIENCE_MS = 15 * MINUTE_MS; // nothing has moved for so long: the next run goes on from here
const CONCURRENT_TRANSFERS = 4;

export interface SyncPorts {
  readonly state: State;
  readonly clock: Clock;
  /** A number between 0 and 1. */
  readonly chance: () => number;
  readonly fileTree: FileTree;
  readonly readIgnoreFile: ReadIgnoreFile;
  readonly fingerprinter: Fingerprinter;
  readonly checker: ContentChecker;
  readonly uploader: Uploader;
  readonly lostAnswers: LostAnswers;
  readonly remote: RemoteRecords;
  readonly certificates: CertificateKeeper;
  readonly announce: Announce;
}

/** What the person may agree to. */
export interface Offer {
  /** Files ready to be sent, changed ones and copies of each other included. */
  readonly files: number;
  readonly bytes: number;
  /** Upper bound; equal contents count once. */
  readonly credits: number;
  /** How many of the files are new versions of notarized ones. */
  readonly changedFiles: number;
  /** Null when it could not be read. */
  readonly balance: number | null;
}

/** `ceiling` in credits; null: everything that was offered. */
export interface Agreement {
  readonly ceiling: number | null;
}

export type SyncRun = ReturnType<typeof makeSyncRun>;

/** `scope`: the files this run is about; nothing else is read, asked about or sent. */
export function makeSyncRun(ports: SyncPorts, scope: FileScope) {
  const { state, clock, announce, remote } = ports;
  const desk = makeFileDesk(state, { nowMs: () => clock.nowMs(), announce });
  const gatekeeper = makeGatekeeper(ports);
  let balance: number | null = null;
  const unread: UnreadDirectory[] = [];
  const common = { ...ports, desk, gatekeeper, scope };
  const concurrency = CONCURRENT_TRANSFERS;
  const localLanes = [makeSettleLane(common), makeFingerprintLane(common)];
  const checkLane = makeCheckLane({ ...common, concurrency });
  const uploadLane = makeUploadLane({ ...common, concurrency, balance: () => balance });
  const followLanes = [
    makeRecordLane(common),
    makeCertificateLane({ ...common, keeper: ports.certificates }),
  ];
  const pump = { clock, patienceMs: PATIENCE_MS };

  async function readBalance(signal: AbortSignal): Promise<void> {
    if (gatekeeper.closed() !== null) return;
    const read = await remote.balance(signal);
    if (read.ok) balance = read.value;
    else gatekeeper.failed(read.fault);
  }

  function creditsOf(file: FileRow): number {
    return uploadCredits(desk.assignmentOf(file).visibility, file.sizeBytes);
  }

  /** Scans, waits until files are saved, fingerprints and asks the platform. Spends nothing. */
  async function prepare(signal: AbortSignal): Promise<Offer> {
    recover(state, desk, clock.nowMs()); // a run of this engine that was interrupted left its marks too
    lookAtHoldsAgain(state, desk, scope);
    await lookAtPicked(scope, { ...ports, desk }, signal);
    for (const folder of scope.fileIds === undefined ? state.folders.watched() : []) {
      if (scope.folderId !== undefined && folder.id !== scope.folderId) continue;
      unread.push(...(await scanFolder(folder, { ...ports, desk }, signal)));
    }
    await runLanes([...localLanes, checkLane, ...followLanes], pump, signal);
    await readBalance(signal);
    return offer();
  }

  function offer(): Offer {
    const priced = new Set<string>();
    let [files, bytes, credits, changedFiles] = [0, 0, 0, 0];
    for (const file of eachIn(state, ['ready', 'changed'], scope)) {
      files += 1;
      bytes += file.sizeBytes;
      if (!priced.has(placeOf(file))) credits += creditsOf(file);
      priced.add(placeOf(file));
      if (file.state === 'changed') changedFiles += 1;
    }
    return { files, bytes, credits, changedFiles, balance };
  }

  /** The same for files of which only the first is paid for: equal content that goes to the same place. */
  function placeOf(file: FileRow): string {
    const { projectId, visibility } = desk.assignmentOf(file);
    return [file.contentId, visibility, projectId].join(' ');
  }

  /** One file for each content and place: the one written first, as a copy is younger than its original. */
  function firstOfEach(files: readonly FileRow[]): readonly FileRow[] {
    const oldestFirst = files.toSorted(
      (one, other) => modifiedMs(one) - modifiedMs(other) || one.id - other.id,
    );
    const firsts = new Map<string, FileRow>();
    for (const file of oldestFirst) {
      if (!firsts.has(placeOf(file))) firsts.set(placeOf(file), file);
    }
    return [...firsts.values()];
  }

  /** Sends what was agreed (nothing for null) and follows everything that is in work to its end. */
  async function complete(agreement: Agreement | null, signal: AbortSignal): Promise<void> {
    const lanes = [...localLanes, checkLane, uploadLane, ...followLanes];
    const tried = new Set<number>();
    if (agreement !== null) approveChanged();
    for (;;) {
      await runLanes(lanes, pump, signal);
      if (agreement === null || gatekeeper.closed() !== null) break;
      await readBalance(signal);
      const untried = [...eachIn(state, ['ready'], scope)].filter((file) => !tried.has(file.id));
      const ready = firstOfEach(untried);
      if (ready.length === 0 || gatekeeper.closed() !== null) break;
      for (const file of ready) tried.add(file.id);
      spend(ready, agreement);
    }
    holdWhatWaits();
  }

  /** The person saw the price of the new versions in the offer. */
  function approveChanged(): void {
    for (const file of eachIn(state, ['changed'], scope)) {
      state.transaction(() => {
        const approved = state.files.move(file, 'changed', { approvedContentId: file.contentId });
        desk.decide(approved);
      });
    }
  }

  function spend(ready: readonly FileRow[], agreement: Agreement): void {
    const candidates = ready.map((file): Candidate => ({
      id: file.id,
      folderId: file.folderId,
      credits: creditsOf(file),
    }));
    const ceiling =
      agreement.ceiling === null ? null : agreement.ceiling - uploadLane.spentCredits();
    const plan = planSpend(candidates, { balance, ceiling, folderBudgets: budgetsLeft() });
    state.transaction(() => {
      for (const { candidate, reason } of plan.held) {
        const row = state.files.get(candidate.id);
        if (row?.state === 'ready') desk.move(row, 'held', { hold: reason });
      }
    });
    uploadLane.approve(plan.go.map((candidate) => candidate.id));
  }

  function budgetsLeft(): ReadonlyMap<number, number> {
    return new Map(
      state.folders
        .watched()
        .flatMap(({ id, budgetCredits }) =>
          budgetCredits === null ? [] : [[id, budgetCredits - state.uploads.spentIn(id)]],
        ),
    );
  }

  /** Says of every file that could not go on what it waits for. */
  function holdWhatWaits(): void {
    const closed = gatekeeper.closed();
    if (closed === null) return;
    const hold: HoldReason = closed.hold;
    for (const file of eachIn(state, ['checking', 'ready'], scope)) {
      state.transaction(() => desk.move(file, 'held', { hold }));
    }
  }

  return {
    prepare,
    complete,
    /** Why the service was given up in this run; null while it answers. */
    serviceFault: (): ServiceFault | null => gatekeeper.closed()?.fault ?? null,
    spentCredits: () => uploadLane.spentCredits(),
    balance: () => balance,
    /** What the scan could not look into. */
    unreadDirectories: (): readonly UnreadDirectory[] => unread,
  };
}

const NS_PER_MS = 1e6;

function modifiedMs(file: FileRow): number {
  return Number(identityFromKey(file.identity).mtimeNs) / NS_PER_MS;
}
