/** Whether the service can take files into a project: one that was made without it waits in the outbox first. */
import { isPutAway } from '../../src-shared/model/change.ts';
import { creatorOf } from '../../src-shared/model/local-id.ts';
import type { ChangeRepository } from '../state/change-repository.ts';
import type { ProjectStanding } from './plan-content.ts';

export function projectStanding(
  projectId: string,
  changes: Pick<ChangeRepository, 'get'>,
): ProjectStanding {
  const creator = creatorOf(projectId);
  if (creator === null) return 'there';
  const state = changes.get(creator)?.state;
  return state === undefined || state.state === 'withdrawn' || isPutAway(state)
    ? 'never'
    : 'awaited';
}
