/** Watched folders, as a person manages them. */
import { posix, resolve, join } from 'node:path';
import {
  type FolderDefaults,
  type FolderRules,
  THERE_BEFORE,
  type Watching,
  type WatchLimit,
  type WatchSourceName,
} from '../../../src-shared/model/folders/folder-rules.ts';
import { lastPart } from '../../../src-shared/model/files/folder-path.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import type { Visibility } from '../../../src-shared/model/money/price.ts';
import {
  type FileIdentity,
  identityFromKey,
  identityKey,
} from '../../platform/disk/file-identity.ts';
import { relativeWithin } from '../../platform/disk/paths.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { FileScope } from '../../db/files/file-scope.ts';
import type { Folder, FolderDrive } from '../../db/files/folder-repository.ts';
import type { State } from '../../db/state.ts';
import { watchLimit, watchMethodOf } from '../../pipeline/watch/folder-watcher.ts';
import {
  checkNewFolder,
  checkRules,
  noteBaselineFiles,
  realFolder,
  tidyLabels,
} from '../../pipeline/scan/new-folder.ts';
import type { PreviewReason } from '../../../src-shared/model/folders/folder-preview.ts';
import {
  gatherShown,
  makeShownPreviews,
  noteAgreedFiles,
  type OnPreviewed,
  previewFolder,
} from '../../pipeline/scan/preview-folder.ts';
import { eachIn } from '../../pipeline/common/rows-in-state.ts';
import type { CoreFault, FolderFault } from '../../../src-shared/model/status/core-fault.ts';
import type { Projects } from '../projects/projects.ts';
import type { Workers } from '../workers.ts';
import type { AccountPorts } from '../../pipeline/common/ports.ts';
import { makeIgnoreRules } from '../../pipeline/scan/ignore-rules.ts';
import { driveOf } from '../../pipeline/scan/folder-drives.ts';
import { placeIn } from '../../platform/place.ts';
import fs from 'node:fs/promises';
import { unlessAbsent } from '../../platform/errno.ts';

export type { Folder } from '../../db/files/folder-repository.ts';

export interface FolderParts extends Pick<AccountPorts, 'state' | 'clock' | 'dataFolder'> {
  readonly projects: Projects;
  readonly workers: Workers;
}

/** Fixed when a folder is added: its rules, and whether its existing files are wanted (default: yes). */
export interface NewFolderRules extends FolderRules {
  readonly onlyNew?: boolean | undefined;
  /** What a person approved with the preview: these files as they were, and no other, for at most this sum. */
  readonly agreed?: AgreedPreview | undefined;
}

export interface AgreedPreview {
  /** The preview's own. */
  readonly listing: string;
  readonly credits: number;
}

export interface PreviewChoice {
  readonly exclude: readonly string[];
  readonly visibility: Visibility;
  readonly onlyNew: boolean;
  /** The folder is about to be watched: what prevents that is said before anything is listed. */
  readonly isNew?: boolean | undefined;
  /** Absent: the defaults for new folders. */
  readonly watching?: Watching | undefined;
}

/** Their bytes are not charged again. */
const RECORDED: ReadonlySet<FileState> = new Set(['notarized', 'recording', 'duplicate']);

