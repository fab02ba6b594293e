/** Handlers for the people of a project. */
import { type HandlerParts, type HandlersOf, withAccount } from './handlers.ts';

export function memberHandlers(parts: HandlerParts): HandlersOf<'members'> {
  return {
    'members.list': ({ projectId, mode }, signal) =>
      withAccount(parts, ({ people }) => people.members.list(projectId, signal, mode)),
    'members.find': ({ projectId, person }, signal) =>
      withAccount(parts, ({ people }) => people.members.find(projectId, person, signal)),
    'members.activate': ({ projectId, person }, signal) =>
      withAccount(parts, ({ people }) =>
        people.freeChanges.activateMember(projectId, person, signal),
      ),
    'members.remove': ({ projectId, userId }, signal) =>
      withAccount(parts, ({ people }) =>
        people.freeChanges.removeMember(projectId, userId, signal),
      ),
  };
}
