/**
 * The continuous engine: while this computer has an account, its folders are watched and what a person allowed is sent.
 * It starts, ends and restarts the run. Every change of account ends the run first, so that no file of one account is
 * ever sent with the session of another. Events are announced through the feed.
 */
import { makeListeners } from '../../src-shared/model/listeners.ts';
import type { BridgeEvent, Snapshot } from '../../src-shared/bridge/events.ts';
import type { AccountStatus, EngineView } from '../../src-shared/model/status/account-status.ts';
import type { SessionView } from '../../src-shared/bridge/session-calls.ts';
import type { StatusView } from '../../src-shared/bridge/status-calls.ts';
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import { MINUTE_MS, SECOND_MS } from '../../src-shared/model/text/time.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import type { Account } from './account.ts';
import type { AccountBase } from './account-base.ts';
import { statusOf } from './account-state.ts';
import type { Core } from './create-core.ts';
import type { DemoControls } from './demo-controls.ts';
import { makeInTurn } from '../platform/waiting.ts';
import { diskFaultOf } from '../platform/errno.ts';
import type { State } from '../db/state.ts';
import { type Job, nextJob } from '../../src-shared/model/status/job.ts';
import { standingCounts, sumByState, waitsOf } from '../features/files/standing-counts.ts';
import type { Result } from '../../src-shared/model/result.ts';
import { makeEventFeed } from './event-feed.ts';
import type { SyncEvent } from '../pipeline/common/ports.ts';
import type { SyncRun } from '../pipeline/run/sync-run.ts';

const RETRY_MS = MINUTE_MS; // a full disk is not emptied in a second
const JOB_LOOK_MS = SECOND_MS; // the page counts no more often
const HEARD_EVERY_MS = 15 * SECOND_MS; // its age is shown in minutes

/** What the engine itself asks of the core; handlers use all of it. */
export interface FollowedCore extends Pick<
  Core,
  | 'account'
  | 'clockAheadMs'
  | 'contact'
  | 'onContact'
  | 'onHeard'
  | 'onNews'
  | 'onSession'
  | 'requestFailed'
  | 'session'
> {
  readonly accountBase: () => Result<
    Pick<AccountBase, 'state' | 'clock' | 'address' | 'gate' | 'latest'>,
    CoreFault
  >;
}

export interface EngineParts {
  readonly core: Core;
  readonly clock: Clock;
  readonly ids: Ids;
  /** To identify which disk is full. */
  readonly dataFolder: string;
  /** False for a single command: nothing happens but what it asks for. True when absent. */
  readonly follows?: boolean;
  readonly demo?: DemoControls | undefined;
  /** The version that could be installed now; null while there is none. */
  readonly update?: (() => string | null) | undefined;
}

function waitsNow({
  state,
  clock,
  address,
  gate,
  latest,
}: Pick<AccountBase, 'state' | 'clock' | 'address' | 'gate' | 'latest'>) {
  return waitsOf({ state, clock, gate, server: address.href, run: () => latest.run });
}

/** One attempt to run; `stopped` resolves when it has ended, whatever the reason. */
interface Attempt {
  readonly stop: AbortController;
  readonly stopped: Promise<void>;
  readonly run: SyncRun | null;
}

export type Engine = ReturnType<typeof startEngine>;

