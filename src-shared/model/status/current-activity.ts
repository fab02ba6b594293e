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

/** The most important of: sending, preparing, queued. `idle` only when nothing waits. */
export function whatIsDone(groups: ReadonlyMap<Group, number>): Doing {
  for (const kind of ['sending', 'preparing', 'queued'] as const) {
    const files = groups.get(kind) ?? 0;
    if (files > 0) return { kind, files };
  }
  return { kind: (groups.get('waiting') ?? 0) > 0 ? 'waiting' : 'idle' };
}
