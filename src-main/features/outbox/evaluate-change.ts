/**
 * What a look means for a change: whether the service holds what was wanted. Pure. It never says `not-there` unless the
 * look was complete, and never recognises what was there before the change was sent.
 */
import {
  ABSENCE_WAIT_MS,
  type Change,
  type ChangeBaseline,
  type Finding,
} from '../../../src-shared/model/changes/change.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import { msFromIso } from '../../../src-shared/model/text/time.ts';
import { compareRecord, isShown } from './compare-record.ts';
import type { SeenProject, Sight } from './change-snapshot.ts';

export type Verdict =
  /** `projectId`: of the new project; null for other kinds. */
  | { readonly kind: 'done'; readonly projectId: string | null }
  | { readonly kind: 'several'; readonly projectIds: readonly string[] }
  | { readonly kind: 'not-there' }
  | { readonly kind: 'cannot-tell' };

const DONE = { kind: 'done', projectId: null } as const;
const DELETED: ReadonlySet<string> = new Set(['PendingDeletion', 'Deleted']);

/**
 * `userId`: the caller's own. `baseline` null: it was never sent, so nothing the service holds can be its work;
 * then `done` means that somebody else did it, or that a file is being deleted already.
 */
export function judge(
  { intent, baseline }: Pick<Change, 'intent' | 'baseline'>,
  sight: Sight,
  userId: string,
): Verdict {
  switch (sight.kind) {
    case 'create-project': {
      if (intent.kind !== 'create-project') throw new Error('the look was about another kind');
      return judgeProjects(sight, matching(intent.project, sight.projects, userId), baseline);
    }
    case 'invite-member':
      if (sight.isInvolved) return DONE;
      return sight.isComplete ? { kind: 'not-there' } : { kind: 'cannot-tell' };
    case 'delete-file': {
      if (sight.status !== null) {
        return DELETED.has(sight.status) ? DONE : { kind: 'not-there' };
      }
      // It was there before the request; a service that forgets what it deleted has deleted it.
      if (baseline !== null && sight.isComplete) return DONE;
      return { kind: 'cannot-tell' };
    }
    case 'member': {
      const { status, isComplete } = sight;
      if (intent.kind === 'activate-member') {
        if (status === 'Active') return DONE;
        return status !== null || isComplete ? { kind: 'not-there' } : { kind: 'cannot-tell' };
      }
      if (status !== null) return { kind: 'not-there' };
      return isComplete ? DONE : { kind: 'cannot-tell' };
    }
    case 'project':
    case 'profile':
      return isShown(compareRecord(intent, sight)) ? DONE : { kind: 'not-there' };
    case 'tag':
      if (sight.isThere) return DONE;
      return sight.isComplete ? { kind: 'not-there' } : { kind: 'cannot-tell' };
    case 'avatar':
      return sight.isThere ? DONE : { kind: 'not-there' };
    default:
      return assertNever(sight);
  }
}

function judgeProjects(
  { isComplete }: { readonly isComplete: boolean },
  matches: readonly SeenProject[],
  baseline: ChangeBaseline | null,
): Verdict {
  if (baseline?.kind !== 'create-project') {
    return isComplete ? { kind: 'not-there' } : { kind: 'cannot-tell' };
  }
  const before = new Set(baseline.projectIds);
  const fresh = matches.filter(({ id }) => !before.has(id));
  const [only] = fresh;
  if (only === undefined) return isComplete ? { kind: 'not-there' } : { kind: 'cannot-tell' };
  if (fresh.length > 1) return { kind: 'several', projectIds: fresh.map(({ id }) => id) };
  // Of a list that was cut short before, anything may have stood in the part that was not seen.
  return baseline.isComplete ? { kind: 'done', projectId: only.id } : { kind: 'cannot-tell' };
}

/** Projects that could be this draft: same name, same days, led by the caller. */
export function matching(
  draft: Pick<SeenProject, 'name' | 'startDate' | 'endDate'>,
  projects: readonly SeenProject[],
  userId: string,
): readonly SeenProject[] {
  return projects.filter(
    ({ name, leaderId, startDate, endDate }) =>
      name === draft.name &&
      leaderId === userId &&
      isSameMoment(startDate, draft.startDate) &&
      isSameMoment(endDate, draft.endDate),
  );
}

/** Services write the same moment in several ways. */
function isSameMoment(one: string, other: string): boolean {
  const ms = msFromIso(one);
  return ms !== null && ms === msFromIso(other);
}

/** How a verdict without success is kept. `lookBeganMs`, `lostAtMs`: absence counts only after a wait. */
export function findingOf(
  verdict: Exclude<Verdict, { kind: 'done' }>,
  times: { readonly lookBeganMs: number; readonly lostAtMs: number },
): Finding {
  if (verdict.kind !== 'not-there') return verdict.kind;
  return times.lookBeganMs - times.lostAtMs >= ABSENCE_WAIT_MS ? 'absent' : 'too-early';
}
