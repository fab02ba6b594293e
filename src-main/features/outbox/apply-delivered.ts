/**
 * What the end of a change means for the rest of the core: copies of what it changed are read anew, and what a scope is
 * called is learned from the project that was just given it.
 */
import { projectOf, type Change } from '../../../src-shared/model/changes/change.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { Resources } from '../mirror/account-mirror.ts';
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

  function expire({ intent }: Change): void {
    const projectId = projectOf(intent);
    switch (intent.kind) {
      case 'create-project':
        mirror.expire(resources.projects);
        onProject();
        return;
      case 'invite-member':
      case 'remove-member':
      case 'activate-member':
      case 'edit-project':
        if (projectId === null) return;
        mirror.expire(resources.projects);
        mirror.expire(resources.project(projectId));
        mirror.expire(resources.onHold(projectId));
        return;
      case 'create-tag':
        mirror.expire(resources.tags);
        return;
      case 'edit-profile':
        mirror.expire(resources.user(intent.userId));
        return;
      case 'set-avatar':
        mirror.expire(resources.avatar(intent.userId));
        return;
      case 'delete-file': {
        // Rows of this computer are followed by the engine; what is on the platform is read anew once it was looked at.
        const list = resources.files(intent.projectId, intent.visibility);
        if (mirror.copyOf(list) !== null) mirror.expire(list);
        return;
      }
      default:
        assertNever(intent);
    }
  }

  /** Only an answer says that the scopes were taken: what is read after a lost one may be anybody's. */
  async function learnFrom({ intent, state }: Change, signal: AbortSignal): Promise<void> {
    if (state.state !== 'delivered' || state.by === 'already-there') return;
    if (intent.kind === 'create-project' && state.projectId !== null) {
      await projects.learnScopes(state.projectId, intent.project, signal);
    }
    if (intent.kind === 'edit-project' && state.by === 'answer') {
      const { organisationScope, leaderScope } = intent.edit;
      if (organisationScope === undefined && leaderScope === undefined) return;
      await projects.learnScopes(intent.projectId, { organisationScope, leaderScope }, signal);
    }
  }

  return async (change, signal) => {
    await learnFrom(change, signal);
    const { state } = change;
    if (state.state === 'waiting' && state.trouble !== null) mirror.noteAway(state.trouble);
    if (state.state === 'delivered') expire(change);
    onNews();
  };
}
