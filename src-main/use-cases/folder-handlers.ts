/** Handlers for watched folders. */
import type {
  FolderPreview,
  FolderView,
  PreviewList,
} from '../../src-shared/bridge/folder-calls.ts';
import { LABSEAL_DATA } from '../../src-shared/model/folders/folder-rules.ts';
import type {
  PreviewedFile,
  PreviewReason,
} from '../../src-shared/model/folders/folder-preview.ts';
import { ok, type Result } from '../../src-shared/model/result.ts';
import { isCheckWanted, type Assignment } from '../../src-shared/model/files/assignment.ts';
import type { Account } from '../app/account.ts';
import { readFolderTree, readNearestTree } from '../features/folders/folder-tree.ts';
import type { Folder } from '../features/folders/folders.ts';
import { withAccount, type HandlerParts, type HandlersOf, accountHandlers } from './handlers.ts';

const MOST_EXAMPLES = 50; // of the files that are taken, and of those that are not
const LONGEST_LIST = 8_000_000; // characters of one part, a quarter of what a message may have

export function folderHandlers(parts: HandlerParts): HandlersOf<'folders'> {
  const { engine } = parts;

  function tellOfFolders(): void {
    engine.feed.tell({ kind: 'folders-changed' });
    engine.lookAgain();
  }

  /** The view of a folder that was changed. */
  function changedView<Fault>(
    account: Account,
    edited: Result<Folder, Fault>,
  ): Result<FolderView, Fault> {
    if (!edited.ok) return edited;
    tellOfFolders();
    return ok(viewOf(edited.value, account));
  }

  return {
    ...accountHandlers(parts, {
      'folders.list': (account) => {
        const status = account.status();
        return ok(account.folders.list().map((folder) => viewOf(folder, account, status)));
      },
      'folders.preview': async (
        account,
        { path, onlyNew = false, checkPolicy, list, ...choice },
        signal,
      ) => {
        const summary = makeSummary({ checkPolicy, visibility: choice.visibility });
        const part = list === undefined ? null : makePart(list.first);
        const options = { ...choice, onlyNew };
        const real = await account.folders.preview(
          path,
          options,
          (file) => {
            summary.add(file);
            part?.add(file);
          },
          signal,
        );
        if (!real.ok) return real;
        return ok({ ...summary.end(real.value), list: part === null ? null : part.end() });
      },
      'folders.add': async (account, { path, rules, ...choice }, signal) =>
        changedView(account, await account.folders.add(path, { ...rules, ...choice }, signal)),
      'folders.edit': async (
        account,
        { folder, rules: { assignment = {}, watching = {}, ...rules } },
        signal,
      ) => {
        const edited = await account.folders.edit(
          folder,
          (before) => ({
            ...changed(before, rules),
            assignment: changed(before.assignment, assignment),
            watching: changed(before.watching, watching),
          }),
          signal,
        );
        return changedView(account, edited);
      },
      'folders.takeEarlier': (account, { folder }) =>
        changedView(account, account.folders.takeEarlier(folder)),
      'folders.relocate': async (account, { folder, path }, signal) =>
        changedView(account, await account.folders.relocate(folder, path, signal)),
      'folders.acceptDrives': async (account, { folder }, signal) => {
        const accepted = await account.folders.acceptDrives(folder, signal);
        if (!accepted.ok) return accepted;
        const { folder: taken, drives } = accepted.value;
        tellOfFolders();
        return ok({ ...viewOf(taken, account), accepted: drives });
      },
      'folders.remove': (account, { folder }) =>
        changedView(account, account.folders.remove(folder)),
    }),
    'folders.tree': ({ path, orAbove = false }) =>
      (orAbove ? readNearestTree : readFolderTree)(path, parts.places),
    'folders.look': () => {
      engine.core.checkContact();
      return withAccount(parts, () => {
        engine.lookAgain();
        return ok(null);
      });
    },
  };
}

/** What is absent or undefined stays as it was. */
function changed<Whole extends object>(
  before: Whole,
  changes: { readonly [Key in keyof Whole]?: Whole[Key] | undefined },
): Whole {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(given) };
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
    watchedBy: account.folders.watchSourceOf(folder),
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
    missing: counts?.missing ?? 0,
    deleted: counts?.deleted ?? 0,
    leftOut: counts?.leftOut ?? 0,
    latestFile: account.folders.latestFileOf(folder),
    projectName: counts?.projectName ?? null,
  };
}

/** The part of a list that begins at `first`, as long as a message may be. */
function makePart(first: number) {
  const files: PreviewedFile[] = [];
  let seen = 0;
  let length = 0;
  let next: number | null = null;
  return {
    add(file: PreviewedFile): void {
      seen += 1;
      if (seen <= first || next !== null) return;
      length += JSON.stringify(file).length;
      if (length > LONGEST_LIST) next = seen - 1;
      else files.push(file);
    },
    end: (): PreviewList => ({ files, next }),
  };
}

/** Sums of a dry run, and the first files of each kind. */
function makeSummary(check: Pick<Assignment, 'checkPolicy' | 'visibility'>) {
  const isAskedBefore = check.checkPolicy === 'first';
  const taken = { files: 0, bytes: 0, credits: 0 };
  const checked = { files: 0, bytes: 0 };
  const leftOut = { files: 0, bytes: 0 };
  const examples: PreviewedFile[] = [];
  const labsealData: PreviewedFile[] = []; // never missed among other files that are left out
  const reasons = new Map<string, { readonly reason: PreviewReason; entries: number }>();
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
      if (reason !== null) {
        const key = JSON.stringify(reason);
        const one = reasons.get(key) ?? { reason, entries: 0 };
        reasons.set(key, one);
        one.entries += 1;
      }
      if (reason !== null || !isAskedBefore || !isCheckWanted(check, file.sizeBytes)) return;
      checked.files += 1;
      checked.bytes += file.sizeBytes;
    },
    end: (
      place: Pick<FolderPreview, 'path' | 'watchLimit' | 'listing'>,
    ): Omit<FolderPreview, 'list'> => ({
      ...place,
      taken,
      leftOut,
      checked,
      reasons: [...reasons.values()],
      examples: [...labsealData, ...examples],
    }),
  };
}