export function makeFolders({ state, projects, workers, clock, dataFolder }: FolderParts) {
  const previews = makeShownPreviews();

  /**
   * The project must exist and be visible: a typing mistake is cheaper to find now than after a night of fingerprints.
   */
  async function withProject<Rules extends FolderRules>(
    rules: Rules,
    signal: AbortSignal,
  ): Promise<Result<Rules, CoreFault>> {
    const project = await projects.existing(rules.assignment.projectId, signal);
    if (!project.ok) return project;
    return ok({ ...rules, assignment: { ...rules.assignment, projectId: project.value } });
  }

  function newFolder(asked: string, signal: AbortSignal): Promise<Result<string, FolderFault>> {
    const ports = { watched: state.folders.watched(), dataFolder, fileTree: workers.fileTree() };
    return checkNewFolder(asked, ports, signal);
  }

  /** Where a new folder really lies, and its rules with the project's id. */
  async function placeOf(
    asked: string,
    rules: FolderRules,
    signal: AbortSignal,
  ): Promise<Result<{ readonly path: string; readonly rules: FolderRules }, CoreFault>> {
    const wrong = checkRules(rules);
    if (wrong !== null) return fail(wrong);
    const path = await newFolder(asked, signal);
    if (!path.ok) return path;
    const placed = await withProject(rules, signal);
    return placed.ok ? ok({ path: path.value, rules: placed.value }) : placed;
  }

  /** By number or by path. */
  function find(asked: string): Folder | null {
    return state.folders.named(/^\d+$/.test(asked) ? asked : resolve(asked));
  }

  /**
   * Takes the list of existing files first: a file that arrives while it is taken may be on it, a later one never is.
   */
  async function addWithoutEarlier(
    path: string,
    rules: FolderRules,
    signal: AbortSignal,
  ): Promise<Result<number, CoreFault>> {
    state.baselineFiles.forgetRemoved(); // lists that were never finished
    const folderId = state.folders.addClosed(path, tidy(rules), clock.nowMs());
    const ports = { state, clock, fileTree: workers.fileTree() };
    const noted = await noteBaselineFiles({ folderId, root: path }, ports, signal);
    if (!noted.ok) return noted;
    const other = await newFolder(path, signal);
    if (!other.ok) return other; // it, or a folder around it, was added while this one was read
    state.folders.open(folderId, clock.nowMs());
    return ok(folderId);
  }

  /** Approves what is still as the preview showed it. What came or was written since is watched, and waits. */
  async function addAgreed(
    path: string,
    rules: FolderRules,
    { listing, credits }: AgreedPreview,
    signal: AbortSignal,
  ): Promise<Result<number, CoreFault>> {
    const shown = gatherShown();
    const { visibility } = rules.assignment;
    const options = { exclude: rules.exclude, visibility, onlyNew: false };
    const ports = { fileTree: workers.fileTree(), clock };
    const previewed = await previewFolder(
      path,
      { ...options, ...ports },
      (...seen) => shown.add(...seen),
      signal,
    );
    if (!previewed.ok) return fail({ kind: 'bad-rule', problem: previewed.fault });
    const agreed = previews.stillAsIn(listing, shown);
    const sum = agreed?.reduce((before, file) => before + file.credits, 0) ?? 0;
    if (agreed === null || sum > credits) return fail({ kind: 'preview-changed', path });
    state.agreedFiles.forgetRemoved(); // lists that were never finished
    const folderId = state.folders.addClosed(path, tidy(rules), clock.nowMs());
    await noteAgreedFiles(folderId, agreed, { state, clock }, signal);
    const other = await newFolder(path, signal);
    if (!other.ok) return other; // it, or a folder around it, was added meanwhile
    state.transaction(() => {
      state.folders.wantAll(folderId);
      state.folders.open(folderId, clock.nowMs());
      state.eventLog.tellDecided('approved', agreed.length, sum);
    });
    return ok(folderId);
  }

  /** Of files below a real path, by what is known of the watched folder around it. */
  /** Why a file of a watched folder is not paid for as a new one; null: it is, or the folder is not watched. */
  function standingBelow(
    real: string,
  ): (inner: string, identity: FileIdentity) => PreviewReason | null {
    const watched = state.folders.watched().map(({ id, path }) => ({
      id,
      between: relativeWithin(path, real),
    }));
    const around = watched.find(({ between }) => between !== null);
    if (around === undefined) return () => null;
    return (inner, identity) => {
      const { dir, base } = posix.parse(posix.join(around.between ?? '', inner));
      const row = state.files.find(around.id, dir, base);
      if (row === null) return null;
      const isSame = row.identity === identityKey(identity);
      if (row.state === 'changed' || (RECORDED.has(row.state) && !isSame))
        return { kind: 'changed' };
      if (RECORDED.has(row.state)) return { kind: 'recorded' };
      const isEarlier = row.state === 'ignored' && row.message === THERE_BEFORE && isSame;
      return isEarlier ? { kind: 'there-before' } : null;
    };
  }

  /** Applies the quiet period, as for a new file: its bytes were never checked. */
  function lookAgain(row: FileRow): void {
    state.files.move(row, 'settling', { dueAtMs: clock.nowMs() });
  }

  return {
    find,
    list: (): readonly Folder[] => state.folders.watched(),
    /** Why changes in it may be detected late; null: the system is expected to report them. */
    watchLimitOf: (folder: Folder): WatchLimit | null => watchLimit(folder, null),
    latestFileOf: ({ id }: Folder) => state.fileCounts.latestIn(id),
    /** What reports changes in it. */
    watchSourceOf: (folder: Folder): WatchSourceName => watchMethodOf(folder).source,

    async add(
      asked: string,
      { onlyNew = false, agreed, ...rules }: NewFolderRules,
      signal: AbortSignal,
    ): Promise<Result<Folder, CoreFault>> {
      const place = await placeOf(asked, rules, signal);
      if (!place.ok) return place;
      const { path, rules: placed } = place.value;
      const added = onlyNew
        ? await addWithoutEarlier(path, placed, signal)
        : agreed !== undefined
          ? await addAgreed(path, placed, agreed, signal)
          : ok(state.folders.add(path, tidy(placed), clock.nowMs()));
      if (!added.ok) return added;
      const folder = state.folders.get(added.value);
      if (folder === null) throw new Error('the new folder was not kept');
      return ok(folder);
    },

    async edit(
      folderId: string,
      change: (rules: FolderRules) => FolderRules,
      signal: AbortSignal,
    ): Promise<Result<Folder, CoreFault>> {
      const folder = find(folderId);
      if (folder === null) return fail({ kind: 'unknown-folder', folderId });
      const { assignment } = folder;
      const wished = change(rulesOf(folder));
      const wrong = checkRules(wished);
      if (wrong !== null) return fail(wrong);
      const isMoved = wished.assignment.projectId !== assignment.projectId;
      const placed = isMoved ? await withProject(wished, signal) : ok(wished);
      if (!placed.ok) return placed;
      const rules = tidy(placed.value);
      state.transaction(() => {
        state.folders.changeRules(folder.id, rules);
        if (rules.budgetCredits !== folder.budgetCredits)
          state.eventLog.tellLimit('folder-budget', lastPart(folder.path), rules.budgetCredits);
        state.agreedFiles.forgetFolder(folder.id); // they were approved with the rules as they were
      });
      return ok({ ...folder, ...rules });
    },

    remove(folderId: string): Result<Folder, CoreFault> {
      const folder = find(folderId);
      if (folder === null) return fail({ kind: 'unknown-folder', folderId });
      state.transaction(() => {
        state.folders.remove(folder.id, clock.nowMs());
        state.baselineFiles.forgetFolder(folder.id);
        state.agreedFiles.forgetFolder(folder.id);
      });
      return ok(folder);
    },

    /**
     * From now on a folder also takes the files that existed when it was added. This sends nothing: the next scan finds
     * them, and they are treated as new files, with their price.
     */
    takeEarlier(folderId: string): Result<Folder, CoreFault> {
      const folder = find(folderId);
      if (folder === null) return fail({ kind: 'unknown-folder', folderId });
      state.transaction(() => {
        state.folders.wantAll(folder.id);
        state.baselineFiles.forgetFolder(folder.id);
      });
      return ok({ ...folder, onlyNew: false });
    },

    /** A person says where it lies now. */
    async relocate(
      folderId: string,
      asked: string,
      signal: AbortSignal,
    ): Promise<Result<Folder, CoreFault>> {
      const folder = find(folderId);
      if (folder === null) return fail({ kind: 'unknown-folder', folderId });
      const fileTree = workers.fileTree();
      const watched = state.folders.watched().filter(({ id }) => id !== folder.id);
      const ports = {
        state,
        fileTree,
        newFolder: (path: string) =>
          checkNewFolder(path, { watched, dataFolder, fileTree }, signal),
      };
      const relocated = await relocateFolder(folder, asked, ports, signal);
      return relocated.ok ? ok(state.folders.get(folder.id) ?? folder) : relocated;
    },

    /** A person says that the drives which are in it now are the right ones. `drives`: how many were not, until now. */
    async acceptDrives(
      folderId: string,
      signal: AbortSignal,
    ): Promise<Result<{ readonly folder: Folder; readonly drives: number }, CoreFault>> {
      const folder = find(folderId);
      if (folder === null) return fail({ kind: 'unknown-folder', folderId });
      const accepted = await acceptDrives(folder, { state, fileTree: workers.fileTree() }, signal);
      if (!accepted.ok) return accepted;
      return ok({ folder: find(folderId) ?? folder, drives: accepted.value });
    },

    /** Those of these files that are left out only for having been there before. */
    earlierFiles: (fileIds: readonly number[]): readonly FileRow[] => [
      ...earlierRows(state, { fileIds }),
    ],

    /** The same for single files; other excluded files stay excluded. Returns the numbers of the included ones. */
    takeBaselineFiles(fileIds: readonly number[]): readonly number[] {
      return state.transaction(() => {
        const rows = [...earlierRows(state, { fileIds })];
        for (const row of rows) {
          state.baselineFiles.forget(row.folderId, row, identityFromKey(row.identity));
          lookAgain(row);
        }
        return rows.map(({ id }) => id);
      });
    },

    /** Calls `onFile` for every file of a folder, watched or not. Saves and sends nothing. */
    async preview(
      asked: string,
      options: PreviewChoice,
      onFile: OnPreviewed,
      signal: AbortSignal,
    ): Promise<
      Result<
        {
          readonly path: string;
          readonly watchLimit: WatchLimit | null;
          /** What names it in an approval. */
          readonly listing: string;
        },
        CoreFault
      >
    > {
      const { isNew = false } = options;
      const path = isNew ? await newFolder(asked, signal) : await realFolder(asked);
      if (!path.ok) return path;
      const ports = { fileTree: workers.fileTree(), clock };
      const standing = standingBelow(path.value);
      const shown = gatherShown();
      const tell: OnPreviewed = (file, identity) => {
        shown.add(file, identity);
        onFile(file, identity);
      };
      const previewed = await previewFolder(
        path.value,
        { ...options, ...ports },
        (file, identity) => {
          const reason = identity === null ? null : standing(file.path, identity);
          if (reason === null) tell(file, identity);
          else tell({ ...file, credits: 0, reason }, null);
        },
        signal,
      );
      if (!previewed.ok) return fail({ kind: 'bad-rule', problem: previewed.fault });
      const { watching = state.folderDefaults.get().watching } = options;
      const place = { path: path.value, watching };
      return ok({
        path: path.value,
        watchLimit: watchLimit(place, previewed.value),
        listing: previews.keep(shown),
      });
    },
  };
}
export type Folders = ReturnType<typeof makeFolders>;

