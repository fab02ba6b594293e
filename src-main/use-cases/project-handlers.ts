/** Handlers for projects and tags. */
import { ok } from '../../src-shared/model/result.ts';
import { type HandlerParts, type HandlersOf, accountHandlers, baseHandlers } from './handlers.ts';

export function projectHandlers(parts: HandlerParts): HandlersOf<'projects'> {
  return {
    ...baseHandlers(parts, {
      'projects.known': async ({ use }) => {
        const { bindShared } = await import('../app/bind-shared.ts');
        const { mirror, resources } = use(bindShared);
        const known = mirror.copyOf(resources.projects)?.value ?? [];
        return ok(known.map(({ id, name }) => ({ id, name })));
      },
    }),
    ...accountHandlers(parts, {
      'projects.list': ({ projects }, { mode }, signal) => projects.list(signal, mode),
      'projects.show': ({ projects }, { projectId, mode }, signal) =>
        projects.show(projectId, signal, mode),
      'projects.edit': async ({ projects, people }, { projectId, edit, seen = null }, signal) => {
        const change = await people.freeChanges.editProject(projectId, edit, seen, signal);
        if (!change.ok) return change;
        const after = await projects.show(projectId, signal, 'at-once');
        return after.ok ? ok({ ...after.value, change: change.value }) : after;
      },
    }),
  };
}

/** Handlers for tags. */
export function tagHandlers(parts: HandlerParts): HandlersOf<'tags'> {
  return accountHandlers(parts, {
    'tags.list': ({ people }, { mode }, signal) => people.tags.list(signal, mode),
    'tags.search': ({ people }, { text }, signal) => people.tags.search(text, signal),
    'tags.create': async ({ people }, { name }, signal) => {
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
    },
  });
}
