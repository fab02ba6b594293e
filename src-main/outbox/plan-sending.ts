/**
 * What to do with a waiting change once the service was looked at: send it, with what the service held until now, or
 * end it unsent. Pure. It never lets a change go whose work is there already.
 */
import type { Change, ChangeBaseline } from '../../src-shared/model/change.ts';
import type { ChangeEvent } from '../../src-shared/model/next-change.ts';
import { assertNever } from '../../src-shared/model/result.ts';
import { judge, matching } from './judge.ts';
import type { Sight } from './sight.ts';

export type SendingPlan =
  | { readonly do: 'send'; readonly baseline: ChangeBaseline }
  | { readonly do: 'end'; readonly event: ChangeEvent };

/** `userId`: the caller's own. */
export function planSending(
  change: Pick<Change, 'intent' | 'baseline'>,
  sight: Sight,
  { userId, atMs }: { readonly userId: string; readonly atMs: number },
): SendingPlan {
  const verdict = judge(change, sight, userId);
  if (verdict.kind === 'done') {
    return end({ type: 'already-there', projectId: verdict.projectId, atMs });
  }
  // It was sent before, and by now several things could be its work: the person who agreed cannot have seen that.
  if (verdict.kind === 'several') return end({ type: 'doubted', atMs });
  switch (sight.kind) {
    case 'create-project': {
      const { intent, baseline } = change;
      if (intent.kind !== 'create-project') throw new Error('the look was about another kind');
      const [equal] = matching(intent.project, sight.projects, userId);
      if (equal !== undefined && baseline === null && !intent.isAnother) {
        const cause = { kind: 'exists', projectId: equal.id } as const;
        return end({ type: 'refused', cause, atMs });
      }
      const projectIds = sight.projects.map(({ id }) => id);
      return send({ kind: sight.kind, projectIds, isComplete: sight.isComplete });
    }
    case 'invite-member':
      return send({ kind: sight.kind, isProvenAbsent: sight.isComplete });
    case 'delete-file': {
      if (sight.status !== null || !sight.isComplete) {
        return send({ kind: sight.kind, status: sight.status ?? '' });
      }
      const fault = { kind: 'not-found', serviceSays: null } as const;
      return end({ type: 'refused', cause: { kind: 'service', fault }, atMs });
    }
    default:
      return assertNever(sight);
  }
}

function end(event: ChangeEvent): SendingPlan {
  return { do: 'end', event };
}

function send(baseline: ChangeBaseline): SendingPlan {
  return { do: 'send', baseline };
}
