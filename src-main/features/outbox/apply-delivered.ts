/**
 * What the end of a change means for the rest of the core: copies of what it changed are read anew, and what a scope is
 * called is learned from the project that was just given it.
 */
import type { Change } from '../../../src-shared/model/changes/change.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { Resources } from '../mirror/account-mirror.ts';
import { outboxKindOf } from './kinds/outbox-kinds.ts';
import type { Projects } from '../projects/projects.ts';

export interface AfterChangeParts {
  readonly mirror: Mirror;
  readonly resources: Resources;
  readonly projects: Pick<Projects, 'learnScopes'>;
  /** Faces may show something old. */
  readonly onNews: () => void;
  /** A project is there that was waited for. */
  readonly onProject: () => void;
}

export type AfterChange = (change: Change, signal: AbortSignal) => Promise<void>;

export function makeAfterChange(parts: AfterChangeParts): AfterChange {
  const { mirror, resources, projects, onNews, onProject } = parts;

  async function learnFrom({ intent, state }: Change, signal: AbortSignal): Promise<void> {
    if (state.state !== 'delivered') return;
    const taken = outboxKindOf(intent).scopes?.(intent, state) ?? null;
    if (taken !== null) await projects.learnScopes(taken.projectId, taken.sent, signal);
  }

  return async (change, signal) => {
    await learnFrom(change, signal);
    const { intent, state } = change;
    if (state.state === 'waiting' && state.trouble !== null) mirror.noteAway(state.trouble);
    if (state.state === 'delivered') {
      outboxKindOf(intent).expire(intent, mirror, resources);
      if (intent.kind === 'create-project') onProject();
    }
    onNews();
  };
}
