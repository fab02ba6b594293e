/**
 * Runs of audits, and when they are due: folders are audited one after the other, for as long as the engine runs. It
 * yields to uploads, resumes audits that the end of the program cut off, and makes up missed audits once.
 */
import type {
  AuditProgress,
  AuditRhythm,
  AuditRun,
  AuditSchedule,
} from '../../../src-shared/model/proofs/audit.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { KeptAuditRun, KeptRhythm } from '../../db/proofs/audit-repository.ts';
import type { State } from '../../db/state.ts';
import { sleepOrWake } from '../../platform/waiting.ts';
import { auditFolder } from './audit-file.ts';
import type { AuditPorts } from './audit-writer.ts';

const PERIOD_MS: Readonly<Record<Exclude<AuditRhythm, 'never'>, number>> = {
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
};
const AGAIN_MS = DAY_MS;

/** The root under which the interval for all watched folders is stored. */
export const ALL_FOLDERS = '';

interface ScheduledFolder {
  readonly path: string;
  readonly folderId: string | null;
  /** Null: it is not watched. */
  readonly addedAtMs: number | null;
}

/** Summary of the past audits of a folder. */
interface AuditPast {
  /** The latest complete one, whoever started it. */
  readonly complete: Pick<AuditRun, 'beganAtMs'> | null;
  /** The latest of all. */
  readonly latest: Pick<AuditRun, 'state' | 'beganAtMs' | 'endedAtMs'> | null;
}

/**
 * When a folder is audited automatically. Pure. Audits missed while Labseal did not run are made up once. A folder that
 * was absent is tried again a day later, and one that a person cancelled is left alone for as long.
 */
export function rhythmForAll(rhythms: readonly KeptRhythm[]): AuditRhythm {
  return rhythms.find(({ root }) => root === ALL_FOLDERS)?.rhythm ?? 'never';
}

/** Watched folders, and others with an interval of their own. */
export function scheduleOf(
  rhythms: readonly KeptRhythm[],
  watched: readonly ScheduledFolder[],
  pastOf: (root: string) => AuditPast,
): readonly AuditSchedule[] {
  const isWatched = new Set(watched.map(({ path }) => path));
  const others = rhythms
    .filter(({ root }) => root !== ALL_FOLDERS && !isWatched.has(root))
    .map(({ root }): ScheduledFolder => ({ path: root, folderId: null, addedAtMs: null }));
  return [...watched, ...others].map(({ path: root, folderId, addedAtMs }) => {
    const own = rhythms.find((kept) => kept.root === root) ?? null;
    const held = own ?? rhythms.find((kept) => kept.root === ALL_FOLDERS) ?? null;
    const past = pastOf(root);
    const sinceMs = Math.max(held?.sinceMs ?? 0, addedAtMs ?? 0);
    return {
      root,
      folderId,
      own: own?.rhythm ?? null,
      rhythm: held?.rhythm ?? 'never',
      lastCompleteAtMs: past.complete?.beganAtMs ?? null,
      nextAtMs: nextAuditMs(held?.rhythm ?? 'never', sinceMs, past),
    };
  });
}

/** Null: never. */
export function nextAuditMs(
  rhythm: AuditRhythm,
  sinceMs: number,
  { complete, latest }: AuditPast,
): number | null {
  if (rhythm === 'never') return null;
  const dueMs = (complete?.beganAtMs ?? sinceMs) + PERIOD_MS[rhythm];
  const endedEarly = latest?.state === 'cancelled' || latest?.state === 'no-folder';
  if (!endedEarly) return dueMs;
  return Math.max(dueMs, (latest.endedAtMs ?? latest.beganAtMs) + AGAIN_MS);
}

/** A changed system clock is noticed within this time. */
const LOOK_MS = 10 * MINUTE_MS;
/** Work that starts right after launch slows down a computer that is already busy starting. */
const FIRST_LOOK_MS = MINUTE_MS;
const BUSY_LOOK_MS = 5 * SECOND_MS;
/** An endless queue must not stop the schedule: a run yields for this long in total, and then continues. */
const MOST_PATIENCE_MS = DAY_MS;
/** An interrupted audit older than this is restarted: most of what it read is out of date. */
const RESUMABLE_MS = 7 * DAY_MS;
const BUSY: ReadonlySet<string> = new Set(['hashing', 'checking', 'uploading']);

/**
 * Makes a scheduled audit wait before each file while files are fingerprinted or sent. An audit that a person started
 * continues.
 */
