/** Answers about projects. */
import { withAccount, type HandlerParts, type HandlersOf } from './handlers.ts';

export function projectHandlers(parts: HandlerParts): HandlersOf<'projects'> {
  return {
    'projects.list': (_input, signal) =>
      withAccount(parts, ({ projects }) => projects.list(signal, 'at-once')),
    'projects.show': ({ projectId }, signal) =>
      withAccount(parts, ({ projects }) => projects.show(projectId, signal, 'at-once')),
    'projects.edit': ({ projectId, edit, seen = null }, signal) =>
      withAccount(parts, async ({ projects, people }) => {
        const wished = await people.wishes.editProject(projectId, edit, seen, signal);
        return wished.ok ? projects.show(projectId, signal, 'at-once') : wished;
      }),
  };
}
