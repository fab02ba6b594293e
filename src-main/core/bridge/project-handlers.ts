/** Answers about projects. */
import { withAccount, type HandlerParts, type HandlersOf } from './handlers.ts';

export function projectHandlers(parts: HandlerParts): HandlersOf<'projects'> {
  return {
    'projects.list': (_input, signal) =>
      withAccount(parts, ({ projects }) => projects.list(signal)),
    'projects.show': ({ projectId }, signal) =>
      withAccount(parts, ({ projects }) => projects.show(projectId, signal)),
    'projects.edit': ({ projectId, edit }, signal) =>
      withAccount(parts, async ({ projects }) => {
        try {
          return await projects.edit(projectId, edit, signal);
        } finally {
          parts.engine.feed.tell({ kind: 'projects-changed' });
        }
      }),
  };
}