function rulesOf(folder: Folder): FolderRules {
  const { assignment, exclude, settleSeconds, budgetCredits, approveEach, watching } = folder;
  return { assignment, exclude, settleSeconds, budgetCredits, approveEach, watching };
}

function tidy(rules: FolderRules): FolderRules {
  return { ...rules, assignment: tidyLabels(rules.assignment) };
}

/** Rows that are excluded only because they existed before. */
function* earlierRows(state: State, scope: FileScope): Generator<FileRow> {
  for (const row of eachIn(state, ['ignored'], scope)) if (row.message === THERE_BEFORE) yield row;
}

/** The defaults for new folders, as a person edits them. An unusable pattern is refused, never saved. */
export function makeFolderDefaults({ folderDefaults }: Pick<State, 'folderDefaults'>) {
  return {
    get: () => folderDefaults.get(),
    set(defaults: FolderDefaults): Result<FolderDefaults, CoreFault> {
      const compiled = makeIgnoreRules(defaults.exclude);
      if (!compiled.ok) return fail({ kind: 'bad-rule', problem: compiled.fault });
      folderDefaults.set(defaults);
      return ok(folderDefaults.get());
    },
  };
}

// A person says where the files of a watched folder are now: it was moved, or other drives are in it, which are the right
// ones.