export function startEngine(parts: EngineParts) {
  const core: FollowedCore = parts.core;
  const { clock, ids, dataFolder, demo = null, update = () => null, follows = true } = parts;
  const epoch = ids.hex(8);
  const ending = Promise.withResolvers<void>();
  ending.promise.catch(() => undefined); // callers that wait for it get the error
  let view: EngineView = { state: follows ? 'idle' : 'closed' };
  let attempt: Attempt | null = null;
  const inTurn = makeInTurn();
  const runs = makeListeners<[SyncEvent]>();
  const closing = new AbortController();
  const closers = new Set<() => Promise<void>>();
  let isClosed = false;
  let heardAtMs: number | null = null;
  let toldHeardAtMs = -Infinity;

  /** Of the account only what a status needs: a command that asks for it loads nothing else. */
  const base = () => {
    const opened = core.accountBase();
    return opened.ok ? opened.value : null;
  };
  const feed = makeEventFeed({
    clock,
    placesOf(fileIds) {
      const places = isClosed ? [] : (base()?.state.files.placesOf(fileIds) ?? []);
      return places.map(({ folderId, projectId }) => ({ folderId: String(folderId), projectId }));
    },
    fileIdOfRecord: (id) => (isClosed ? null : (base()?.state.records.get(id)?.fileId ?? null)),
  });
  /** Counts do not tell where a job began, so it is followed also while no face looks: each reads the same. */
  let followed: { readonly state: AccountBase['state']; readonly job: Job | null } | null = null;
  let isLookDue = false;
  function jobOf(state: AccountBase['state'], counts: AccountStatus['counts']): Job | null {
    const job = nextJob(followed?.state === state ? followed.job : null, counts);
    followed = { state, job };
    return job;
  }
  function lookAtJob(): void {
    isLookDue = false;
    const current = base();
    if (current !== null) jobOf(current.state, sumByState(standingCounts(current.state)));
  }
  function followJob(): void {
    if (isLookDue) return;
    isLookDue = true;
    clock.sleep(JOB_LOOK_MS, closing.signal).then(lookAtJob, () => undefined); // closed: nobody looks any more
  }
  const stopFollowing = feed.subscribe(({ event }) => {
    if (event.kind === 'files-changed') followJob();
  });
  /** In History. */
  function record(tell: (log: State['eventLog']) => void): void {
    try {
      const log = base()?.state.eventLog;
      if (log !== undefined) tell(log);
    } catch (error) {
      if (diskFaultOf(error, dataFolder) === null) throw error; // a full disk keeps nobody from going on
    }
  }
  let sessionBefore = core.session().state.state;
  const stopListening = core.onSession(() => {
    const { state } = core.session();
    const wasSignedIn = sessionBefore === 'signed-in';
    const isSignedIn = state.state === 'signed-in';
    if (follows && isSignedIn && (sessionBefore === 'signed-out' || sessionBefore === 'ended'))
      record((log) => log.tellDone('signed-in'));
    if (follows && wasSignedIn && state.state === 'ended')
      record((log) => log.tellDone('session-ended'));
    sessionBefore = state.state;
    feed.tell({ kind: 'session', view: sessionView() });
    const isDoubted = state.state === 'withheld' && state.why.by === 'clock';
    // A keychain that was unlocked gave the token: what waited for it goes on. The next request ends a doubt.
    if ((isSignedIn && !wasSignedIn) || isDoubted) attempt?.run?.lookAgain();
    // The outbox may have waited for a sign-in.
    if (attempt !== null) {
      const opened = core.account();
      if (opened.ok) opened.value.outboxRunner.poke();
    }
  });

  const stopTiming = core.onHeard(() => {
    heardAtMs = clock.nowMs();
    // Even if the clock was set meanwhile.
    if (isClosed || Math.abs(heardAtMs - toldHeardAtMs) < HEARD_EVERY_MS) return;
    toldHeardAtMs = heardAtMs;
    feed.tell({ kind: 'heard', atMs: heardAtMs, clockAheadMs: core.clockAheadMs() });
  });

  const stopNews = core.onNews((news) => feed.tell(news));

  let isAway = core.contact().kind === 'away';
  const stopContact = core.onContact(() => {
    if (isClosed) return;
    const contact = core.contact();
    if (follows && contact.kind === 'away' && !isAway) record((log) => log.tellAway());
    if (follows && contact.kind === 'back' && isAway) record((log) => log.tellBack());
    isAway = contact.kind === 'away';
    if (contact.kind === 'back') attempt?.run?.serviceIsBack();
    feed.tell({ kind: 'contact', contact });
  });

  function sessionView(): SessionView {
    const { server, state } = core.session();
    return { server, session: state };
  }

  function show(next: EngineView): void {
    view = next;
    feed.tell({ kind: 'engine', engine: view } satisfies BridgeEvent);
  }

  function announce(event: SyncEvent): void {
    if (event.kind === 'watch-limited') show({ state: 'running', watchTrouble: event.errno });
    else feed.announce(event);
    if (event.kind === 'waiting') core.requestFailed(event.fault);
    runs.tell(event);
  }

  function begin(): void {
    if (isClosed || !follows) return;
    const stop = new AbortController();
    const opened = core.account();
    if (!opened.ok) {
      if (opened.fault.kind === 'no-account') {
        show({ state: 'idle' });
        return;
      }
      attempt = { stop, run: null, stopped: rest(opened.fault, stop.signal) };
      return;
    }
    const run = opened.value.sync({}, announce);
    show({ state: 'running', watchTrouble: null });
    const stopped = follow(run, opened.value, stop.signal);
    attempt = { stop, run, stopped };
  }

  /** Goes on beside the files, independent of them. */
  async function beside(work: (signal: AbortSignal) => Promise<void>, signal: AbortSignal) {
    try {
      await work(signal);
    } catch (error) {
      if (signal.aborted) return;
      if (diskFaultOf(error, dataFolder) === null) {
        ending.reject(error);
        return;
      }
      // A full disk will be emptied some time; the run of the files reports it.
      await clock.sleep(RETRY_MS, signal).catch(() => undefined);
      if (!signal.aborted) await beside(work, signal);
    }
  }

  async function follow(run: SyncRun, opened: Account, signal: AbortSignal) {
    const runEnded = new AbortController();
    const either = AbortSignal.any([signal, runEnded.signal]);
    const sending = beside((stop) => opened.outboxRunner.run(stop), either);
    const auditing = beside((stop) => opened.audits.watch(stop), either); // folders, when they are due
    try {
      await run.follow(opened.autoApproval, signal);
    } catch (error) {
      // Everything of this attempt stops before another one starts.
      runEnded.abort(error);
      await sending;
      await auditing;
      feed.settle();
      if (signal.aborted && error === signal.reason) return;
      const fault = diskFaultOf(error, dataFolder);
      if (fault === null) {
        ending.reject(error);
        return;
      }
      await rest(fault, signal);
    }
  }

  /** Waits and starts again, unless somebody ends the wait. */
  async function rest(fault: CoreFault, signal: AbortSignal): Promise<void> {
    show({ state: 'stopped', fault, retryAtMs: clock.nowMs() + RETRY_MS });
    try {
      await clock.sleep(RETRY_MS, signal);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    begin();
  }

  async function halt(): Promise<void> {
    const last = attempt;
    attempt = null;
    last?.stop.abort(new Error('the engine was stopped'));
    await last?.stopped;
  }

  function status(): StatusView {
    const current = base();
    const account = current === null ? null : statusOf(current.state);
    const version = update();
    return {
      ...sessionView(),
      engine: view,
      account,
      job: current === null || account === null ? null : jobOf(current.state, account.counts),
      waits: current === null ? [] : waitsNow(current),
      heardAtMs,
      clockAheadMs: core.clockAheadMs(),
      contact: core.contact(),
      ...(version === null ? {} : { update: version }),
      ...(demo === null ? {} : { demo: demo.view() }),
    };
  }

  begin();
  return {
    core: parts.core,
    /** Null outside the demo. */
    demo,
    feed,
    /** Differs from one start to the next. */
    epoch,
    /** Whether folders are followed while it is open, or nothing happens but what is asked for. */
    follows,
    state: () => view,
    status,
    /** The run that follows the folders; null while none does. */
    run: () => attempt?.run ?? null,
    /** Tells everybody of a run that was begun elsewhere. */
    announce,
    /** The listener hears the events of all runs until the returned function is called. */
    onRunEvent: runs.on,
    snapshot: (): Snapshot => ({
      epoch,
      sequence: feed.sequence(),
      status: status(),
      progress: feed.progress(),
    }),
    /** A person changed folders or files, or requests it: everything is checked again. */
    lookAgain() {
      if (attempt?.run != null) attempt.run.lookAgain();
      else void inTurn(async () => halt().then(begin));
    },
    /** A person approved something or changed a limit: what waits for that is checked again. */
    agreementsChanged() {
      lookAtJob(); // before anything of it is finished
      attempt?.run?.agreementsChanged();
    },
    /** Ends the run, lets `work` change the account, and starts again. Concurrent calls run one after the other. */
    changeAccount: <Value>(work: () => Promise<Value>): Promise<Value> =>
      inTurn(async () => {
        await halt();
        try {
          return await work();
        } finally {
          begin();
        }
      }),
    /** Rejects when the engine met a bug of ours and cannot continue; resolves when it was closed. */
    ended: ending.promise,
    /** `work` is done before the engine is closed, unless the returned function was called. */
    beforeClosing(work: () => Promise<void>): () => void {
      closers.add(work);
      return () => closers.delete(work);
    },
    /** Ends the run. The core stays open. */
    async close() {
      await Promise.all([...closers].map((work) => work()));
      await inTurn(async () => {
        isClosed = true;
        closing.abort();
        stopFollowing();
        stopListening();
        stopTiming();
        stopContact();
        await halt();
        stopNews();
        view = { state: 'closed' };
        feed.close();
        ending.resolve();
      });
    },
  };
}
