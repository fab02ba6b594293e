/**
 * Handlers for files and a person's decisions about them. Nothing is uploaded from here: the engine's run does that.
 */
import {
  MOST_NAMED_FILES,
  MOST_PAGE_FILES,
  type FileExplanation,
  type Offered,
} from '../../src-shared/bridge/file-calls.ts';
import type { FileView } from '../../src-shared/model/files/file-view.ts';
import { assertNever, fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { Payable } from '../features/credits/spend-offers.ts';
import type { Explanation } from '../features/files/files.ts';
import { removeInboxCopy } from '../features/files/inbox-copy.ts';
import { bindShared } from '../app/bind-shared.ts';
import { bindVerification } from '../app/bind-verifying.ts';
import { type HandlerParts, type HandlersOf, withAccount, withBase } from './handlers.ts';
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
    'files.range': ({ filter: { folderId, ...filter }, sort, first, count }) =>
      withAccount(parts, ({ files }) => {
        const inFolder =
          folderId === undefined ? filter : { ...filter, folderId: Number(folderId) };
        return ok(files.range(inFolder, sort, { first, count }));
      }),
    'files.page': ({ scope: { folder: named, fileIds, ...scope }, afterId }) =>
      withAccount(parts, ({ files, folders }) => {
        const folder = named === undefined ? undefined : folders.find(named);
        if (folder === null) return fail({ kind: 'unknown-folder', folderId: named ?? '' });
        const filter = { ...scope, folderId: folder?.id, fileIds: fileIds?.map(Number) };
        return ok(files.page(filter, Number(afterId ?? 0), MOST_PAGE_FILES));
      }),
    'files.onPlatform': ({ mode, filter: { projectId, text = '' }, first, count }, signal) =>
      withAccount(parts, ({ platformFiles }) =>
        platformFiles.range({ projectId, text }, { first, count }, signal, mode),
      ),
    'files.platformFile': ({ projectId, visibility, fileId }, signal) =>
      withAccount(parts, ({ platformFiles }) =>
        platformFiles.show({ projectId, visibility, fileId }, signal),
      ),
    'files.labels': ({ projectId = null }) =>
      withAccount(parts, ({ files }) => ok(files.labels(projectId))),
    'files.show': ({ asked }) =>
      withBase(parts, ({ use }) => {
        const shown = use(bindShared).files.show(asked);
        return shown === null ? fail({ kind: 'unknown-file', asked }) : ok(shown);
      }),
    'files.pickedCheck': () => withAccount(parts, ({ files }) => ok(files.pickedCheck())),
    'files.batch': ({ fileIds }) =>
      withAccount(parts, ({ files }) => ok(files.batch(fileIds.map(Number)))),
    'files.times': ({ asked }) =>
      withAccount(parts, async ({ files }) => {
        const times = await files.times(asked);
        return times === null ? fail({ kind: 'unknown-file', asked }) : ok(times);
      }),
    'files.explain': ({ path }, signal) =>
      withAccount(parts, async ({ files }) => ok(explained(await files.explain(path, signal)))),
    'files.link': (requested, signal) =>
      withAccount(parts, ({ downloadLink }) => downloadLink(requested, signal)),
    'files.verifyRemote': ({ path, verification }, signal) =>
      withAccount(parts, async ({ verifyRemote, files }) => {
        try {
          const answer = await verifyRemote(path, signal);
          if (answer.ok && verification !== undefined) {
            engine.core.use(bindVerification).answered(verification, answer.value);
          }
          return answer;
        } finally {
          // Data that a page sent for this request alone is useless afterwards.
          if (files.find(path) === null) await removeInboxCopy(path, settings.dataFolder);
        }
      }),
    'files.mayPick': ({ paths, assignment }, signal) =>
      withAccount(parts, async ({ files }) => {
        const places = await files.mayPick(paths, assignment, signal);
        return places.ok ? ok(null) : places;
      }),
    'files.pick': ({ paths, assignment, isCheckChosen = false }, signal) =>
      withAccount(parts, async ({ files }) => {
        const picked = await files.pick(paths, assignment, signal);
        if (!picked.ok) return picked;
        if (isCheckChosen) files.keepPickedCheck(assignment.checkPolicy);
        changed(picked.value);
        return ok(picked.value.map(String));
      }),
    'files.offer': ({ which }) =>
      withAccount(parts, (account) => ok(account.offers.offer(resolved(account, which)))),
    'files.agree': ({ which, credits }) =>
      withAccount(parts, (account) => {
        const about = resolved(account, which);
        const agreed = account.offers.agree(about, credits);
        if (agreed.ok)
          changed(about !== null && 'fileIds' in about ? about.fileIds.map(Number) : null);
        return agreed;
      }),
    'files.keepVersion': ({ asked, ...seen }) =>
      withAccount(parts, ({ files, offers }) => {
        const file = files.find(asked);
        if (file === null) return fail({ kind: 'unknown-file', asked });
        const kept = offers.keepVersion(Number(file.id), seen);
        return kept.ok ? reported(ok(files.find(asked) ?? file)) : kept;
      }),
    'files.forgetCopy': ({ asked }) =>
      withAccount(parts, ({ files }) => {
        const forgotten = files.forgetCopy(asked);
        if (forgotten.ok) changed([Number(forgotten.value.id)]);
        return forgotten;
      }),
    'files.selected': ({ selection }) =>
      withAccount(parts, ({ selected }) => ok(selected.summary(selection))),
    'files.approve': ({ selection, credits, isWhole = false }) =>
      withAccount(parts, ({ selected }) => counted(selected.approve(selection, credits, isWhole))),
    'files.takeEarlier': ({ selection, credits }) =>
      withAccount(parts, ({ selected }) => {
        const taken = selected.takeEarlier(selection, credits);
        if (!taken.ok) return taken;
        changed(taken.value);
        return ok(mostNamed(taken.value));
      }),
    'files.assign': ({ selection, assignment }, signal) =>
      withAccount(parts, async ({ selected }) =>
        counted(await selected.assign(selection, assignment, signal)),
      ),
    'files.checkRecord': ({ asked }, signal) =>
      withAccount(parts, async ({ recordErrors }) =>
        reported(await recordErrors.check(asked, signal)),
      ),
    'files.uploadAgain': ({ asked, credits }, signal) =>
      withAccount(parts, async ({ recordErrors }) =>
        reported(await recordErrors.uploadAgain(asked, credits, signal)),
      ),
    'files.doubts': ({ projectId = null }) =>
      withAccount(parts, ({ doubts }) => ok(doubts.groups(projectId))),
    'files.checkDoubts': ({ projectId = null }, signal) =>
      withAccount(parts, async ({ doubts }) => {
        const checked = await doubts.checkAll(projectId, signal);
        changed(null);
        return checked;
      }),
    'files.resolveAll': ({ projectId = null, evidence, decision, credits }) =>
      withAccount(parts, ({ doubts }) => {
        const decided =
          decision === 'keep'
            ? ok(doubts.leaveAll(projectId, evidence))
            : doubts.letGoAll(projectId, evidence, credits);
        if (!decided.ok) return decided;
        changed(decided.value);
        return ok({ files: decided.value.length, fileIds: mostNamed(decided.value) });
      }),
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

function mostNamed(fileIds: readonly number[]): readonly string[] {
  return fileIds.slice(0, MOST_NAMED_FILES).map(String);
}

function explained({ path, disk, folder, ignoredBy, file }: Explanation): FileExplanation {
  return {
    path,
    disk: disk.kind,
    errno: disk.kind === 'unreadable' ? disk.errno : null,
    folderId: folder === null ? null : String(folder.id),
    folderTrouble: folder?.trouble ?? null,
    ignoredBy,
    file,
  };
}

/** A list in an approval becomes the files that it has now. */
function resolved({ selected }: Account, which: Offered): Payable {
  if (which === null || !('filter' in which)) return which;
  return { fileIds: selected.idsOf(which).map(String) };
}
