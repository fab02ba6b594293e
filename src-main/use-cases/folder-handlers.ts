/** Handlers for watched folders. */
import type { FolderPreview, FolderView } from '../../src-shared/bridge/folder-calls.ts';
import { LABSEAL_DATA } from '../../src-shared/model/folders/labseal-data.ts';
import type { PreviewedFile } from '../../src-shared/model/folders/folder-preview.ts';
import { ok } from '../../src-shared/model/result.ts';
import { isCheckedFirst, type CheckPolicy } from '../../src-shared/model/files/assignment.ts';
import type { FolderRules } from '../../src-shared/model/folders/folder-rules.ts';
import type { Account } from '../app/account.ts';
import { readFolderTree } from '../features/folders/folder-tree.ts';
import type { Folder } from '../features/folders/folders.ts';
import { gatherShown } from '../pipeline/scan/agreed-files.ts';
import { withAccount, type HandlerParts, type HandlersOf } from './handlers.ts';

const MOST_EXAMPLES = 50; // of the files that are taken, and of those that are not

export function folderHandlers(parts: HandlerParts): HandlersOf<'folders'> {
  const { engine } = parts;

  function changed(): void {
    engine.feed.tell({ kind: 'folders-changed' });
    engine.lookAgain();
  }

  return {
    'folders.list': () =>
      withAccount(parts, (account) => {
        const status = account.status();
        return ok(account.folders.list().map((folder) => viewOf(folder, account, status)));
      }),
    'folders.tree': ({ path }) => readFolderTree(path, parts.places),
    'folders.preview': ({ path, onlyNew = false, checkPolicy, ...choice }, signal) =>
      withAccount(parts, async (account) => {
        const { isHistoryIncomplete } = account.status();
        const summary = makeSummary(isHistoryIncomplete ? 'always' : checkPolicy);
        const shown = gatherShown();
        const options = { ...choice, onlyNew };
        const real = await account.folders.preview(
          path,
          options,
          (file, identity) => {
            summary.add(file);
            shown.add(file, identity);
          },
          signal,
        );
        return real.ok ? ok({ ...summary.end(real.value), listing: shown.listing() }) : real;
      }),
    'folders.add': ({ path, rules, onlyNew, agreed }, signal) =>
      withAccount(parts, async (account) => {
        const added = await account.folders.add(
          path,
          { ...asChosen(rules), onlyNew, agreed },
          signal,
        );
        if (!added.ok) return added;
        changed();
        return ok(viewOf(added.value, account));
      }),
    'folders.edit': ({ id, rules }, signal) =>
      withAccount(parts, async (account) => {
        const edited = await account.folders.edit(id, () => asChosen(rules), signal);
        if (!edited.ok) return edited;
        changed();
        return ok(viewOf(edited.value, account));
      }),
    'folders.takeEarlier': ({ id }) =>
      withAccount(parts, (account) => {
        const taken = account.folders.takeEarlier(id);
        if (!taken.ok) return taken;
        changed();
        return ok(viewOf(taken.value, account));
      }),
    'folders.acceptDrives': ({ id }, signal) =>
      withAccount(parts, async (account) => {
        const accepted = await account.folders.acceptDrives(id, signal);
        if (!accepted.ok) return accepted;
        changed();
        return ok(viewOf(accepted.value.folder, account));
      }),
    'folders.remove': ({ id }) =>
      withAccount(parts, ({ folders }) => {
        const removed = folders.remove(id);
        if (!removed.ok) return removed;
        changed();
        return ok(null);
      }),
    'folders.look': () =>
      withAccount(parts, () => {
        engine.lookAgain();
        return ok(null);
      }),
  };
}

/** The page's forms show what each duplicate check uploads and costs. */
function asChosen(rules: FolderRules) {
  return { ...rules, isCheckChosen: true };
}

function viewOf(folder: Folder, account: Account, status = account.status()): FolderView {
  const { assignment, exclude, settleSeconds, budgetCredits, approveEach, watching } = folder;
  const { path, trouble, lastScanAtMs, addedAtMs, onlyNew } = folder;
  const id = String(folder.id);
  const counts = status.folders.find((each) => each.id === id);
  return {
    id,
    path,
    trouble,
    drives: counts?.drives ?? [],
    lastScanAtMs,
    addedAtMs,
    onlyNew,
    isCheckChosen: folder.checkChosenAtMs !== null,
    watchLimit: account.folders.watchLimitOf(folder),
    assignment,
    exclude,
    settleSeconds,
    budgetCredits,
    approveEach,
    watching,
    files: counts?.files ?? 0,
    bytes: counts?.bytes ?? 0,
    needYou: counts?.needYou ?? 0,
    done: counts?.done ?? 0,
    toGo: counts?.toGo ?? 0,
    latestFile: account.folders.latestFileOf(folder),
    projectName: counts?.projectName ?? null,
  };
}

/** Sums of a dry run, and the first files of each kind. */
function makeSummary(checkPolicy: CheckPolicy) {
  const taken = { files: 0, bytes: 0, credits: 0 };
  const checked = { files: 0, bytes: 0 };
  const leftOut = { files: 0, bytes: 0 };
  const examples: PreviewedFile[] = [];
  const labsealData: PreviewedFile[] = []; // never missed among other files that are left out
  return {
    add(file: PreviewedFile): void {
      const sum = file.reason === null ? taken : leftOut;
      const { reason } = file;
      const isLabsealData = reason?.kind === 'ignored' && reason.rule === LABSEAL_DATA;
      if (isLabsealData && labsealData.length < MOST_EXAMPLES) labsealData.push(file);
      else if (sum.files < MOST_EXAMPLES) examples.push(file);
      sum.files += 1;
      sum.bytes += file.sizeBytes;
      taken.credits += file.credits;
      if (reason !== null || !isCheckedFirst(checkPolicy, file.sizeBytes)) return;
      checked.files += 1;
      checked.bytes += file.sizeBytes;
    },
    end: (place: Pick<FolderPreview, 'path' | 'watchLimit'>): Omit<FolderPreview, 'listing'> => ({
      ...place,
      taken,
      leftOut,
      checked,
      examples: [...labsealData, ...examples],
    }),
  };
}
