/** Handlers for provenance, and for files that lack it. Nothing is sent from here. */
import { ok } from '../../src-shared/model/result.ts';
import { type HandlerParts, type HandlersOf, accountHandlers } from './handlers.ts';

export function lineageHandlers(parts: HandlerParts): HandlersOf<'lineage'> {
  const { engine } = parts;

  /** These files may be ready now, or have stopped being so. */
  function changed(fileIds: readonly string[]): void {
    if (fileIds.length === 0) return;
    engine.feed.filesChanged(fileIds.map(Number));
    engine.agreementsChanged();
  }

  return accountHandlers(parts, {
    'lineage.range': ({ lineage }, { filter, mode, ...window }, signal) =>
      lineage.range(filter, window, mode, signal),
    'lineage.lists': ({ lineage }, { projectId, mode, ...window }, signal) =>
      lineage.lists(projectId, window, mode, signal),
    'lineage.around': ({ lineage }, { projectId, asked, most }, signal) =>
      lineage.around(projectId, asked, most, signal),
    'lineage.kinship': ({ lineage }, { projectId, asked }, signal) =>
      lineage.kinship(projectId, asked, signal),
    'lineage.citable': ({ citable }, { count, ...requested }, signal) =>
      citable.find(requested, count, signal),
    'lineage.named': ({ citable }, { ids }) => ok(citable.named(ids)),
    'lineage.lacking': ({ provenance }, { projectId, folderId, names }, signal) => {
      const folder = folderId === undefined ? undefined : Number(folderId);
      return provenance.lacking({ projectId, folderId: folder, names }, signal);
    },
    'lineage.complete': ({ provenance }, { files, procedures, description, labels }) => {
      const completed = provenance.complete(
        files.map(({ fileId, primaries }) => ({
          fileId: Number(fileId),
          given: { primaries, procedures, description, labels },
        })),
      );
      if (completed.ok) changed(completed.value.fileIds);
      return completed;
    },
    'lineage.undo': ({ provenance }, { completionId }) => {
      const undone = provenance.undo(Number(completionId));
      changed(undone.fileIds);
      return ok(undone);
    },
    'lineage.rules': ({ provenance }) => ok(provenance.rules()),
    'lineage.keepRule': ({ provenance }, { folderId, rule }) => {
      const kept = provenance.keepRule(Number(folderId), rule);
      if (!kept.ok) return kept;
      const fileIds = provenance.completeByRules();
      changed(fileIds);
      return ok({ id: kept.value, completed: fileIds.length });
    },
    'lineage.forgetRule': ({ provenance }, { id }) => {
      provenance.forgetRule(Number(id));
      return ok(null);
    },
  });
}
