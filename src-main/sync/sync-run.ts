/**
 * A run over the watched folders. In one pass it takes two steps with the person between them: `prepare` finds out what
 * there is and what it would cost, and spends nothing; `complete` sends what was agreed, follows it until it is recorded
 * and fetches the certificates. `follow` does the same for as long as it is let, within what was allowed beforehand.
 */
import { assertNever } from '../../src-shared/model/result.ts';
import type { ServiceFault } from '../../src-shared/model/service-fault.ts';
import { MINUTE_MS } from '../../src-shared/model/time.ts';
import type { Clock } from '../ports/clock.ts';
import type { NotedTimes } from '../ports/noted-time.ts';
import type { FileRow, FileScope } from '../state/file-repository.ts';
import type { State } from '../state/state.ts';
import { makeCertificateLane } from './certificate-lane.ts';
import { makeCitationLane } from './citation-lane.ts';
import { makeCheckLane } from './check-lane.ts';
import { makeConfirmLane } from './confirm-lane.ts';
import { makeDocumentLane } from './document-lane.ts';
import { makeFileDesk } from './file-desk.ts';
import type { FileTree } from './file-tree.ts';
import { eachAtHand } from './files-at-hand.ts';
import { makeFingerprintLane } from './fingerprint-lane.ts';
import type { Fingerprinter } from './fingerprinter.ts';
import type { FolderWatcher } from './folder-watcher.ts';
import type { WatchTrouble } from './folder-watches.ts';
import type { UnreadDirectory } from './folder-view.ts';
import { holdForReview } from './hold-for-review.ts';
import { holdWhatWaits } from './hold-what-waits.ts';
import type { ReadIgnoreFile } from './ignore-file.ts';
import { makeForgetLane } from './forget-lane.ts';
import { makeGatekeeper, type GateWait } from './gatekeeper.ts';
import type {
  Announce,
  CertificateKeeper,
  ContentChecker,
  DocumentKeeper,
  ForgetUpload,
  ContentDigests,
  LostAnswers,
  RemoteRecords,
  Uploader,
} from './ports.ts';
import { makeHistoryLane } from './history-lane.ts';
import { lookAtPicked } from './picked-files.ts';
import { makePauseDesk } from './pause-desk.ts';
import { makePurse, type Agreement, type Offer } from './purse.ts';
import { makeRecordLane } from './record-lane.ts';
import { lookAtHoldsInTurns, recover } from './recover.ts';
import { makeRoundLane } from './round-lane.ts';
import { runLanes, type Lane } from './run-lanes.ts';
import type { RunningUpload, StopAnswer } from './running-uploads.ts';
import { makeScanLane } from './scan-lane.ts';
import type { GatePause } from './service-gate.ts';
import type { ServiceHabits } from './service-habits.ts';
import { makeSettleLane } from './settle-lane.ts';
import { makeSpendLane, type Allowance } from './spend-lane.ts';
import { makeUploadLane } from './upload-lane.ts';
import { makeWakeCall } from './wake-call.ts';

export type { Agreement, Offer } from './purse.ts';

const PATIENCE_MS = 15 * MINUTE_MS; // nothing has moved for so long: the next run goes on from here
const CONCURRENT_CHECKS = 4;

export interface SyncPorts {
  readonly state: State;
  readonly clock: Clock;
  /** A number between 0 and 1. */
  readonly chance: () => number;
  readonly fileTree: FileTree;
  readonly readIgnoreFile: ReadIgnoreFile;
  readonly watcher: FolderWatcher;
  readonly fingerprinter: Fingerprinter;
  readonly checker: ContentChecker;
  readonly uploader: Uploader;
  readonly forgetUpload: ForgetUpload;
  /** Until the session ends, by the service's clock; null: not known. */
  readonly sessionLeftMs?: (() => number | null) | undefined;
  readonly lostAnswers: LostAnswers;
  readonly remote: RemoteRecords;
  readonly habits: ServiceHabits;
  readonly digests: ContentDigests;
  readonly certificates: CertificateKeeper;
  readonly documents: DocumentKeeper;
  /** Completes secondary files by the rules of their folders; returns how many. */
  readonly completeByRules: () => number;
  readonly announce: Announce;
  /** Of the whole program: see ports/noted-time.ts. */
  readonly times: NotedTimes;
}

