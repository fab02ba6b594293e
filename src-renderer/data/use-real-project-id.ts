/** A project that waited to be created has an id of ours; once the service made it, its own takes that place. */
import { creatorOf } from '../../src-shared/model/changes/local-id.ts';
import type { PageEvent } from '../bridge/bridge.ts';
import { useRead } from './use-read.ts';

const NOTHING = {};
const STALE_ON: readonly PageEvent['kind'][] = ['outbox-changed', 'projects-changed'];

/** The id itself while there is no other. */
export function useRealProjectId(projectId: string): string {
  const { value } = useRead('outbox.list', NOTHING, STALE_ON);
  const creator = creatorOf(projectId);
  if (creator === null) return projectId;
  const state = value?.changes.find(({ id }) => id === creator)?.state;
  return (state?.state === 'delivered' ? state.projectId : null) ?? projectId;
}
