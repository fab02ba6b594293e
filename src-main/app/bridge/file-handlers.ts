/** Answers about files, and what a person decides about them. Nothing is uploaded from here: the engine's run does that. */
import type { FileExplanation } from '../../../src-shared/bridge/file-calls.ts';
import type { FileView } from '../../../src-shared/model/files/file-view.ts';
import { assertNever, fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { ApprovalKind } from '../../../src-shared/model/money/spend-limits.ts';
import type { Explanation } from '../../features/files/files.ts';
import { removeInboxCopy } from '../../features/files/inbox-copy.ts';
import { withAccount, type HandlerParts, type HandlersOf } from './handlers.ts';

export function fileHandlers(parts: HandlerParts): HandlersOf<'files'> {
  const { engine, settings } = parts;

  function changed(fileIds: readonly number[]): void {
    engine.feed.filesChanged(fileIds);
    engine.agreementsChanged();
  }

  /** A view that may be news. */
  function told<Fault>(view: Result<FileView, Fault>): Result<FileView, Fault> {
    if (view.ok) changed([Number(view.value.id)]);
    return view;
  }

  return {
    'files.range': ({ filter: { folderId, ...filter }, sort, first, count }) =>
      withAccount(parts, ({ files }) => {
        const inFolder =
          folderId === undefined ? filter : { ...filter, folderId: Number(folderId) };
        return ok(files.range(inFolder, sort, { first, count }));
      }),
    'files.onPlatform': ({ filter: { projectId, text = '' }, first, count }, signal) =>
      withAccount(parts, ({ platformFiles }) =>
        platformFiles.range({ projectId, text }, { first, count }, signal),
      ),
    'files.platformFile': ({ projectId, visibility, fileId }, signal) =>
      withAccount(parts, ({ platformFiles }) =>
        platformFiles.show({ projectId, visibility, fileId }, signal),
      ),
    'files.labels': ({ projectId = null }) =>
      withAccount(parts, ({ files }) => ok(files.labels(projectId))),
    'files.show': ({ asked }) =>
      withAccount(parts, ({ files }) => {
        const shown = files.show(asked);
        return shown === null ? fail({ kind: 'unknown-file', asked }) : ok(shown);
      }),
    'files.times': ({ asked }) =>
      withAccount(parts, async ({ files }) => {
        const times = await files.times(asked);
        return times === null ? fail({ kind: 'unknown-file', asked }) : ok(times);
      }),
    'files.explain': ({ path }, signal) =>
      withAccount(parts, async ({ files }) => ok(explained(await files.explain(path, signal)))),
    'files.link': (wish, signal) =>
      withAccount(parts, ({ downloadLink }) => downloadLink(wish, signal)),
    'files.verifyRemote': ({ path }, signal) =>
      withAccount(parts, async ({ verifyRemote, files }) => {
        try {
          return await verifyRemote(path, signal);
        } finally {
          // What a page gave for this question alone is of no use to anybody any more.
          if (files.find(path) === null) await removeInboxCopy(path, settings.dataFolder);
        }
      }),
    'files.pick': ({ paths, assignment }, signal) =>
      withAccount(parts, async ({ files }) => {
        const picked = await files.pick(paths, assignment, signal);
        if (!picked.ok) return picked;
        changed(picked.value);
        return ok(picked.value.map(String));
      }),
    'files.offer': ({ which }) => withAccount(parts, ({ offers }) => ok(offers.offer(which))),
    'files.agree': ({ which, credits }) =>
      withAccount(parts, ({ offers }) => {
        const agreed = offers.agree(which, credits);
        if (agreed.ok)
          changed(which !== null && 'fileIds' in which ? which.fileIds.map(Number) : []);
        return agreed;
      }),
    'files.forgetCopy': ({ asked }) =>
      withAccount(parts, ({ files }) => {
        const forgotten = files.forgetCopy(asked);
        if (forgotten.ok) changed([Number(forgotten.value.id)]);
        return forgotten;
      }),
    'files.takeEarlier': ({ fileIds }) =>
      withAccount(parts, ({ folders }) => {
        changed(folders.takeEarlierFiles(fileIds.map(Number)));
        return ok(null);
      }),
    'files.approve': ({ fileIds }) =>
      withAccount(parts, ({ credits }) => {
        const ids = fileIds.map(Number);
        const approved = credits.approve(ids);
        if (!approved.ok) return approved;
        changed(ids);
        return ok(recordOf(approved.value));
      }),
    'files.approveAll': ({ kind }) =>
      withAccount(parts, ({ credits }) => {
        const approved = recordOf(credits.approveAll(kind));
        changed([]);
        return ok(approved);
      }),
    'files.checkRecord': ({ asked }, signal) =>
      withAccount(parts, async ({ recordErrors }) => told(await recordErrors.check(asked, signal))),
    'files.uploadAgain': ({ asked, credits }, signal) =>
      withAccount(parts, async ({ recordErrors }) =>
        told(await recordErrors.uploadAgain(asked, credits, signal)),
      ),
    'files.resolve': ({ asked, decision }, signal) =>
      withAccount(parts, async ({ doubts }) => {
        const found = doubts.find(asked);
        if (!found.ok) return found;
        switch (decision) {
          case 'look': {
            const looked = await doubts.check(asked, signal);
            changed([Number(found.value.id)]);
            return looked;
          }
          case 'keep': {
            const kept = doubts.leave(asked);
            changed([Number(found.value.id)]);
            return kept;
          }
          case 'send-again': {
            const released = doubts.letGo(asked);
            if (!released.ok) return released;
            changed([released.value]);
            return ok(found.value);
          }
          default:
            return assertNever(decision);
        }
      }),
  };
}

function recordOf(
  counts: ReadonlyMap<ApprovalKind, number>,
): Readonly<Partial<Record<ApprovalKind, number>>> {
  return Object.fromEntries(counts);
}

function explained({ path, disk, folder, ignoredBy, file }: Explanation): FileExplanation {
  const folderId = folder === null ? null : String(folder.id);
  return { path, disk: disk.kind, folderId, ignoredBy, file };
}
