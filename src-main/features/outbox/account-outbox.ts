/**
 * The outbox of an account and its effects: what the end of a change means for the mirror's copies, what faces are
 * notified of, and who sends what waits.
 */
import type { Change } from '../../../src-shared/model/changes/change.ts';
import { reserveBreach } from '../../../src-shared/model/money/spend-limits.ts';
import { makeOutboxRunner, type AfterChange } from './outbox-runner.ts';
import { makeOutbox } from './outbox.ts';
import type { AccountNews } from '../account-events.ts';
import { outboxKindOf } from './outbox-kinds.ts';
import type { Files } from '../files/files.ts';
import { makePaidChanges } from './paid-changes.ts';
import type { PlatformFiles } from '../projects/platform-files.ts';
import type { ProjectParts, Projects } from '../projects/projects.ts';
import type { ChargeHistory, AccountPorts } from '../../pipeline/common/ports.ts';
import { readAvatar, type Users } from '../mirror/users.ts';

export interface AccountOutboxParts
  extends ProjectParts, Pick<AccountPorts, 'chance' | 'ids' | 'remote' | 'userId' | 'transitions'> {
  readonly charges: ChargeHistory;
  readonly projects: Projects;
  readonly files: Files;
  readonly platformFiles: PlatformFiles;
  readonly users: Users;
  readonly isOffline: () => boolean;
  readonly tell: (news: AccountNews) => void;
  /** Files may have waited for a project that exists now, or never will. */
  readonly onProject: () => void;
  /** A file is being deleted on the service; its status must be tracked. */
  readonly onDeleting: () => void;
}

export function makeAccountOutbox(parts: AccountOutboxParts) {
  const { state, client, clock, ids, userId, mirror, resources, projects, scopes, tell } = parts;
  const outbox = makeOutbox({
    state,
    client,
    remote: parts.remote,
    charges: parts.charges,
    clock,
    ids,
    userId,
    /**
     * Follows the deletion in the transaction that records it: runs request the record's status until it is `Deleted`.
     * The ledger keeps the record.
     */
    onDeleting({ projectId, visibility, fileId }) {
      const record = state.records.withFileId(fileId);
      if (record?.projectId !== projectId || record.visibility !== visibility) return;
      state.records.setStatus(record.id, 'PendingDeletion', null);
      parts.transitions.followRecord(record.id, 'PendingDeletion');
      state.afterCommit(parts.onDeleting);
    },
    labelsOf: (project) => scopes.labelsOf(project),
    readPicture: (text) => readAvatar(text)?.bytes ?? null,
    isOffline: parts.isOffline,
    breachOf: (balance, credits) => reserveBreach(state.spendLimits.get(), balance, credits),
  });

  /** Names of scopes are learned from the project that was just given them. */
  async function learnFrom({ intent, state: now }: Change, signal: AbortSignal): Promise<void> {
    if (now.state !== 'delivered') return;
    const taken = outboxKindOf(intent).scopes?.(intent, now) ?? null;
    if (taken !== null) await projects.learnScopes(taken.projectId, taken.sent, signal);
  }

  /** Effects of the end of a change on the rest of the core: copies of what it changed are read again. */
  const afterChange: AfterChange = async (change, signal) => {
    await learnFrom(change, signal);
    const { intent, state: now } = change;
    if (now.state === 'waiting' && now.lastTry !== null) mirror.noteAway(now.lastTry.fault);
    if (now.state === 'delivered') {
      outboxKindOf(intent).expire(intent, mirror, resources);
      if (intent.kind === 'create-project') parts.onProject(); // others may have waited for it
    }
    tell({ kind: 'outbox-changed' });
    tell({ kind: 'projects-changed' });
    outboxRunner.poke(); // another change may have waited for it
  };
  const outboxRunner = makeOutboxRunner({
    clock,
    chance: parts.chance,
    drain: outbox.drain,
    isOffline: parts.isOffline,
    onEnded: afterChange,
    onNews: () => tell({ kind: 'outbox-changed' }),
    onSummary: ({ sent, needYou }) => {
      tell({ kind: 'outbox-sent', sent, needYou });
      tell({ kind: 'credits-changed' });
    },
  });
  /**
   * Call it when a change was queued.
   * Whoever queues a change also tries it. What a person decides about one is sent automatically.
   */
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
