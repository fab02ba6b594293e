/** Answers about the people of a project. */
import { ok } from '../../../src-shared/model/result.ts';
import type { Wishes, Wished } from '../../features/outbox/free-changes.ts';
import { withAccount, type HandlerParts, type HandlersOf } from './handlers.ts';

export function memberHandlers(parts: HandlerParts): HandlersOf<'members'> {
  /** Null also when it waits: the list shows what does. */
  function change(work: (wishes: Wishes) => Promise<Wished>) {
    return withAccount(parts, async ({ people }) => {
      const wished = await work(people.wishes);
      return wished.ok ? ok(null) : wished;
    });
  }

  return {
    'members.list': ({ projectId }, signal) =>
      withAccount(parts, ({ people }) => people.members.list(projectId, signal, 'at-once')),
    'members.activate': ({ projectId, userId }, signal) =>
      change((wishes) => wishes.activateMember(projectId, userId, signal)),
    'members.remove': ({ projectId, userId }, signal) =>
      change((wishes) => wishes.removeMember(projectId, userId, signal)),
  };
}
