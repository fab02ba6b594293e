/** Whether the service can take files into a project: a project created offline waits in the outbox first. */
import { isDismissed } from '../../../src-shared/model/changes/change.ts';
import { creatorOf } from '../../../src-shared/model/changes/local-id.ts';
import type { ChangeRepository } from '../../db/changes/change-repository.ts';

/** `awaited`: it waits to be created. `never`: its creation was dismissed. */
export type ProjectStanding = 'there' | 'awaited' | 'never';

export function projectStanding(
  projectId: string,
  changes: Pick<ChangeRepository, 'get'>,
): ProjectStanding {
  const creator = creatorOf(projectId);
  if (creator === null) return 'there';
  const state = changes.get(creator)?.state;
  return state === undefined || state.state === 'withdrawn' || isDismissed(state)
    ? 'never'
    : 'awaited';
}
