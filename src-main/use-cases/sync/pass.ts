/** One complete pass over some files, however it is carried out. */
import type {
  CheckUploads,
  UploadAgreement,
  UploadOffer,
} from '../../../src-shared/model/money/upload-offer.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { Account, RunScope } from '../../app/account.ts';
import type { Engine } from '../../app/engine.ts';
import {
  type Change,
  changeNeedsPerson,
  isFree,
} from '../../../src-shared/model/changes/change.ts';
import type { SentChanges } from '../../../src-shared/bridge/sync-calls.ts';
import { OFFLINE } from '../../pipeline/common/service-gate.ts';
import type { GatheredProgress } from './pass-progress.ts';
import { MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { SyncRun } from '../../pipeline/run/sync-run.ts';
import { isSilence } from '../../pipeline/common/circuit-breaker.ts';
import type { Clock } from '../../platform/clock.ts';

/**
 * A run of its own: nothing else goes on in this process. `onWaitingChecks`: what is uploaded at most to ask about files that
 * wait for that before their price.
 */
export function ownPass(
  { account, engine }: { readonly account: Account; readonly engine: Engine },
  scope: RunScope,
  onWaitingChecks: (uploads: CheckUploads) => void,
) {
  const run = account.sync(scope, (event) => engine.announce(event));
  return {
    prepare: async (signal: AbortSignal): Promise<Result<UploadOffer, CoreFault>> =>
      ok(await run.prepare(signal, onWaitingChecks)),
    /** Sends what was shown and is agreed to, and follows everything under way to its end. */
    async complete(
      agreement: UploadAgreement | null,
      signal: AbortSignal,
    ): Promise<Result<null, CoreFault>> {
      await run.complete(agreement, signal);
      return ok(null);
    },
    /** Records of this account that were not known here. */
    takenIn: () => run.takenInRecords(),
    /** What was uploaded to ask about it. */
    checked: () => run.checkedUploads(),
    /** For the files of this pass, from its beginning on, whoever agreed to it; estimated where the charge is not known. */
    spentCredits: () => run.spentCredits(),
    /** Files that it was agreed to send. */
    agreedIds: () => run.agreedIds(),
    /** What stays approved, because the service could not be asked. */
    kept: () => run.kept(),
    /** Files of the offer that somebody else approved meanwhile. */
    approvedElsewhere: (): number => 0,
    /** Files that await an approval and were not in the offer as they are. */
    cameMeanwhile: () => run.cameMeanwhile(),
    /** What the service was asked for before the files ended like this. */
    heard: (fault: ServiceFault) => run.heard(fault),
    /** Why the service is given up; null: it answers. */
    serviceFault: () => run.serviceFault(),
    balanceFault: () => run.balanceFault(),
    unread: () => run.unreadDirectories(),
    close: () => run.close(),
  };
}
export type Pass = ReturnType<typeof ownPass>;

interface Sending {
  readonly outboxRunner: Pick<Account['outboxRunner'], 'once'>;
  readonly paidChanges: Pick<Account['paidChanges'], 'list' | 'check'>;
}

/**
 * The changes that a pass sends before the files, and once more after them. Sends what may be sent now.
 */
export async function sendChanges(
  { outboxRunner, paidChanges }: Sending,
  signal: AbortSignal,
): Promise<SentChanges> {
  const drained = await outboxRunner.once(signal);
  if (drained === null) return { ended: [], fault: OFFLINE };
  const found = drained.fault === null ? await foundChanges(paidChanges, signal) : [];
  const fault = drained.fault ?? drained.stuck.find((lane) => lane.fault !== null)?.fault ?? null;
  return { ended: [...drained.ended, ...found], fault };
}

/** Paid changes whose result was unknown and is known by now: done, or denied and not charged. This only reads. */
async function foundChanges(
  paidChanges: Sending['paidChanges'],
  signal: AbortSignal,
): Promise<readonly Change[]> {
  const found: Change[] = [];
  for (const change of paidChanges.list()) {
    if (change.state.state !== 'unknown' || isFree(change.intent)) continue;
    const looked = await paidChanges.check(change, signal);
    if (looked.ok && ['delivered', 'refused'].includes(looked.value.state.state)) {
      found.push(looked.value);
    }
  }
  return found;
}

/** Waits until changes that were denied in this pass can be checked, so that their results can be reported. */
export async function awaitDenials(
  { paidChanges }: Account,
  { denialWaits }: Pick<GatheredProgress, 'denialWaits'>,
  signal: AbortSignal,
): Promise<void> {
  for (const change of paidChanges.list()) {
    const waitMs = paidChanges.denialWaitMs(change);
    if (waitMs === null) continue;
    if (waitMs > 0) denialWaits(change, waitMs);
    await paidChanges.awaitDenial(change.id, signal);
  }
}

/** Changes without an end that counts, after a pass. */
export function openChanges({ paidChanges }: Account): readonly Change[] {
  return paidChanges
    .list()
    .filter(
      (change) =>
        ['waiting', 'sending', 'unknown'].includes(change.state.state) || changeNeedsPerson(change),
    );
}

/** How often it is looked whether the run has come so far: a few counters. */
const LOOK_EVERY_MS = SECOND_MS / 4;
/** A person at a terminal wants to know; the run itself goes on trying. */
const OUTAGE_PATIENCE_MS = 30 * SECOND_MS;
/** Without anything being read, sent or changed. */
const REST_PATIENCE_MS = 15 * MINUTE_MS;
/** While these change nothing, work goes on all the same. */
const BUSY: ReadonlySet<string> = new Set(['hashing', 'checking', 'uploading']);

/**
 * A pass where the folders are followed already: the run that goes on scans now, and sends what was approved. Ending the
 * pass ends the waiting alone. What was shown is approved by its bytes: others may approve the same meanwhile, and none of it
 * is sent twice.
 */
export function followedPass(
  { account, engine, clock }: { account: Account; engine: Engine; clock: Clock },
  scope: RunScope,
): Pass {
  const { passFiles, offers, transfers, certificates } = account;
  /** Content by file, of what the offer is about. */
  const shown = new Map<number, number>();
  const agreed = new Set<number>();
  const spent = account.passFiles.countSpent(scope);
  let before = { takenIn: 0, checked: { files: 0, bytes: 0 } };
  let approvedElsewhere = 0;
  let fault: ServiceFault | null = null;
  const begin = engine.run();
  if (begin !== null) before = countersOf(begin);

  function running(): Result<SyncRun, CoreFault> {
    const run = engine.run();
    if (run !== null) return ok(run);
    const state = engine.state();
    return fail(state.state === 'stopped' ? state.fault : { kind: 'no-account' });
  }

  /** Why it is no use to wait; null while it is. */
  function isGivenUp(run: SyncRun): boolean {
    const wait = run.serviceWait();
    const isAway =
      wait !== null &&
      (wait.untilMs === null ||
        isSilence(wait.fault) ||
        clock.nowMs() - wait.sinceMs >= OUTAGE_PATIENCE_MS);
    fault = isAway ? wait.fault : null;
    return isAway || transfers.waits().some(({ cause }) => cause === 'paused');
  }

  /** Waits until it is so, or until waiting is no use. */
  async function until(isSo: () => boolean, signal: AbortSignal): Promise<Result<null, CoreFault>> {
    let last = '';
    let restsSinceMs = clock.monotonicMs();
    for (;;) {
      const run = running();
      if (!run.ok) return run;
      const isOver = isGivenUp(run.value);
      if (isOver || isSo()) return ok(null);
      const counts = passFiles.counts(scope);
      const now = JSON.stringify(counts);
      const isBusy = counts.some(({ state }) => BUSY.has(state));
      if (now !== last || isBusy) restsSinceMs = clock.monotonicMs();
      if (clock.monotonicMs() - restsSinceMs >= REST_PATIENCE_MS) return ok(null);
      last = now;
      await clock.sleep(LOOK_EVERY_MS, signal);
    }
  }

  /** Approves of what is shown and waits still what the agreement pays for. False: nothing. */
  function agreeTo({ ceiling, ...agreement }: UploadAgreement, run: SyncRun): boolean {
    const isFirst = agreed.size === 0;
    const waiting = new Set(
      isFirst ? shown.keys() : [...offers.waiting(scope)].map(({ id }) => id),
    );
    const left = [...shown.keys()].filter((id) => waiting.has(id) && !agreed.has(id));
    const leftCredits = ceiling === null ? null : ceiling - spent();
    const areNamed = scope.fileIds !== undefined; // so a person has looked at each
    const seen = areNamed ? { ...agreement, onlyShown: true } : agreement;
    const allowed = run.within(left, { ...seen, ceiling: leftCredits });
    if (allowed.size === 0) return false;
    const { approvedIds, elsewhere } = offers.agreeToShown(
      new Map([...shown].filter(([id]) => allowed.has(id))),
    );
    for (const id of allowed) agreed.add(id);
    approvedElsewhere += elsewhere;
    engine.feed.filesChanged(approvedIds);
    engine.agreementsChanged();
    return true;
  }

  /** Those that await approval, which become what is shown. */
  function* awaiting() {
    shown.clear();
    for (const row of offers.waiting(scope)) {
      if (row.contentId !== null) shown.set(row.id, row.contentId);
      yield row;
    }
  }

  const hasCome = () => passFiles.underWay(scope) === 0 && certificates.awaited() === 0;

  return {
    async prepare(signal) {
      const run = running();
      if (!run.ok) return run;
      let isScanned = false;
      void run.value.scanAnew().then(() => (isScanned = true));
      const decided = await until(() => isScanned && passFiles.undecided(scope) === 0, signal);
      return decided.ok ? ok(await run.value.offerOf(awaiting, signal)) : decided;
    },
    async complete(agreement, signal) {
      const run = running();
      if (!run.ok) return run;
      for (;;) {
        const isMore = agreement !== null && agreeTo(agreement, run.value);
        const ended = await until(hasCome, signal);
        // What turned out to be free leaves something of the agreement for others.
        if (!ended.ok || !isMore || !hasCome()) return ended;
      }
    },
    agreedIds: () => [...agreed],
    takenIn: () => Math.max(0, (engine.run()?.takenInRecords() ?? 0) - before.takenIn),
    checked() {
      const { files, bytes } = engine.run()?.checkedUploads() ?? before.checked;
      const { checked } = before;
      return {
        files: Math.max(0, files - checked.files),
        bytes: Math.max(0, bytes - checked.bytes),
      };
    },
    spentCredits: spent,
    kept: () => ({ files: 0, credits: 0 }), // all of it is approved before it is sent
    approvedElsewhere: () => approvedElsewhere,
    cameMeanwhile() {
      const others = [...offers.waiting(scope)].filter(({ id }) => !shown.has(id));
      return others.length + offers.changedSince(shown);
    },
    heard: (sentFault) => engine.run()?.heard(sentFault),
    serviceFault: () => fault,
    balanceFault: () => engine.run()?.balanceFault() ?? null,
    unread: () => engine.run()?.unreadDirectories() ?? [],
    close: async () => undefined,
  };
}

function countersOf(run: SyncRun) {
  return {
    takenIn: run.takenInRecords(),
    checked: run.checkedUploads(),
  };
}