export function waitForQuiet({
  state,
  clock,
}: {
  readonly state: Pick<State, 'files'>;
  readonly clock: Clock;
}): (run: KeptAuditRun, signal: AbortSignal) => Promise<void> {
  const waitedMs = new Map<number, number>();
  const isBusy = () => state.files.counts().some((count) => BUSY.has(count.state));
  return async ({ id, startedBy }, signal) => {
    if (startedBy === 'person') return;
    while (isBusy() && (waitedMs.get(id) ?? 0) < MOST_PATIENCE_MS) {
      waitedMs.set(id, (waitedMs.get(id) ?? 0) + BUSY_LOOK_MS);
      await clock.sleep(BUSY_LOOK_MS, signal);
    }
  };
}

export interface FixityScheduleParts {
  readonly clock: Clock;
  readonly runs: AuditRuns;
  readonly schedule: () => readonly AuditSchedule[];
  readonly latest: (root: string) => KeptAuditRun | null;
  readonly prune: (signal: AbortSignal) => Promise<void>;
  /** A signal that aborts when the schedule is changed. */
  readonly awake: () => AbortSignal;
}

/** Rejects with the signal's reason, once every audit has ended. */
export async function runFixitySchedule(
  parts: FixityScheduleParts,
  signal: AbortSignal,
): Promise<never> {
  const { clock, runs } = parts;
  // Audits that a person started end with the engine too. One that is awaited below must not delay it.
  const stopAll = () => void runs.stop();
  signal.addEventListener('abort', stopAll, { once: true });
  try {
    await clock.sleep(FIRST_LOOK_MS, signal);
    for (;;) {
      const changed = parts.awake();
      const due = nextDue(parts.schedule());
      if (due?.nextAtMs != null && due.nextAtMs <= clock.nowMs()) {
        await parts.prune(signal);
        await audit(due, parts);
        await parts.prune(signal); // removes rows of proven files of the previous audit
        signal.throwIfAborted();
      } else {
        const restMs = Math.min(LOOK_MS, (due?.nextAtMs ?? Infinity) - clock.nowMs());
        await sleepOrWake(clock, Math.max(restMs, SECOND_MS), changed, signal);
      }
    }
  } finally {
    signal.removeEventListener('abort', stopAll);
    await runs.stop();
  }
}

function nextDue(schedule: readonly AuditSchedule[]): AuditSchedule | null {
  const due = schedule.filter(({ nextAtMs }) => nextAtMs !== null);
  return due.toSorted((one, other) => (one.nextAtMs ?? 0) - (other.nextAtMs ?? 0))[0] ?? null;
}

async function audit(
  { root, folderId }: AuditSchedule,
  { clock, runs, latest }: FixityScheduleParts,
): Promise<void> {
  const last = latest(root);
  if (
    last?.state === 'interrupted' &&
    last.startedBy === 'schedule' &&
    clock.nowMs() - last.beganAtMs < RESUMABLE_MS
  ) {
    runs.resume(last.id);
    await runs.ended(last.id);
    return;
  }
  const begun = runs.begin(root, folderId === null ? null : Number(folderId), 'schedule');
  await runs.ended(begun.id);
}

/** Minimum interval between progress reports to faces. */
const TELL_MS = 250;
/** One file at a time in the background; two when a person waits. */
const READERS = { person: 2, schedule: 1 } as const;
const LONGEST_PAUSE_MS = DAY_MS;

export interface AuditRunParts {
  readonly state: Pick<State, 'audits' | 'fixity' | 'repeatable'>;
  readonly clock: Clock;
  /** Disk and ledger for a folder. */
  readonly portsFor: (
    run: KeptAuditRun,
  ) => Omit<AuditPorts, 'clock' | 'state' | 'mayRead' | 'onProgress'>;
  /** About how large the files of a folder are that was never audited to the end; null: nobody knows. */
  readonly bytesKnownIn: (run: KeptAuditRun) => number | null;
  /** Waits until reading does not compete with uploads. */
  readonly whenQuiet: (run: KeptAuditRun, signal: AbortSignal) => Promise<void>;
  readonly onProgress: (progress: AuditProgress) => void;
  /** An audit could not continue, because of a full disk or a bug. */
  readonly onBroken: (error: unknown) => void;
  /** A run started, paused, resumed or ended. */
  readonly onChange: () => void;
}

interface Live {
  readonly root: string;
  readonly stop: AbortController;
  endsAs: 'cancelled' | 'interrupted';
  /** Aborted when a paused run may resume; null: not paused. */
  pause: AbortController | null;
  progress: AuditProgress | null;
  ended: Promise<void>;
}

export type AuditRuns = ReturnType<typeof makeAuditRuns>;

