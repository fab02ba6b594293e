/** Answers about tags. */
import { ok } from '../../../src-shared/model/result.ts';
import { withAccount, type HandlerParts, type HandlersOf } from './handlers.ts';

export function tagHandlers(parts: HandlerParts): HandlersOf<'tags'> {
  return {
    'tags.list': (_input, signal) =>
      withAccount(parts, ({ people }) => people.tags.list(signal, 'at-once')),
    'tags.search': ({ text }, signal) =>
      withAccount(parts, ({ people }) => people.tags.search(text, signal)),
    'tags.create': ({ name }, signal) =>
      withAccount(parts, async ({ people }) => {
        const wished = await people.wishes.request(
          { kind: 'create-tag', name: name.trim() },
          signal,
        );
        if (!wished.ok) return wished;
        const found = await people.tags.search(name.trim(), signal);
        if (!found.ok) return ok(null);
        const isIt = (tag: { readonly name: string }) =>
          tag.name.toLowerCase() === name.trim().toLowerCase();
        return ok(found.value.tags.find(isIt) ?? null);
      }),
  };
}
