/** Handlers for the people of a project, and for other people. */
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

/** Handlers for other people. */
export function userHandlers(parts: HandlerParts): HandlersOf<'users'> {
  return {
    'users.find': (asked, signal) =>
      withAccount(parts, ({ people }) => people.users.find(asked, signal)),
    'users.permissions': ({ userId }, signal) =>
      withAccount(parts, ({ people }) => people.users.permissions(userId, signal)),
    'users.transactions': ({ userId, days }, signal) =>
      withAccount(parts, ({ people }) => people.users.transactions(userId, days, signal)),
  };
}
