/**
 * A run over the watched folders. In one pass it takes two steps with the person between them: `prepare` finds out what
 * there is and what it would cost, and spends nothing; `complete` sends what was agreed, follows it until it is recorded
 * and fetches the certificates. `follow` does the same for as long as it is let, within what was allowed beforehand.
 */
import { assertNever } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { NotedTimes } from '../../platform/noted-time.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { FileScope } from '../../db/files/file-scope.ts';
import type { State } from '../../db/state.ts';
import { makeCertificateLane } from '../certify/certificate-stage.ts';
import { makeCitationLane } from '../decide/citation-stage.ts';
import { makeCheckLane } from '../decide/check-stage.ts';
import { makeConfirmLane } from '../confirm/confirm-stage.ts';
import { makeDocumentLane } from '../certify/document-stage.ts';
import { makeFileDesk } from '../decide/file-transitions.ts';
import type { FileTree } from '../scan/file-tree.ts';
import { eachAtHand } from '../common/files-in-scope.ts';
import { makeFingerprintLane } from '../fingerprint/fingerprint-stage.ts';
import type { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import type { FolderWatcher } from '../watch/folder-watcher.ts';
import type { WatchTrouble } from '../watch/folder-watches.ts';
import type { UnreadDirectory } from '../scan/folder-view.ts';
import { holdForReview } from '../decide/hold-for-review.ts';
import { holdWhatWaits } from '../decide/hold-waiting.ts';
import type { ReadIgnoreFile } from '../scan/ignore-file.ts';
import { makeForgetLane } from '../upload/forget-stage.ts';
import { makeGatekeeper, type GateWait } from '../common/service-breaker.ts';
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
} from '../common/ports.ts';
import { makeHistoryLane } from '../spend/charge-history-stage.ts';
import { lookAtPicked } from '../scan/single-files.ts';
import { makePauseDesk } from '../decide/pause-control.ts';
import { makePurse, type UploadAgreement, type Offer } from '../spend/spending.ts';
import { makeRecordLane } from '../certify/record-stage.ts';
import { recover } from './recover.ts';
import { lookAtHoldsInTurns } from '../decide/recheck-holds.ts';
import { makeRoundLane } from './periodic-recheck.ts';
import { runLanes } from './run-stages.ts';
import type { Lane } from '../common/stage.ts';
import type { RunningUpload, StopAnswer } from '../upload/running-uploads.ts';
import { makeScanLane } from '../scan/scan-stage.ts';
import type { GatePause } from '../common/circuit-breaker.ts';
import type { ServiceHabits } from '../confirm/service-quirks.ts';
import { makeSettleLane } from '../scan/quiescence-stage.ts';
import { makeSpendLane, type Allowance } from '../spend/spend-stage.ts';
import { makeUploadLane } from '../upload/upload-stage.ts';
import { makeWakeCall } from '../common/wake-signal.ts';

export type { UploadAgreement, Offer } from '../spend/spending.ts';

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
  async function complete(agreement: UploadAgreement | null, signal: AbortSignal): Promise<void> {
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
