/** Answers about provenance. */
import { withAccount, type HandlerParts, type HandlersOf } from './handlers.ts';

export function lineageHandlers(parts: HandlerParts): HandlersOf<'lineage'> {
  return {
    'lineage.range': ({ filter, first, count }, signal) =>
      withAccount(parts, ({ lineage }) => lineage.range(filter, { first, count }, signal)),
    'lineage.around': ({ projectId, asked, most }, signal) =>
      withAccount(parts, ({ lineage }) => lineage.around(projectId, asked, most, signal)),
    'lineage.kinship': ({ projectId, asked }, signal) =>
      withAccount(parts, ({ lineage }) => lineage.kinship(projectId, asked, signal)),
  };
}