/**
 * From the next scan on, files that are not on these drives count as missing, and others as new. This concludes and sends
 * nothing itself. Returns how many drives were accepted. Aborting rejects with `signal.reason` and changes nothing.
 */
export async function acceptDrives(
  folder: Folder,
  { state, fileTree }: Pick<AccountPorts, 'state' | 'fileTree'>,
  signal: AbortSignal,
): Promise<Result<number, CoreFault>> {
  const { path } = folder;
  const root = await fileTree.identify(path, signal);
  if (root.kind === 'unreadable') {
    return fail({ kind: 'unreadable-folder', path, errno: root.errno });
  }
  if (root.kind !== 'directory') return fail({ kind: 'no-such-folder', path });
  const known = state.folderDrives.of(folder.id);
  const now: [path: string, drive: FolderDrive | null][] = [];
  for (const { path: inner } of known) {
    const reading = await fileTree.identify(placeIn(path, inner), signal);
    if (reading.kind !== 'directory') {
      now.push([inner, null]);
      continue;
    }
    const at = inner === '' ? path : `${path}/${inner}`;
    const drive = await driveOf(at, reading.dev, fileTree, signal);
    now.push([inner, { path: inner, ...drive, trouble: null }]);
  }
  state.transaction(() => {
    for (const [inner, drive] of now) {
      if (drive === null) state.folderDrives.forget(folder.id, inner);
      else state.folderDrives.keep(folder.id, drive);
    }
    if (folder.trouble === 'other-drive') state.folders.setTrouble(folder.id, null);
  });
  return ok(known.filter(({ trouble }) => trouble !== null).length);
}

