/**
 * A run over the watched folders. A single pass has two steps, with the person's decision between them. `prepare` finds
 * out what there is and what it would cost, and spends nothing. `complete` sends what was approved, follows it until it
 * is recorded and fetches the certificates. `follow` does the same continuously, within what was approved beforehand.
 */
import type { FileState, HoldReason } from '../../../src-shared/model/files/file-state.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type {
  CheckUploads,
  UploadAgreement,
  UploadOffer,
} from '../../../src-shared/model/money/upload-offer.ts';
import { MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import type { NotedTimes } from '../../platform/waiting.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { FileScope } from '../../db/files/file-scope.ts';
import { makeCertificateStage, makeDocumentStage } from '../certify/certificate-stage.ts';
import { makeCitationStage } from '../decide/citation-stage.ts';
import { makeChecks, sumOfContents } from '../check/check-stage.ts';
import { makeConfirmStage } from '../confirm/confirm-stage.ts';
import { makeListedContents } from '../check/listed-contents.ts';
import type { FileTransitions } from '../decide/file-transitions.ts';
import { eachInScope } from '../common/rows-in-state.ts';
import { makeFingerprintStage } from '../fingerprint/fingerprint-stage.ts';
import type { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import type { FolderWatcher } from '../watch/folder-watcher.ts';
import type { UnreadDirectory } from '../scan/folder-view.ts';
import {
  holdWhatWaits,
  makePauseControl,
  recheckHolds,
  recheckHoldsInTurns,
} from '../decide/recheck-holds.ts';
import { makeForgetStage } from '../upload/forget-stage.ts';
import type { BreakerWait } from '../common/service-gate.ts';
import type {
  CertificateKeeper,
  ChargeHistory,
  ContentChecker,
  DocumentKeeper,
  ForgetUpload,
  ContentDigests,
  LostAnswers,
  Uploader,
  AccountPorts,
} from '../common/ports.ts';
import { makeHistoryStage } from '../spend/own-lists.ts';
import { lookAtPicked } from '../scan/single-files.ts';
import { makeOwnRecords, type CaughtUp, makeOwnRecordsStage } from '../spend/own-records.ts';
import { makeLastLook } from '../spend/last-look.ts';
import { throughPartialOutages } from '../common/partial-outage.ts';
import { noteLargeBatches } from '../common/large-batch.ts';
import { makeSpending } from '../spend/spending.ts';
import { makeRecordStage } from '../certify/record-stage.ts';
import { makeConnectionPlaces, type Sharer } from './connection-places.ts';
import { recover } from './recover.ts';
import { makeRoundStage } from './round-stage.ts';
import { runStages, startBeside, type StagesBeside } from './run-stages.ts';
import { type Stage, makeWakeSignal } from '../common/stage.ts';
import { type RunningUpload, type StopAnswer, makeUploadStage } from '../upload/upload-stage.ts';
import { makeScanStage } from '../scan/scan-stage.ts';
import { makeSettleStage } from '../settle/settle-stage.ts';
import { type Allowance, eachAllowed, makeSpendStage } from '../spend/spend-stage.ts';
import { makeApprovedFiles } from '../upload/waiting-line.ts';

const PATIENCE_MS = 15 * MINUTE_MS; // after so long without progress the run ends; the next run continues
const CONCURRENT_CHECKS = 12; // all places, when nothing else wants them
/** How many places each gets for one of another while both want more. */
const WEIGHTS = { uploads: 16, checks: 8, certificates: 1, documents: 0.1 };
/** Of a file that has other bytes each time it is to be sent, a pass tries so many: it could go on for ever. */
const MOST_VERSIONS = 3;
const BALANCE_HOLDS: ReadonlySet<HoldReason> = new Set(['balance_unknown']);

export interface SyncPorts extends Pick<
  AccountPorts,
  'state' | 'gate' | 'clock' | 'chance' | 'fileTree' | 'remote' | 'quirks' | 'announce'
> {
  /** The account's own. */
  readonly transitions: FileTransitions;
  readonly watcher: FolderWatcher;
  readonly fingerprinter: Fingerprinter;
  readonly checker: ContentChecker;
  readonly uploader: Uploader;
  readonly forgetUpload: ForgetUpload;
  /** Until the session ends, by the service's clock; null: not known. */
  readonly sessionLeftMs?: (() => number | null) | undefined;
  readonly lostAnswers: LostAnswers;
  readonly charges: ChargeHistory;
  readonly digests: ContentDigests;
  readonly certificates: CertificateKeeper;
  readonly documents: DocumentKeeper;
  /** Completes secondary files by the rules of their folders; returns how many. */
  readonly completeByRules: () => number;
  /** What a pass sends without being asked; nothing when absent. */
  readonly allowance?: Allowance | undefined;
  /** For the whole process: see `makeNotedTimes`. */
  readonly times: NotedTimes;
  /** See `noteLargeBatches`. */
  readonly largeBatchFiles?: number | undefined;
}

/** What a continuous run may spend without asking: `credits` in all, or null for what balance and budgets allow. */
export type SpendPolicy =
  | { readonly spend: 'nothing' }
  | {
      readonly spend: 'up-to';
      readonly credits: number | null;
      /** Only for these files; for all when absent. */
      readonly allowance?: Allowance | undefined;
    };

export type SyncRun = ReturnType<typeof makeSyncRun>;

/** `scope`: the files of this run; no other file is read, checked or sent. */
export function makeSyncRun(accountPorts: SyncPorts, scope: FileScope) {
  const ports = { ...accountPorts, ...throughPartialOutages(accountPorts) };
  const { state, transitions, gate, clock, largeBatchFiles } = ports;
  transitions.patience.renew();
  const places = makeConnectionPlaces(ports);
  gate.beginRun(places.failed);
  const wakes = makeWakeSignal();
  const pauses = makePauseControl({ ...ports, scope });
  const ownRecords = makeOwnRecords(ports);
  const { takeIn, mayBegin } = ownRecords;
  const approved = makeApprovedFiles({ ...ports, pauses });
  const lastLook = makeLastLook(ports);
  const gates = { pauses, approved, ownRecords, takeIn, mayBegin, lastLook };
  const common = { ...ports, ...gates, scope };
  const spending = makeSpending(common);
  const scanStage = makeScanStage({ ...common, wake: () => wakes.wake() });
  const wake = () => wakes.wake();
  /** Contents whose payment was decided about in this run or round, by row. */
  const decided = new Map<number, number | null>();
  const decideAnew = (fileId: number) => void decided.delete(fileId);
  const balance = () => spending.balance();
  const uploadStage = makeUploadStage({ ...common, decideAnew, wake, balance });
  const listed = makeListedContents({ ...ports, waitsFor: gate.waitsFor });
  const checks = makeChecks({ ...common, listed, wake, concurrency: CONCURRENT_CHECKS });
  const confirmStage = makeConfirmStage({
    ...common,
    onNotRecorded(job, denial) {
      uploadStage.notRecorded(job, denial);
      if (denial === null) decideAnew(job.fileId); // it is paid for within the same approval, if that still covers it
    },
  });
  const certificateStage = makeCertificateStage({ ...common, keeper: ports.certificates });
  const documentStage = makeDocumentStage({ ...common, keeper: ports.documents });
  const freeSharers: readonly Sharer[] = [
    { stage: checks.beforePrice, weight: WEIGHTS.checks },
    { stage: certificateStage, weight: WEIGHTS.certificates },
    { stage: documentStage, weight: WEIGHTS.documents },
  ];
  const freeOfPlaces: readonly Stage[] = [
    scanStage,
    makeSettleStage(common),
    makeFingerprintStage(common),
    makeRecordStage(common),
    makeHistoryStage(common),
    makeForgetStage(common),
    makeCitationStage(common),
  ];
  const offerStages = [...freeOfPlaces, places.share(freeSharers)];
  const allSharers = [
    { stage: uploadStage, weight: WEIGHTS.uploads },
    { stage: checks.afterApproval, weight: WEIGHTS.checks },
    ...freeSharers,
  ];
  const payingStages = [
    ...freeOfPlaces,
    confirmStage,
    places.share(allSharers),
    makeOwnRecordsStage(common),
  ];
  /** Looks for lost answers from `prepare` on: no offer of other files waits for them. */
  let confirming: StagesBeside | null = null;
  const runner = { clock, patienceMs: PATIENCE_MS, wakes };
  let askForRound: (() => void) | null = null;

  /** Rows that `complete` has approved. */
  const agreed = new Set<number>();
  let kept = { files: 0, credits: 0 };
  /** Content of each file of the offer. */
  const shown = new Map<number, number | null>();

  /**
   * Scans, waits until files are saved, fingerprints, and asks the platform about files of folders that ask before the
   * price. Spends nothing. The folders stay watched, and lost answers are looked for, until `complete` or `close`.
   * `onWaitingChecks`: what is uploaded at most to ask about the files that wait for that already.
   */
  async function prepare(
    signal: AbortSignal,
    onWaitingChecks: (uploads: CheckUploads) => void = () => undefined,
  ): Promise<UploadOffer> {
    try {
      recover(state, transitions, clock.nowMs()); // an interrupted run of this engine leaves inconsistent rows too
      await recheckHoldsInTurns(common, scope, signal);
      onWaitingChecks(sumOfContents(eachInScope(state, ['checking'], scope)));
      await lookAtPicked(scope, common, signal);
      await confirming?.stop();
      confirming = startBeside([confirmStage], runner, signal);
      await runStages(offerStages, runner, signal);
      noteLargeBatches(state, scope, largeBatchFiles);
      const [payable] = eachInScope(state, ['ready'], scope);
      // A paying person wants to know the balance.
      await (payable === undefined ? spending.readBalance(signal) : spending.learnBalance(signal));
      // What is paid for already is not offered.
      await catchUp(['ready'], false, signal);
      return spending.offer(show(eachInScope(state, ['ready'], scope)));
    } catch (error) {
      await close();
      throw error;
    }
  }

  /** Passes on what is offered, and notes it. */
  function* show(files: Iterable<FileRow>): Generator<FileRow> {
    shown.clear();
    for (const file of files) {
      shown.set(file.id, file.contentId);
      yield file;
    }
  }

  /** By bytes: a file that changed during sending counts as another one. */
  function isUntried({ id, contentId }: FileRow): boolean {
    return !decided.has(id) || decided.get(id) !== contentId;
  }

  /** The bytes that it has now were in the offer. */
  function isShown({ id, contentId }: FileRow): boolean {
    return contentId !== null && shown.get(id) === contentId;
  }

  /** What nobody had approved, and no budget pays for, is a decision of now. */
  function tellAgreed(files: readonly FileRow[]): void {
    const { allowance } = ports;
    const rows = files.filter(
      (file) => allowance?.isAllowed(file) !== true && !agreed.has(file.id),
    );
    const credits = rows.reduce((sum, row) => sum + transitions.creditsOf(row), 0);
    state.eventLog.tellDecided('approved', rows.length, credits);
  }

  /** Once more after each pause, until it is done or there is no use. */
  async function catchUp(
    states: readonly FileState[],
    isApproved: boolean,
    signal: AbortSignal,
  ): Promise<CaughtUp> {
    for (;;) {
      const files = () => eachInScope(state, states, scope);
      const caughtUp = await ownRecords.catchUp(files, isApproved, signal);
      if (caughtUp !== 'not-now' || gate.passesAtMs() === null) return caughtUp;
      await gate.untilPassing(signal);
    }
  }

  async function close(): Promise<void> {
    scanStage.close();
    await confirming?.stop();
  }

  /** Sends what was approved before, and now (nothing for null), and follows all work in progress to its end. */
  async function complete(agreement: UploadAgreement | null, signal: AbortSignal): Promise<void> {
    const { allowance } = ports;
    const isAgreed = (file: FileRow) =>
      allowance?.isAllowed(file) === true ||
      (agreement !== null &&
        (agreement.onlyShown !== true || isShown(file)) &&
        spending.covers(agreement, file));
    function* eachAgreed(): Generator<FileRow> {
      if (agreement === null) {
        if (allowance !== undefined) yield* eachAllowed(state, scope, allowance);
        return;
      }
      for (const file of eachInScope(state, ['ready'], scope)) if (isAgreed(file)) yield file;
    }
    const beside = confirming === null ? [] : [confirming.stage()];
    const stages = [...payingStages, ...beside];
    const versions = new Map<number, number>();
    const mayBeTried = (file: FileRow) =>
      isUntried(file) && (versions.get(file.id) ?? 0) < MOST_VERSIONS;
    const untried = () => spending.firstOfEach([...eachAgreed()].filter(mayBeTried));
    try {
      for (;;) {
        await runStages(stages, runner, signal);
        if (gate.tripped() !== null) break;
        noteLargeBatches(state, scope, largeBatchFiles);
        const isPaying = untried().length > 0;
        if (agreement === null && !isPaying) break;
        await (isPaying ? spending.learnBalance(signal) : spending.readBalance(signal));
        if (spending.balance() !== null) recheckHolds(state, transitions, scope, BALANCE_HOLDS);
        const caughtUp = await catchUp(['ready'], true, signal);
        if (caughtUp === 'news') continue;
        const ready = untried();
        if (ready.length === 0 || caughtUp === 'not-now' || gate.tripped() !== null) break;
        // After a long pause some of what was approved is still to be sent.
        const promised = state.files.getAll(approved.pendingIds());
        const sending = { approved, spent: uploadStage.spentCredits() };
        const goIds = spending.spend(ready, agreement ?? { ceiling: null }, sending, promised);
        if (agreement !== null) tellAgreed(ready.filter(({ id }) => goIds.has(id)));
        for (const id of goIds) agreed.add(id);
        for (const file of ready) {
          const row = state.files.get(file.id);
          // Neither approved nor held: what turns out to be free may leave something for it.
          const isLeft = goIds.size > 0 && row?.state === 'ready' && !goIds.has(file.id);
          if (isLeft || row?.hold === 'balance_unknown') continue;
          decided.set(file.id, file.contentId);
          versions.set(file.id, (versions.get(file.id) ?? 0) + 1);
        }
      }
      if (agreement !== null && gate.tripped() !== null) keepAgreed(agreement);
      holdWhatWaits(state, transitions, gate, scope, eachInScope(state, ['ready'], scope));
    } finally {
      await close();
    }
  }

  /**
   * What was agreed to and could not be sent stays approved, with the bytes that were shown: nobody has to agree again once
   * the service answers.
   */
  function keepAgreed({ ceiling, ...agreement }: UploadAgreement): void {
    const left = [...eachInScope(state, ['ready'], scope)].filter(
      (file) => isShown(file) && ports.allowance?.isAllowed(file) !== true,
    );
    const leftCredits = ceiling === null ? null : ceiling - uploadStage.spentCredits();
    const ids = left.map(({ id }) => id);
    const keptIds = spending.within(ids, { ...agreement, ceiling: leftCredits });
    const keptFiles = left.filter(({ id }) => keptIds.has(id));
    const credits = spending
      .firstOfEach(keptFiles)
      .reduce((sum, file) => sum + transitions.creditsOf(file), 0);
    state.transaction(() => {
      for (const { id: fileId, contentId } of keptFiles) {
        if (contentId === null) continue;
        state.approvals.give({ fileId, what: 'review', contentId, givenAtMs: clock.nowMs() });
      }
      state.eventLog.tellDecided('approved', keptFiles.length, credits);
    });
    kept = { files: keptFiles.length, credits };
  }

  /**
   * Continues until `signal` aborts, and rejects with its reason once everything has stopped and the watches are
   * released. It waits for outages to end. New versions of notarized files, and what the policy does not pay for, wait
   * for a person. At rest it does nothing until a hint, a person or the time of the next scan.
   */
  async function follow(policy: SpendPolicy, signal: AbortSignal): Promise<never> {
    gate.bePatient();
    const stages = [...payingStages, ...spendStages(policy)];
    const allowance = policy.spend === 'nothing' ? undefined : policy.allowance;
    const isPaidFor = (file: FileRow) => allowance?.isAllowed(file) ?? policy.spend !== 'nothing';
    /** Reads none of a million that await an approval. */
    const eachPaidFor = () =>
      allowance === undefined
        ? eachInScope(state, policy.spend === 'nothing' ? [] : ['ready'], scope)
        : eachAllowed(state, scope, allowance);
    const roundStage = makeRoundStage({ ...common, spending, isPaidFor, eachPaidFor, stages });
    askForRound = () => roundStage.ask();
    roundStage.ask();
    try {
      recover(state, transitions, clock.nowMs());
      await runStages([roundStage, ...stages], { ...runner, patienceMs: Infinity }, signal);
      throw new Error('the periodic recheck always has a next time'); // so the stage runner ends by abort or failure alone
    } finally {
      askForRound = null;
      scanStage.close();
    }
  }

  function scanAnew(): Promise<void> {
    const scanned = scanStage.scanAll();
    gate.tryNow();
    askForRound?.();
    wakes.wake();
    return scanned;
  }

  /** While `follow` runs: what these files cost, of which some may turn out to be paid for. Waits for no outage to end. */
  async function offerOf(
    files: () => Generator<FileRow>,
    signal: AbortSignal,
  ): Promise<UploadOffer> {
    await spending.readBalance(signal);
    await ownRecords.catchUp(() => files(), false, signal);
    noteLargeBatches(state, scope, largeBatchFiles);
    return spending.offer(files());
  }

  function spendStages(policy: SpendPolicy): readonly Stage[] {
    if (policy.spend === 'nothing') return [];
    const { credits: ceiling, allowance } = policy;
    const agreement = { ceiling };
    const { spentCredits } = uploadStage;
    return [makeSpendStage({ ...common, spending, spentCredits, agreement, allowance, decided })];
  }

  return {
    prepare,
    complete,
    follow,
    /**
     * While `follow` runs: rechecks everything. Call it when a person has changed folders, rules or holds, picked files
     * or signed in, and when the computer wakes up.
     */
    lookAgain: () => void scanAnew(),
    /** The same; resolves once every folder was scanned from now on. */
    scanAnew,
    offerOf,
    /** Those of these files that an agreement pays for. */
    within: spending.within,
    /** Connections to the service can be made again. */
    serviceIsBack(): void {
      gate.serviceIsBack();
      wakes.wake();
    },
    /** While `follow` runs: rechecks what waits for a person, but not the disk. */
    agreementsChanged(): void {
      askForRound?.();
      wakes.wake();
    },
    /** Call it when a person has changed the rules or the order of the queue. A new pause stops uploads at once. */
    transfersChanged(): void {
      approved.arrangeAnew();
      uploadStage.rulesChanged();
      checks.rulesChanged();
      wakes.wake();
    },
    /** Stops one upload for good, unless its last bytes have left; its row says so once it has stopped. */
    cancelUpload(fileId: number): StopAnswer {
      approved.remove(fileId);
      return checks.cancel(fileId) ? 'stopping' : uploadStage.cancel(fileId);
    },
    /** Approved files about which the service is being asked, or which are being sent. */
    underWay: (): ReadonlySet<number> => approved.underWay,
    /** Their approvals were taken back: they wait in no line any more. */
    takenBack(fileIds: readonly number[]): void {
      for (const fileId of fileIds) approved.remove(fileId);
      askForRound?.();
      wakes.wake();
    },
    /** Approved files about which the service is being asked. */
    askedNow: (): readonly number[] => checks.askedNow(),
    /** The running uploads. */
    runningUploads: (): readonly RunningUpload[] => uploadStage.running(),
    /** Why all requests wait; null while they are allowed. */
    serviceWait: (): BreakerWait | null => gate.wait(),
    /** Ends what runs and watches when nothing follows a `prepare`. Harmless in any other case. */
    close,
    /** What something else asked of the service ended like this. */
    heard: (fault: ServiceFault) => gate.failed(fault),
    /** Why the service was given up in this run; null while it answers. */
    serviceFault: (): ServiceFault | null => gate.tripped()?.fault ?? null,
    spentCredits: () => uploadStage.spentCredits(),
    /** Files that `complete` was agreed to send. */
    agreedIds: (): readonly number[] => [...agreed],
    /** What stays approved after `complete`, because the service could not be asked. */
    kept: () => kept,
    /** Files to be paid for that were not in the offer as they are. */
    cameMeanwhile() {
      let files = 0;
      for (const file of eachInScope(state, ['ready'], scope)) if (!isShown(file)) files += 1;
      return files;
    },
    /** Records of this account that were not known here. */
    takenInRecords: () => ownRecords.takenIn(),
    /** What was uploaded in this run to ask about it. */
    checkedUploads: () => checks.uploaded(),
    balance: () => spending.balance(),
    /** Why the balance could not be read last; null: it could. */
    balanceFault: () => spending.balanceFault(),
    /** What the scan could not read. */
    unreadDirectories: (): readonly UnreadDirectory[] => scanStage.unreadDirectories(),
  };
}
