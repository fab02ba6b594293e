/** Handlers for other people. */
import { type HandlerParts, type HandlersOf, withAccount } from './handlers.ts';

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
