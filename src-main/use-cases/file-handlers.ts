/**
 * Handlers for files and a person's decisions about them. Nothing is uploaded from here: the engine's run does that.
 */
import {
  MOST_NAMED_FILES,
  MOST_PAGE_FILES,
  type FileExplanation,
  type FileRangeFilter,
  type Offered,
} from '../../src-shared/bridge/file-calls.ts';
import type { FileView } from '../../src-shared/model/files/file-view.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { Payable } from '../features/credits/spend-offers.ts';
import type { Explanation } from '../features/files/files.ts';
import { filePage } from '../features/files/file-views.ts';
import { removeInboxCopy } from '../features/files/inbox-copy.ts';
import { type HandlerParts, type HandlersOf, accountHandlers, baseHandlers } from './handlers.ts';
import type { Account } from '../app/account.ts';

export function fileHandlers(parts: HandlerParts): HandlersOf<'files'> {
  const { engine, settings } = parts;

  /** Null: which ones is not known. */
  function changed(fileIds: readonly number[] | null): void {
    engine.feed.filesChanged(fileIds);
    engine.agreementsChanged();
  }

  /** A view that may have changed. */
  function reported<Fault>(view: Result<FileView, Fault>): Result<FileView, Fault> {
    if (view.ok) changed([Number(view.value.id)]);
    return view;
  }

  /** How many rows were changed. */
  function counted<Fault>(decided: Result<readonly number[], Fault>): Result<number, Fault> {
    if (!decided.ok) return decided;
    changed(decided.value);
    return ok(decided.value.length);
  }

  return {
    ...accountHandlers(parts, {
      'files.range': ({ files }, { filter, sort, first, count }) =>
        ok(files.range(rowsOf(filter), sort, { first, count })),
      'files.groups': ({ files }, { filter }) => ok(files.groups(rowsOf(filter))),
      'files.onPlatform': (
        { platformFiles },
        { mode, filter: { projectId, text = '' }, first, count },
        signal,
      ) => platformFiles.range({ projectId, text }, { first, count }, signal, mode),
      'files.platformFile': ({ platformFiles }, { projectId, visibility, fileId }, signal) =>
        platformFiles.show({ projectId, visibility, fileId }, signal),
      'files.subfolders': ({ files }, { folderId, below }) =>
        ok(files.subfolders(Number(folderId), below)),
      'files.labels': ({ files }, { projectId = null }) => ok(files.labels(projectId)),
      'files.batch': ({ files }, { fileIds }) => ok(files.batch(fileIds.map(Number))),
      'files.times': async ({ files }, { asked }) => {
        const times = await files.times(asked);
        return times === null ? fail({ kind: 'unknown-file', asked }) : ok(times);
      },
      'files.difference': async ({ files, downloads }, { asked }) => {
        const views = await downloads.list();
        const arrived = views.flatMap(({ state }) => (state.is === 'arrived' ? [state.path] : []));
        return files.difference(asked, arrived);
      },
      'files.explain': async ({ files }, { path }, signal) =>
        ok(explained(await files.explain(path, signal))),
      'files.link': ({ downloadLink }, requested, signal) => downloadLink(requested, signal),
      'files.verifyRemote': async ({ verifyRemote, files }, { path, verification }, signal) => {
        try {
          const answer = await verifyRemote(path, signal);
          if (answer.ok && verification !== undefined) {
            const { bindVerification } = await import('../app/bind-verifying.ts');
            engine.core.use(bindVerification).answered(verification, answer.value);
          }
          return answer;
        } finally {
          // Data that a page sent for this request alone is useless afterwards.
          if (files.find(path) === null) await removeInboxCopy(path, settings.dataFolder);
        }
      },
      'files.pick': async ({ files }, { paths, assignment }, signal) => {
        const picked = await files.pick(paths, assignment, signal);
        if (!picked.ok) return picked;
        changed(picked.value);
        return ok(picked.value.map(String));
      },
      'files.offer': (account, { which }) => ok(account.offers.offer(resolved(account, which))),
      'files.agree': (account, { which, credits, upToMs }) => {
        const about = resolved(account, which);
        const agreed = account.offers.agree(about, credits, upToMs);
        if (agreed.ok)
          changed(about !== null && 'fileIds' in about ? about.fileIds.map(Number) : null);
        return agreed;
      },
      'files.keepVersion': ({ files, offers }, { asked, ...seen }) => {
        const file = files.find(asked);
        if (file === null) return fail({ kind: 'unknown-file', asked });
        const kept = offers.keepVersion(Number(file.id), seen);
        return kept.ok ? reported(ok(files.find(asked) ?? file)) : kept;
      },
      'files.locate': async ({ files }, { asked, folder }, signal) => {
        const located = await files.locate(asked, folder, signal);
        if (located.ok) changed([Number(located.value.id)]);
        return located;
      },
      'files.forgetCopy': ({ files }, { asked }) => {
        const forgotten = files.forgetCopy(asked);
        if (forgotten.ok) changed([Number(forgotten.value.id)]);
        return forgotten;
      },
      'files.selected': ({ selected, transfers }, { selection }) => {
        const approved = transfers.approvedOf(selected.idsOf(selection));
        return ok({ ...selected.summary(selection), approved });
      },
      'files.approved': ({ transfers }) => ok(transfers.approved()),
      'files.unapprove': ({ selected, transfers }, { selection }) => {
        const ids = selection === null ? null : selected.idsOf(selection);
        const { takenBack, ...counts } = transfers.takeBack(ids);
        changed(takenBack);
        return ok(counts);
      },
      'files.approve': ({ selected }, { selection, credits, ...how }) =>
        counted(selected.approve(selection, credits, how)),
      'files.takeEarlier': ({ selected }, { selection, credits }) => {
        const taken = selected.takeEarlier(selection, credits);
        if (!taken.ok) return taken;
        changed(taken.value);
        return ok(mostNamed(taken.value));
      },
      'files.assign': async ({ selected }, { selection, assignment }, signal) =>
        counted(await selected.assign(selection, assignment, signal)),
      'files.checkRecord': async ({ recordErrors }, { asked }, signal) =>
        reported(await recordErrors.check(asked, signal)),
      'files.uploadAgain': async ({ recordErrors }, { asked, credits }, signal) =>
        reported(await recordErrors.uploadAgain(asked, credits, signal)),
      'files.doubts': ({ doubts }, { projectId = null }) => ok(doubts.groups(projectId)),
      'files.resolve': ({ doubts }, { which, credits }) => {
        const sent = doubts.sendAgain(which, credits);
        if (!sent.ok) return sent;
        changed(sent.value);
        return ok({ files: sent.value.length, fileIds: mostNamed(sent.value) });
      },
    }),
    ...baseHandlers(parts, {
      'files.page'({ state, certificateFolder }, { scope, afterId }) {
        const { folder: named, fileIds, ...rest } = scope;
        const folder = named === undefined ? undefined : state.folders.named(named);
        if (folder === null) return fail({ kind: 'unknown-folder', folderId: named ?? '' });
        const filter = { ...rest, folderId: folder?.id, fileIds: fileIds?.map(Number) };
        const window = { afterId: Number(afterId ?? 0), count: MOST_PAGE_FILES };
        return ok(filePage({ state, certificateFolder }, filter, window));
      },
      async 'files.show'({ use }, { asked }) {
        const { bindShared } = await import('../app/bind-shared.ts');
        const shown = use(bindShared).files.show(asked);
        return shown === null ? fail({ kind: 'unknown-file', asked }) : ok(shown);
      },
    }),
  };
}

function rowsOf({ folderId, ...filter }: FileRangeFilter) {
  return folderId === undefined ? filter : { ...filter, folderId: Number(folderId) };
}

function mostNamed(fileIds: readonly number[]): readonly string[] {
  return fileIds.slice(0, MOST_NAMED_FILES).map(String);
}

function explained({ path, disk, folder, ignoredBy, file, since }: Explanation): FileExplanation {
  return {
    path,
    disk: disk.kind,
    errno: disk.kind === 'unreadable' ? disk.errno : null,
    folderId: folder === null ? null : String(folder.id),
    folderTrouble: folder?.trouble ?? null,
    ignoredBy,
    file,
    since,
  };
}

/** A list in an approval becomes the files that it has now. */
function resolved({ selected }: Account, which: Offered): Payable {
  if (which === null || !('filter' in which)) return which;
  return { fileIds: selected.idsOf(which).map(String) };
}
