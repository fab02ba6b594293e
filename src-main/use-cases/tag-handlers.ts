/** Handlers for tags. */
import { ok } from '../../src-shared/model/result.ts';
import { type HandlerParts, type HandlersOf, withAccount } from './handlers.ts';

export function tagHandlers(parts: HandlerParts): HandlersOf<'tags'> {
  return {
    'tags.list': ({ mode }, signal) =>
      withAccount(parts, ({ people }) => people.tags.list(signal, mode)),
    'tags.search': ({ text }, signal) =>
      withAccount(parts, ({ people }) => people.tags.search(text, signal)),
    'tags.create': ({ name }, signal) =>
      withAccount(parts, async ({ people }) => {
        const wished = await people.freeChanges.request(
          { kind: 'create-tag', name: name.trim() },
          signal,
        );
        if (!wished.ok) return wished;
        const found = await people.tags.search(name.trim(), signal);
        const isIt = (tag: { readonly name: string }) =>
          tag.name.toLowerCase() === name.trim().toLowerCase();
        const tag = found.ok ? (found.value.tags.find(isIt) ?? null) : null;
        return ok({ change: wished.value, tag });
      }),
  };
}
