/**
 * What to do with a waiting change once the service was looked at: send it, with what the service held until now, or
 * end it unsent. Pure. It never lets a change go whose work is there already.
 */
import type {
  Change,
  ChangeBaseline,
  ChangeIntent,
  IntentOf,
} from '../../../src-shared/model/changes/change.ts';
import type { ChangeEvent } from '../../../src-shared/model/changes/next-change.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { ProjectChange } from '../../../src-shared/service/projects.ts';
import type { ProfileChange } from '../../../src-shared/service/users.ts';
import { compareRecord } from './compare-record.ts';
import { judge, matching } from './evaluate-change.ts';
import type { Sight } from './change-snapshot.ts';

export type SendingPlan =
  | { readonly do: 'send'; readonly baseline: ChangeBaseline; readonly body: SentBody }
  | { readonly do: 'end'; readonly event: ChangeEvent };

/** Of an edit: what of it goes out. Null for other kinds, which send what they are. */
export type SentBody =
  | { readonly kind: 'project'; readonly change: ProjectChange }
  | { readonly kind: 'profile'; readonly change: ProfileChange }
  | null;

const FREE = { kind: 'free' } as const;

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
      return end(notThere(atMs));
    }
    case 'member': {
      // There is nothing to accept; somebody who is in the project was judged to be done.
      const isAbsent = sight.status === null && sight.isComplete;
      return isAbsent ? end(notThere(atMs)) : send(FREE);
    }
    case 'project':
    case 'profile':
      return planEdit(change.intent, sight, atMs);
    case 'tag':
    case 'avatar':
      return send(FREE);
    default:
      return assertNever(sight);
  }
}

function notThere(atMs: number): ChangeEvent {
  const fault = { kind: 'not-found', serviceSays: null } as const;
  return { type: 'refused', cause: { kind: 'service', fault }, atMs };
}

/** What somebody else changed meanwhile is not overwritten: then nothing goes, and a person chooses. */
function planEdit(
  intent: ChangeIntent,
  sight: Extract<Sight, { kind: 'project' | 'profile' }>,
  atMs: number,
): SendingPlan {
  const { toSend, conflicts } = compareRecord(intent, sight);
  if (conflicts.length > 0) {
    const cause = { kind: 'changed-there' as const, fields: [...conflicts] };
    return end({ type: 'refused', cause, atMs });
  }
  if (intent.kind === 'edit-profile' && sight.kind === 'profile') {
    const { name, lastName, organisation, location } = sight.user;
    // The service wants all four: those the person did not touch are sent as it shows them.
    const shown = { name, lastName, organisation, location };
    const mine = given(intent.edit);
    return send(FREE, { kind: 'profile', change: { ...shown, ...mine } });
  }
  if (intent.kind !== 'edit-project') throw new Error('the look was about another kind');
  const picked = Object.entries(intent.edit).filter(([field]) => toSend.includes(field));
  return send(FREE, { kind: 'project', change: Object.fromEntries(picked) });
}

function given(edit: IntentOf<'edit-profile'>['edit']): Partial<ProfileChange> {
  return Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
}

function end(event: ChangeEvent): SendingPlan {
  return { do: 'end', event };
}

function send(baseline: ChangeBaseline, body: SentBody = null): SendingPlan {
  return { do: 'send', baseline, body };
}
