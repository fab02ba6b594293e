/**
 * The outbox of an account with everything around it: what its end means for the copies of the mirror, what is told to
 * faces, and who sends what waits.
 */
import type { Change } from '../../../src-shared/model/changes/change.ts';
import { floorBreach } from '../../../src-shared/model/money/spend-limits.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { makeOutboxRunner, type AfterChange, type OutboxRunner } from './outbox-runner.ts';
import { makeOutbox, type Outbox } from './outbox.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import type { State } from '../../db/state.ts';
import type { AccountNews } from '../account-events.ts';
import type { Resources } from '../mirror/account-mirror.ts';
import { outboxKindOf } from './kinds/outbox-kinds.ts';
import type { Files } from '../files/files.ts';
import { makeFollowDeletion } from '../files/follow-deletion.ts';
import { makePaidChanges, type PaidChanges } from './paid-changes.ts';
import type { PlatformFiles } from '../projects/platform-files.ts';
import type { Projects } from '../projects/projects.ts';
import type { ScopeCodeStore } from '../people/scope-codes.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Announce } from '../../pipeline/common/ports.ts';
import { readAvatar, type Users } from '../mirror/users.ts';

export interface AccountOutboxParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly state: State;
  readonly client: ServiceClient;
  /** Null when nobody is signed in. */
  readonly userId: () => string | null;
  readonly mirror: Mirror;
  readonly resources: Resources;
  readonly projects: Projects;
  readonly scopes: ScopeCodeStore;
  readonly files: Files;
  readonly platformFiles: PlatformFiles;
  readonly users: Users;
  readonly isOffline: () => boolean;
  readonly tell: (news: AccountNews) => void;
  /** Files may have waited for a project that is there by now, or will never be. */
  readonly onProject: () => void;
  /** Rows moved, because of a change. */
  readonly announce: Announce;
  /** A file is being deleted on the service, which has to be followed. */
  readonly onDeleting: () => void;
}

export interface AccountOutbox {
  readonly outbox: Outbox;
  readonly outboxRunner: OutboxRunner;
  readonly paidChanges: PaidChanges;
  readonly afterChange: AfterChange;
  /** To be called when a change came into line. */
  readonly onLine: () => void;
}

export function makeAccountOutbox(parts: AccountOutboxParts): AccountOutbox {
  const { state, client, clock, ids, userId, mirror, resources, projects, scopes, tell } = parts;
  const onDeleting = makeFollowDeletion(state, {
    clock,
    announce: parts.announce,
    onOpened: parts.onDeleting,
  });
  const outbox = makeOutbox({
    state,
    client,
    clock,
    ids,
    userId,
    onDeleting,
    labelsOf: (project) => scopes.labelsOf(project),
    readPicture: (text) => readAvatar(text)?.bytes ?? null,
    breachOf: (balance, credits) => floorBreach(state.spendLimits.get(), balance, credits),
  });
  const afterChange = makeAfterChange({
    mirror,
    resources,
    projects,
    onProject: parts.onProject,
    onNews: () => {
      tell({ kind: 'outbox-changed' });
      tell({ kind: 'projects-changed' });
      outboxRunner.poke(); // something may have waited for it
    },
  });
  const outboxRunner = makeOutboxRunner({
    clock,
    drain: (signal) => outbox.drain(signal),
    isOffline: parts.isOffline,
    onEnded: afterChange,
    onSummary: ({ sent, needYou }) => {
      tell({ kind: 'outbox-sent', sent, needYou });
      tell({ kind: 'credits-changed' });
    },
  });
  // Whoever brings a change into line tries it themselves; what a person decides about one goes by itself.
  const onLine = () => tell({ kind: 'outbox-changed' });
  const onDecided = () => {
    onLine();
    parts.onProject();
    outboxRunner.poke();
  };
  const paidChanges = makePaidChanges({
    state,
    outbox,
    client,
    files: parts.files,
    platformFiles: parts.platformFiles,
    users: parts.users,
    userId,
    onLine,
    onDecided,
    afterChange,
  });
  return { outbox, outboxRunner, paidChanges, afterChange, onLine };
}

interface AfterChangeParts {
  readonly mirror: Mirror;
  readonly resources: Resources;
  readonly projects: Pick<Projects, 'learnScopes'>;
  /** Faces may show something old. */
  readonly onNews: () => void;
  /** A project is there that was waited for. */
  readonly onProject: () => void;
}

/**
 * What the end of a change means for the rest of the core: copies of what it changed are read anew, and what a scope is
 * called is learned from the project that was just given it.
 */
function makeAfterChange(parts: AfterChangeParts): AfterChange {
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
