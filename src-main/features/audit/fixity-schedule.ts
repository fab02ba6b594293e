/**
 * Audits folders when they are due, one after the other, for as long as the engine runs. It yields to uploads, resumes
 * audits that the end of the program cut off, and makes up missed audits once.
 */
import type {
  AuditRhythm,
  AuditRun,
  AuditSchedule,
  SilentChanges,
} from '../../../src-shared/model/proofs/audit.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { KeptAuditRun } from '../../db/proofs/audit-repository.ts';
import type { State } from '../../db/state.ts';
import type { AuditRuns } from './audit-runs.ts';
import type { KeptRhythm } from '../../db/proofs/fixity-repository.ts';
import { sleepOrWake } from '../../platform/sleep-or-wake.ts';

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

/** Silent changes that no person has reviewed yet, for the status of the account. Null: none. */
export function silentChangesOf({
  audits,
  fixity,
}: Pick<State, 'audits' | 'fixity'>): SilentChanges | null {
  const news = fixity.silentNews();
  const run = news === null ? null : audits.run(news.runId);
  if (news === null || run === null) return null;
  return { files: news.files, runId: String(news.runId), root: run.root };
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
