/** Handlers for provenance, and for files that lack it. Nothing is sent from here. */
import { ok } from '../../src-shared/model/result.ts';
import { type HandlerParts, type HandlersOf, withAccount } from './handlers.ts';

export function lineageHandlers(parts: HandlerParts): HandlersOf<'lineage'> {
  const { engine } = parts;

  /** These files may be ready now, or have stopped being so. */
  function changed(fileIds: readonly string[]): void {
    if (fileIds.length === 0) return;
    engine.feed.filesChanged(fileIds.map(Number));
    engine.agreementsChanged();
  }

  return {
    'lineage.range': ({ filter, mode, ...window }, signal) =>
      withAccount(parts, ({ lineage }) => lineage.range(filter, window, mode, signal)),
    'lineage.lists': ({ projectId, mode, ...window }, signal) =>
      withAccount(parts, ({ lineage }) => lineage.lists(projectId, window, mode, signal)),
    'lineage.around': ({ projectId, asked, most }, signal) =>
      withAccount(parts, ({ lineage }) => lineage.around(projectId, asked, most, signal)),
    'lineage.kinship': ({ projectId, asked }, signal) =>
      withAccount(parts, ({ lineage }) => lineage.kinship(projectId, asked, signal)),
    'lineage.citable': ({ count, ...requested }, signal) =>
      withAccount(parts, ({ citable }) => citable.find(requested, count, signal)),
    'lineage.named': ({ ids }) => withAccount(parts, ({ citable }) => ok(citable.named(ids))),
    'lineage.lacking': ({ projectId, folderId, names }, signal) =>
      withAccount(parts, ({ provenance }) => {
        const folder = folderId === undefined ? undefined : Number(folderId);
        return provenance.lacking({ projectId, folderId: folder, names }, signal);
      }),
    'lineage.complete': ({ files, procedures, description, labels }) =>
      withAccount(parts, ({ provenance }) => {
        const completed = provenance.complete(
          files.map(({ fileId, primaries }) => ({
            fileId: Number(fileId),
            given: { primaries, procedures, description, labels },
          })),
        );
        if (completed.ok) changed(completed.value.fileIds);
        return completed;
      }),
    'lineage.undo': ({ completionId }) =>
      withAccount(parts, ({ provenance }) => {
        const undone = provenance.undo(Number(completionId));
        changed(undone.fileIds);
        return ok(undone);
      }),
    'lineage.rules': () => withAccount(parts, ({ provenance }) => ok(provenance.rules())),
    'lineage.keepRule': ({ folderId, rule }) =>
      withAccount(parts, ({ provenance }) => {
        const kept = provenance.keepRule(Number(folderId), rule);
        if (!kept.ok) return kept;
        const fileIds = provenance.completeByRules();
        changed(fileIds);
        return ok({ id: kept.value, completed: fileIds.length });
      }),
    'lineage.forgetRule': ({ id }) =>
      withAccount(parts, ({ provenance }) => {
        provenance.forgetRule(Number(id));
        return ok(null);
      }),
  };
}
