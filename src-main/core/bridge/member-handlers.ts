/** Answers about the people of a project. */
import type { CoreFault } from '../../../src-shared/model/core-fault.ts';
import type { Result } from '../../../src-shared/model/result.ts';
import type { Members } from '../members.ts';
import { withAccount, type HandlerParts, type HandlersOf } from './handlers.ts';

export function memberHandlers(parts: HandlerParts): HandlersOf<'members'> {
  /** Whatever came of it, what faces show may be old: a lost answer leaves that open. */
  function change(work: (members: Members) => Promise<Result<null, CoreFault>>) {
    return withAccount(parts, async ({ people }) => {
      try {
        return await work(people.members);
      } finally {
        parts.engine.feed.tell({ kind: 'projects-changed' });
      }
    });
  }

  return {
    'members.list': ({ projectId }, signal) =>
      withAccount(parts, ({ people }) => people.members.list(projectId, signal)),
    'members.activate': ({ projectId, userId }, signal) =>
      change((members) => members.activate(projectId, userId, signal)),
    'members.remove': ({ projectId, userId }, signal) =>
      change((members) => members.remove(projectId, userId, signal)),
  };
}
