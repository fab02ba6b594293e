/** What Labseal is doing, in one word and a number, by the groups in which rollups count files. Pure. */
import type { AccountStatus } from './account-status.ts';
import { stateTraits, type Group } from '../files/file-state.ts';

/** Files by the group in which rollups count their state. */
export function countGroups(counts: AccountStatus['counts']): ReadonlyMap<Group, number> {
  const groups = new Map<Group, number>();
  for (const { state, hold, files } of counts) {
    const { group } = stateTraits(state, hold);
    groups.set(group, (groups.get(group) ?? 0) + files);
  }
  return groups;
}

export type Doing =
  | { readonly kind: 'sending' | 'preparing' | 'queued'; readonly files: number }
  | { readonly kind: 'waiting' | 'idle' };

/**
 * The most important of: sending, preparing, queued. `idle` only when nothing waits. Without the service nothing is being
 * sent: what was on its way is queued until the service is back.
 */
export function whatIsDone(groups: ReadonlyMap<Group, number>, isAway: boolean): Doing {
  const of = (group: Group) => groups.get(group) ?? 0;
  const sending = of('sending');
  const doing = [
    { kind: 'sending', files: isAway ? 0 : sending },
    { kind: 'preparing', files: of('preparing') },
    { kind: 'queued', files: of('queued') + (isAway ? sending : 0) },
  ] as const;
  const first = doing.find(({ files }) => files > 0);
  if (first !== undefined) return first;
  return { kind: (groups.get('waiting') ?? 0) > 0 ? 'waiting' : 'idle' };
}
