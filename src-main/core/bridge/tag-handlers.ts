/** Answers about tags. */
import { withAccount, type HandlerParts, type HandlersOf } from './handlers.ts';

export function tagHandlers(parts: HandlerParts): HandlersOf<'tags'> {
  return {
    'tags.list': (_input, signal) => withAccount(parts, ({ people }) => people.tags.list(signal)),
    'tags.search': ({ text }, signal) =>
      withAccount(parts, ({ people }) => people.tags.search(text, signal)),
    'tags.create': ({ name }, signal) =>
      withAccount(parts, ({ people }) => people.tags.create(name, signal)),
  };
}
