/** Handlers for projects. */
import { ok } from '../../src-shared/model/result.ts';
import { type HandlerParts, type HandlersOf, withAccount } from './handlers.ts';

export function projectHandlers(parts: HandlerParts): HandlersOf<'projects'> {
  return {
    'projects.list': ({ mode }, signal) =>
      withAccount(parts, ({ projects }) => projects.list(signal, mode)),
    'projects.show': ({ projectId, mode }, signal) =>
      withAccount(parts, ({ projects }) => projects.show(projectId, signal, mode)),
    'projects.edit': ({ projectId, edit, seen = null }, signal) =>
      withAccount(parts, async ({ projects, people }) => {
        const change = await people.freeChanges.editProject(projectId, edit, seen, signal);
        if (!change.ok) return change;
        const after = await projects.show(projectId, signal, 'at-once');
        return after.ok ? ok({ ...after.value, change: change.value }) : after;
      }),
  };
}
