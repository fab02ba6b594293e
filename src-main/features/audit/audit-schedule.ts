/**
 * When a folder is audited by itself. Pure. What was missed while Labseal did not run is made up once; a folder that was
 * not there is tried again a day later, and what a person cancelled is left alone for as long.
 */
import type {
  AuditRhythm,
  AuditRun,
  AuditSchedule,
  SilentChanges,
} from '../../../src-shared/model/proofs/audit.ts';
import { DAY_MS } from '../../../src-shared/model/text/time.ts';
import type { KeptRhythm } from '../../db/proofs/fixity-repository.ts';
import type { State } from '../../db/state.ts';

const PERIOD_MS: Readonly<Record<Exclude<AuditRhythm, 'never'>, number>> = {
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
};
const AGAIN_MS = DAY_MS;

/** The root under which the rhythm for all watched folders is kept. */
export const ALL_FOLDERS = '';

export interface ScheduledFolder {
  readonly path: string;
  readonly folderId: string | null;
  /** Null: it is not watched. */
  readonly addedAtMs: number | null;
}

/** What audits of a folder came to so far. */
export interface AuditPast {
  /** The latest that was through, whoever began it. */
  readonly complete: Pick<AuditRun, 'beganAtMs'> | null;
  /** The latest of all. */
  readonly latest: Pick<AuditRun, 'state' | 'beganAtMs' | 'endedAtMs'> | null;
}

export function rhythmForAll(rhythms: readonly KeptRhythm[]): AuditRhythm {
  return rhythms.find(({ root }) => root === ALL_FOLDERS)?.rhythm ?? 'never';
}

/** Watched folders, and others that have a rhythm of their own. */
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

/** Silent changes that nobody has looked at yet, for the status of the account. Null: none. */
export function silentChangesOf({
  audits,
  bitRotWatch,
}: Pick<State, 'audits' | 'bitRotWatch'>): SilentChanges | null {
  const news = bitRotWatch.silentNews();
  const run = news === null ? null : audits.run(news.runId);
  if (news === null || run === null) return null;
  return { files: news.files, runId: String(news.runId), root: run.root };
}