export function makeAuditRuns(parts: AuditRunParts) {
  const { state, clock } = parts;
  const { audits } = state;
  const live = new Map<number, Live>();

  for (const run of audits.open()) {
    // Left by an engine that no longer runs.
    const endedAtMs = audits.lastLookMs(run.id) ?? run.beganAtMs;
    audits.keep(run.id, [], { state: 'interrupted', endedAtMs, totals: run.totals });
  }

  /** A run whose end could not be written, because of a full disk or a bug, is not complete either. */
  function asItIs(run: KeptAuditRun): KeptAuditRun {
    const isCutOff = run.state === 'running' && !live.has(run.id);
    return isCutOff ? { ...run, state: 'interrupted' } : run;
  }

  function get(id: number): KeptAuditRun {
    const run = audits.run(id);
    if (run === null) throw new Error(`no audit ${id}`);
    return asItIs(run);
  }

  async function waitWhilePaused(own: Live, signal: AbortSignal): Promise<void> {
    while (own.pause !== null) {
      await sleepOrWake(clock, LONGEST_PAUSE_MS, own.pause.signal, signal);
    }
  }

  /** Runs in the background. `begin` and `resume` differ in what already exists. */
  function follow(run: KeptAuditRun, isResumed: boolean): void {
    const { id, root, startedBy } = run;
    const stop = new AbortController();
    const before = audits.latestComplete(root)?.totals ?? null;
    const expectedBytes = before === null ? parts.bytesKnownIn(run) : before.bytes;
    const own: Live = {
      root,
      stop,
      endsAs: 'interrupted',
      pause: null,
      progress: null,
      ended: Promise.resolve(),
    };
    let reportedAtMs = -Infinity;
    const ports: AuditPorts = {
      ...parts.portsFor(run),
      clock,
      state,
      async mayRead(signal) {
        await waitWhilePaused(own, signal);
        await parts.whenQuiet(run, signal);
      },
      onProgress({ totals, path }) {
        own.progress = {
          runId: String(id),
          root,
          state: own.pause === null ? 'running' : 'paused',
          totals,
          expectedBytes,
          path,
        };
        const nowMs = clock.monotonicMs();
        if (nowMs - reportedAtMs < TELL_MS) return;
        reportedAtMs = nowMs;
        parts.onProgress(own.progress);
      },
    };
    const job = {
      id,
      root,
      totals: run.totals,
      isResumed,
      readers: READERS[startedBy],
      endOnAbort: () => own.endsAs,
    };
    live.set(id, own);
    own.ended = auditFolder(job, ports, stop.signal).finally(() => {
      live.delete(id);
      parts.onChange();
    });
    own.ended.catch(parts.onBroken);
    parts.onChange();
  }

  return {
    asItIs,
    /** If an audit of the same folder is running, returns that one. */
    begin(root: string, folderId: number | null, startedBy: AuditRun['startedBy']): KeptAuditRun {
      const running = [...live].find(([, own]) => own.root === root)?.[0];
      if (running !== undefined) return get(running);
      const id = audits.begin({ root, folderId, startedBy, beganAtMs: clock.nowMs() });
      follow(get(id), false);
      return get(id);
    },
    resume(id: number): void {
      const totals = audits.resume(id);
      follow({ ...get(id), totals }, true);
    },
    /** Resolves when the end of the run is in the database; rejects when a bug or a full disk ended it. */
    async ended(id: number): Promise<KeptAuditRun> {
      await live.get(id)?.ended;
      return get(id);
    },
    cancel(id: number): void {
      const own = live.get(id);
      if (own === undefined) return;
      own.endsAs = 'cancelled';
      own.stop.abort(new Error('a person cancelled the audit'));
    },
    setPaused(id: number, isPaused: boolean): void {
      const own = live.get(id);
      if (own === undefined || (own.pause !== null) === isPaused) return;
      if (isPaused) own.pause = new AbortController();
      else {
        const { pause } = own;
        own.pause = null;
        pause?.abort();
      }
      if (own.progress !== null) {
        own.progress = { ...own.progress, state: isPaused ? 'paused' : 'running' };
        parts.onProgress(own.progress);
      }
      parts.onChange();
    },
    isPaused: (id: number): boolean => live.get(id)?.pause != null,
    /** Current totals; the database has them slightly later. */
    totals: (id: number) => live.get(id)?.progress?.totals ?? null,
    /** Ends all running audits as interrupted, and waits for them. */
    async stop(): Promise<void> {
      const all = [...live.values()];
      for (const own of all) own.stop.abort(new Error('Labseal ends'));
      await Promise.allSettled(all.map(({ ended }) => ended));
    },
  };
}