/** So many known files are looked for: one that lies there tells the folder. */
const MOST_LOOKED_FOR = 1_000;

/**
 * A watched folder that was moved: a person says where it lies now. Rows are kept by their subfolders, so all of
 * them, their records and their rules go on. The next scan finds at the new place what it would have found at the old
 * one; contents that are known cost nothing. `newFolder`: whether it may be watched there. Aborting rejects with
 * `signal.reason` and changes nothing.
 */
async function relocateFolder(
  folder: Folder,
  asked: string,
  {
    state,
    fileTree,
    newFolder,
  }: Pick<AccountPorts, 'state' | 'fileTree'> & {
    readonly newFolder: (
      asked: string,
      signal: AbortSignal,
    ) => Promise<Result<string, FolderFault>>;
  },
  signal: AbortSignal,
): Promise<Result<null, CoreFault>> {
  const place = await newFolder(asked, signal);
  if (!place.ok) return place;
  const path = place.value;
  const known = state.files.list({ folderId: folder.id }, 0, MOST_LOOKED_FOR);
  if (known.length > 0 && !(await isAnyThere(path, known, signal))) {
    return fail({ kind: 'not-that-folder', path, other: folder.path });
  }
  state.transaction(() => {
    state.folders.relocate(folder.id, path);
    if (path !== folder.path) state.eventLog.tellFolderMoved(folder.id, folder.path, path);
  });
  const accepted = await acceptDrives({ ...folder, path }, { state, fileTree }, signal);
  return accepted.ok ? ok(null) : accepted;
}

async function isAnyThere(
  path: string,
  known: readonly { readonly directoryPath: string; readonly name: string }[],
  signal: AbortSignal,
): Promise<boolean> {
  for (const { directoryPath, name } of known) {
    signal.throwIfAborted();
    const found = await unlessAbsent(fs.lstat(join(path, directoryPath, name)));
    if (found?.isFile() === true) return true;
  }
  return false;
}