/** What a run that goes on may spend without asking: `credits` in all, or null for what balance and budgets allow. */
export type SpendPolicy =
  | { readonly spend: 'nothing' }
  | {
      readonly spend: 'up-to';
      readonly credits: number | null;
      /** Only for these files; for all when absent. */
      readonly allowance?: Allowance | undefined;
    };

export type SyncRun = ReturnType<typeof makeSyncRun>;

/**
 * `scope`: the files this run is about; nothing else is read, asked about or sent. `pause`: what the run before still
 * had to wait for.
 */
export function makeSyncRun(ports: SyncPorts, scope: FileScope, pause: GatePause | null = null) {
  const { state, clock, announce } = ports;
  const desk = makeFileDesk(state, { nowMs: () => clock.nowMs(), announce });
  const gatekeeper = makeGatekeeper(ports, pause);
  const wakes = makeWakeCall();
  const pauses = makePauseDesk({ state, desk, scope, clock });
  const common = { ...ports, desk, gatekeeper, pauses, scope };
  const purse = makePurse(common);
  const scanLane = makeScanLane({ ...common, wake: () => wakes.wake() });
  const uploadLane = makeUploadLane({ ...common, balance: () => purse.balance() });
  const checkLane = makeCheckLane({ ...common, concurrency: CONCURRENT_CHECKS });
  const freeLanes: readonly Lane[] = [
    scanLane,
    makeSettleLane(common),
    makeFingerprintLane(common),
    checkLane,
    makeConfirmLane(common),
    makeRecordLane(common),
    makeHistoryLane(common),
    makeCertificateLane({ ...common, keeper: ports.certificates }),
    makeDocumentLane({ ...common, keeper: ports.documents }),
    makeForgetLane(common),
    makeCitationLane(common),
  ];
  const pump = { clock, patienceMs: PATIENCE_MS, wakes };
  let askForRound: (() => void) | null = null;

  /**
   * Scans, waits until files are saved, fingerprints and asks the platform. Spends nothing. The folders stay watched
   * until `complete` or `close`.
   */
  async function prepare(signal: AbortSignal): Promise<Offer> {
    try {
      recover(state, desk, clock.nowMs()); // a run of this engine that was interrupted left its marks too
      await lookAtHoldsInTurns(common, scope, signal);
      await lookAtPicked(scope, common, signal);
      await runLanes(freeLanes, pump, signal);
      holdForReview(state, desk, scope);
      const [payable] = eachAtHand(state, ['ready', 'changed'], scope);
      if (payable !== undefined) await gatekeeper.opened(signal); // who is to pay wants to know the balance
      await purse.readBalance(signal);
      return purse.offer();
    } catch (error) {
      scanLane.close();
      throw error;
    }
  }

  /** Sends what was agreed (nothing for null) and follows everything that is in work to its end. */
  async function complete(agreement: Agreement | null, signal: AbortSignal): Promise<void> {
    const lanes = [...freeLanes, uploadLane];
    const tried = new Set<string>(); // by bytes: a file that changed while it was sent is another one
    const isUntried = (file: FileRow): boolean => !tried.has(versionOf(file));
    const untried = () =>
      purse.firstOfEach([...eachAtHand(state, ['ready'], scope)].filter(isUntried));
    try {
      if (agreement !== null) approveChanged();
      for (;;) {
        await runLanes(lanes, pump, signal);
        if (agreement === null || gatekeeper.closed() !== null) break;
        holdForReview(state, desk, scope);
        if (untried().length > 0) await gatekeeper.opened(signal);
        await purse.readBalance(signal);
        const ready = untried();
        if (ready.length === 0 || gatekeeper.closed() !== null) break;
        for (const file of ready) tried.add(versionOf(file));
        purse.spend(ready, agreement, uploadLane);
      }
      holdWhatWaits(state, desk, gatekeeper, scope);
    } finally {
      scanLane.close();
    }
  }

  /** The person saw the price of the new versions in the offer. */
  function approveChanged(): void {
    for (const file of eachAtHand(state, ['changed'], scope)) {
      state.transaction(() => {
        const approved = state.files.move(file, 'changed', { approvedContentId: file.contentId });
        desk.decide(approved);
      });
    }
  }

  /**
   * Goes on until `signal` aborts, and rejects with its reason once everything has stopped and the watches are given
   * back. Outages are waited for. New versions of notarized files, and what the policy does not pay for, wait for a
   * person. At rest it does nothing until a hint, a person or the time of the next scan comes.
   */
  async function follow(policy: SpendPolicy, signal: AbortSignal): Promise<never> {
    gatekeeper.bePatient();
    const lanes = [...freeLanes, uploadLane, ...spendLanes(policy)];
    const roundLane = makeRoundLane({ ...common, purse, lanes });
    askForRound = () => roundLane.ask();
    roundLane.ask();
    try {
      recover(state, desk, clock.nowMs());
      await runLanes([roundLane, ...lanes], { ...pump, patienceMs: Infinity }, signal);
      throw new Error('a lane of rounds always has a next one'); // so the pump ends by abort or failure alone
    } finally {
      askForRound = null;
      scanLane.close();
    }
  }

  function spendLanes(policy: SpendPolicy): readonly Lane[] {
    switch (policy.spend) {
      case 'nothing':
        return [];
      case 'up-to': {
        const { credits: ceiling, allowance } = policy;
        const agreement = { ceiling };
        return [makeSpendLane({ ...common, purse, uploads: uploadLane, agreement, allowance })];
      }
      default:
        return assertNever(policy);
    }
  }

  return {
    beganAtMs: clock.nowMs(),
    prepare,
    complete,
    follow,
    /**
     * While `follow` runs: looks at everything again. To be called when a person has changed folders, rules or holds,
     * picked files or signed in, and when the computer wakes up.
     */
    lookAgain(): void {
      scanLane.scanAll();
      gatekeeper.tryNow();
      askForRound?.();
      wakes.wake();
    },
    /** While `follow` runs: looks at what waits for a person again, but not at the disk. */
    agreementsChanged(): void {
      askForRound?.();
      wakes.wake();
    },
    /** To be called when a person has changed the rules of the queue, or whose turn it is. A new pause stops at once. */
    transfersChanged(): void {
      uploadLane.rulesChanged();
      checkLane.rulesChanged();
      wakes.wake();
    },
    /** Stops one upload for good, unless its last bytes have left; its row says so once it has stopped. */
    cancelUpload(fileId: number): StopAnswer {
      return uploadLane.cancel(fileId);
    },
    /** What is on its way now. */
    runningUploads: (): readonly RunningUpload[] => uploadLane.running(),
    /** What everything waits for; null while the service may be asked. */
    serviceWait: (): GateWait | null => gatekeeper.wait(),
    /** What the service asked somebody to wait for whom the run does not know, such as a person who cancels an upload. */
    pauseAsked: (fault: ServiceFault): void => gatekeeper.failed(fault),
    /** What is still to be waited for, for the run after this one. */
    pauseLeft: (): GatePause | null => gatekeeper.pause(),
    /** Gives the watches back when nothing follows a `prepare`. Harmless at any other end. */
    close: () => scanLane.close(),
    /** Why the service was given up in this run; null while it answers. */
    serviceFault: (): ServiceFault | null => gatekeeper.closed()?.fault ?? null,
    spentCredits: () => uploadLane.spentCredits(),
    balance: () => purse.balance(),
    /** What the scan could not look into. */
    unreadDirectories: (): readonly UnreadDirectory[] => scanLane.unreadDirectories(),
    /** Null while the system allows all the watches that are wanted. */
    watchTrouble: (): WatchTrouble | null => scanLane.watchTrouble(),
  };
}

function versionOf({ id, contentId }: FileRow): string {
  return `${id} ${contentId}`;
}
