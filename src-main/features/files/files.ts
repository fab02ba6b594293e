/** Files, as a person queries them and picks them by hand. */
import path from 'node:path';
import type { CertificateForm, ProofCopy } from '../../../src-shared/bridge/certificate-calls.ts';
import {
  type FileBatch,
  type FileListRow,
  type FileRange,
  type FileTimes,
  type GroupCounts,
  MOST_RANGE_ROWS,
  type SinceLastLook,
} from '../../../src-shared/bridge/file-calls.ts';
import type { Assignment } from '../../../src-shared/model/files/assignment.ts';
import { FILE_GROUPS, type FileGroup } from '../../../src-shared/model/files/file-group.ts';
import { FILE_STATES, stateTraits } from '../../../src-shared/model/files/file-state.ts';
import { type Subfolder, subfoldersIn } from '../../../src-shared/model/files/folder-path.ts';
import type { FileView } from '../../../src-shared/model/files/file-view.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { RangeFilter, RangeOrder, RangeWindow } from '../../db/files/file-range.ts';
import type { FileFilter } from '../../db/files/file-scope.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { Folder } from '../../db/files/folder-repository.ts';
import { isKept } from '../../pipeline/decide/plan-path.ts';
import type { PathReading } from '../../pipeline/scan/file-tree.ts';
import { checkLabels, tidyLabels, overlapOf } from '../../pipeline/scan/new-folder.ts';
import type { VersionDifference } from '../../../src-shared/model/files/version-difference.ts';
import { versionDifference } from './version-difference.ts';
import { keepAdded } from './inbox-copy.ts';
import { pickFaultOf, pickFile } from '../../pipeline/scan/single-files.ts';
import { ruleFor } from '../../pipeline/scan/preview-folder.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { fileTimes, fileViews, listRow, makeFileView } from './file-views.ts';
import type { Projects } from '../projects/projects.ts';
import type { Workers } from '../workers.ts';
import { identityFromKey, identityKey } from '../../platform/disk/file-identity.ts';
import { asListed, realPath } from '../../platform/disk/paths.ts';
import type { AccountPorts } from '../../pipeline/common/ports.ts';
import type { State } from '../../db/state.ts';
import fs from 'node:fs/promises';
import type { Fingerprinter } from '../../pipeline/fingerprint/fingerprinter.ts';

/** Whether the path of a row can be read. */
const HERE = FILE_STATES.filter((state) => state !== 'missing' && state !== 'remote_only');
const MOST_COPIES = 5; // of which a person chooses one

export interface FileParts extends Pick<
  AccountPorts,
  'state' | 'transitions' | 'clock' | 'dataFolder'
> {
  readonly projects: Projects;
  readonly workers: Workers;
  readonly certificateFolder: string;
}

/** Everything known about why a path is, or is not, notarized. */
export interface Explanation {
  readonly path: string;
  readonly disk: PathReading;
  /** The watched folder that contains it; null when there is none. */
  readonly folder: Folder | null;
  /** The rule that excludes it; null when none does. */
  readonly ignoredBy: string | null;
  /** Its row; null when it was not seen yet. */
  readonly file: FileView | null;
  readonly since: SinceLastLook | null;
}

export function makeFiles(parts: FileParts) {
  const { state, transitions, projects, workers, clock, certificateFolder, dataFolder } = parts;

  function folderOf(filePath: string): Folder | null {
    return state.folders.watched().find((folder) => isInside(filePath, folder)) ?? null;
  }

  function rowAt(filePath: string) {
    const folder = folderOf(filePath);
    const directory = path.dirname(filePath);
    const homes = folder === null ? [] : [[folder, path.relative(folder.path, directory)] as const];
    const picked = state.folders.picked();
    if (picked !== null) homes.push([picked, directory] as const);
    for (const [home, relative] of homes) {
      const directoryPath = relative.split(path.sep).join('/');
      const row = state.files.find(home.id, directoryPath, path.basename(filePath));
      if (row !== null) return row;
    }
    return null;
  }

  /** By row number, by the service's file id, or by path, which is absolute: whoever asks may work in another folder. */
  function find(asked: string): FileView | null {
    const view = makeFileView(state, certificateFolder);
    const byNumber = /^\d{1,15}$/.test(asked) ? state.files.get(Number(asked)) : null;
    const byPath = path.isAbsolute(asked) ? rowAt(path.normalize(asked)) : null;
    const row = byNumber ?? byPath ?? rowWithRecord(asked);
    return row === null || !isActive(row.folderId) ? null : view(row);
  }

  function rowWithRecord(fileId: string) {
    const record = state.records.withFileId(fileId);
    return record === null ? null : (state.files.withRecord(record.id)[0] ?? null);
  }

  function isActive(folderId: number): boolean {
    return state.folders.get(folderId) !== null;
  }

  /**
   * A file behind a link inside a watched folder is picked where it really lies: the folder's own files are no links. One
   * that a watched folder has under another path is picked there, by the name that its directory lists.
   */
  async function realPlaceOf(filePath: string, signal: AbortSignal): Promise<string> {
    if (rowAt(filePath) !== null) return filePath;
    const directory = path.dirname(filePath);
    const real = await realPath(directory).catch(() => directory); // a missing one is told when the file is looked at
    const tree = workers.fileTree();
    for (const folder of state.folders.watched()) {
      const shared = await overlapOf(real, folder.path, tree, signal);
      if (shared?.at !== real) continue;
      return asListed(path.join(shared.beside, path.basename(filePath)), folder.path);
    }
    return folderOf(filePath) === null ? filePath : path.join(real, path.basename(filePath));
  }

  /** Where files really lie that may be queued, and their assignment as the service wants it. */
  async function placesOf(
    asked: readonly string[],
    wished: Assignment,
    signal: AbortSignal,
  ): Promise<
    Result<{ readonly paths: readonly string[]; readonly assignment: Assignment }, CoreFault>
  > {
    const wrong = checkLabels(wished.labels);
    if (wrong !== null) return fail(wrong);
    const project = await projects.existing(wished.projectId, signal);
    if (!project.ok) return project;
    const fileTree = workers.fileTree();
    const paths = await Promise.all(asked.map((text) => realPlaceOf(path.resolve(text), signal)));
    for (const filePath of paths) {
      const reading = await fileTree.identify(filePath, signal);
      if (reading.kind !== 'file') {
        return fail({ kind: 'cannot-pick', pick: pickFaultOf(filePath, reading) });
      }
    }
    return ok({ paths, assignment: tidyLabels({ ...wished, projectId: project.value }) });
  }

  /** Queues files for a run of their own; returns their row numbers. All or nothing. */
  async function pick(
    asked: readonly string[],
    wished: Assignment,
    signal: AbortSignal,
  ): Promise<Result<readonly number[], CoreFault>> {
    const places = await placesOf(asked, wished, signal);
    if (!places.ok) return places;
    const { paths, assignment } = places.value;
    const fileTree = workers.fileTree();
    await keepAdded(paths, dataFolder); // before the first row names one of them
    const nowMs = clock.nowMs();
    const ids: number[] = [];
    for (const filePath of paths) {
      const picked = await pickFile(
        filePath,
        assignment,
        { state, transitions, fileTree, nowMs },
        signal,
      );
      if ('why' in picked) return fail({ kind: 'cannot-pick', pick: picked });
      ids.push(picked.id);
    }
    return ok(ids);
  }

  return {
    find,

    list: (filter: Pick<FileFilter, 'projectId' | 'folderId'>): Generator<FileView> =>
      fileViews(state, certificateFolder, filter),

    /** A window into the list. Rows that vanish between two reads are omitted. */
    range(filter: RangeFilter, order: RangeOrder, window: RangeWindow): FileRange {
      const view = makeFileView(state, certificateFolder);
      const { total, ids } = state.fileRange(filter, order, window);
      const rows = ids.flatMap((id) => {
        const row = state.files.get(id);
        return row === null ? [] : [listRow(row, view, state)];
      });
      const latestId = state.files.latestId();
      return {
        total,
        first: window.first,
        latestId: latestId === null ? null : String(latestId),
        rows,
      };
    },

    groups: (filter: RangeFilter): GroupCounts => groupCounts(filter, state),

    /** Those with files, directly below this one of a folder; an empty path: of the folder itself. */
    subfolders: (folderId: number, below: string): readonly Subfolder[] =>
      subfoldersIn(state.subfolders(folderId, below), below),

    /** The available filters: labels of a project, or of all projects for null. */
    labels: (projectId: string | null): readonly string[] => state.labelsOf(projectId),

    /** As `find`, in the form that a list shows. */
    show(asked: string): FileListRow | null {
      const found = find(asked);
      const row = found === null ? null : state.files.get(Number(found.id));
      return row === null ? null : listRow(row, makeFileView(state, certificateFolder), state);
    },

    batch: (fileIds: readonly number[]): FileBatch => fileBatch(fileIds, state, certificateFolder),

    /** When it reached each step; null for a file that is not known. */
    async times(asked: string): Promise<FileTimes | null> {
      const found = find(asked);
      return found === null ? null : fileTimes(found, state);
    },

    /**
     * What differs between a changed file and its notarized bytes. `downloaded`: paths of files that came from the service. A fault
     * for what is not known or shows no record.
     */
    async difference(
      asked: string,
      downloaded: readonly string[],
    ): Promise<Result<VersionDifference, CoreFault>> {
      const found = find(asked);
      const row = found === null ? null : state.files.get(Number(found.id));
      const difference =
        row === null ? null : await versionDifference(row, downloaded, { state, transitions });
      return difference === null ? fail({ kind: 'unknown-file', asked }) : ok(difference);
    },

    /** Absolute path of a saved certificate; null if there is none. Fetches nothing. */
    savedCertificate(form: CertificateForm, asked: string): string | null {
      const known =
        state.records.withFileId(asked) ?? state.records.withFileId(find(asked)?.fileId ?? '');
      const name = form === 'pdf' ? known?.certificatePdf : known?.certificateJson;
      return name == null ? null : path.join(certificateFolder, name);
    },

    /**
     * Where a version of the service is on this computer: the row that shows its record, changed or not, or that has
     * its content.
     */
    copiesOf(fileId: string): readonly ProofCopy[] {
      const record = state.records.withFileId(fileId);
      if (record === null) return [];
      const view = makeFileView(state, certificateFolder);
      const rows = [
        ...state.files.withRecord(record.id, HERE, MOST_COPIES),
        ...state.files.withContent(record.contentId, HERE),
      ];
      const byId = new Map(rows.map((row) => [row.id, row]));
      return [...byId.values()].slice(0, MOST_COPIES).map((row) => {
        const folder = state.folders.get(row.folderId);
        const folderPath =
          folder === null || folder.id === state.folders.picked()?.id ? null : folder.path;
        const isChanged = row.state === 'changed';
        return { id: String(row.id), path: view(row).path, folderPath, isChanged };
      });
    },

    async explain(asked: string, signal: AbortSignal): Promise<Explanation> {
      const filePath = path.resolve(asked);
      const folder = folderOf(filePath);
      const tree = workers.fileTree();
      const disk = await tree.identify(filePath, signal);
      const row = rowAt(filePath);
      const isRuled = folder !== null && (row === null || !isKept(row));
      const ignoredBy = isRuled ? await ruleFor(filePath, folder, tree, signal) : null;
      const since = row === null ? null : sinceLastLook(disk, row);
      return { path: filePath, disk, folder, ignoredBy, file: find(filePath), since };
    },

    /** A person confirms that a missing file is no longer here. Its record continues; other files are unchanged. */
    forgetCopy(asked: string): Result<FileView, CoreFault> {
      const found = find(asked);
      const row = found === null ? null : state.files.get(Number(found.id));
      if (found === null || row === null) return fail({ kind: 'unknown-file', asked });
      if (row.state !== 'missing') return ok(found);
      state.transaction(() => transitions.move(row, 'remote_only'));
      return ok(find(String(row.id)) ?? found);
    },

    pick,

    /** A missing file is taken where a person says it lies now: its record goes on there. */
    async locate(
      asked: string,
      folder: string,
      signal: AbortSignal,
    ): Promise<Result<FileView, CoreFault>> {
      const found = find(asked);
      const row = found === null ? null : state.files.get(Number(found.id));
      if (found === null || row === null || row.contentId === null) {
        return fail({ kind: 'unknown-file', asked });
      }
      if (row.state !== 'missing') return ok(found); // it was found meanwhile
      const { blake3, sizeBytes } = state.contents.get(row.contentId);
      const { name } = row;
      const sought = { name, sizeBytes, blake3 };
      const at = await locateFile(folder, sought, workers.verifier(), signal);
      if (at === null) return fail({ kind: 'not-in-folder', path: folder, name });
      const picked = await pick([at], transitions.assignmentOf(row), signal);
      if (!picked.ok) return picked;
      return ok(find(String(picked.value[0])) ?? found);
    },

    /** Gives rows instructions of their own, as `pick` does; rows that are gone are left out. */
    assign(
      fileIds: readonly number[],
      wished: Assignment,
      signal: AbortSignal,
    ): Promise<Result<readonly number[], CoreFault>> {
      const view = makeFileView(state, certificateFolder);
      const rows = fileIds.flatMap((id) => state.files.get(id) ?? []);
      const paths = rows.filter(({ folderId }) => isActive(folderId)).map((row) => view(row).path);
      return pick(paths, wished, signal);
    },
  };
}

export type Files = ReturnType<typeof makeFiles>;

/** Compares the disk with what was seen of it, as the next scan will. */
function sinceLastLook(disk: PathReading, row: FileRow): SinceLastLook | null {
  const wasHere = row.state !== 'missing' && row.state !== 'remote_only';
  if (disk.kind === 'absent') return wasHere ? 'gone' : null;
  if (disk.kind !== 'file' || row.state === 'unreadable') return null;
  if (!wasHere) return 'back';
  const seen = identityFromKey(row.identity);
  const { dev } = seen; // a drive gets another number each time it is connected
  if (row.identity === identityKey({ ...disk.identity, dev })) return null;
  return seen.sizeBytes === disk.identity.sizeBytes ? 'touched' : 'changed';
}

function isInside(filePath: string, folder: Folder): boolean {
  return filePath.startsWith(folder.path + path.sep);
}

/** By the rule that the list itself is narrowed by, so that no count differs from the rows below it. */
export function groupCounts(filter: RangeFilter, state: Pick<State, 'fileRange'>): GroupCounts {
  const { group: _group, states: _states, holds: _holds, ...list } = filter;
  const count = (part: RangeFilter) =>
    state.fileRange({ ...list, ...part }, { by: 'name', isDescending: false }, NO_ROWS).total;
  const groups = FILE_GROUPS.map((group) => [group, count({ group })] as const);
  return {
    ...(Object.fromEntries(groups) as Record<FileGroup, number>),
    changed: count({ states: ['changed'] }),
  };
}

const NO_ROWS = { first: 0, count: 0 };

/**
 * How far files that were added together have come. Rows that are gone, or whose folder is not watched any more, are
 * left out.
 */
export function fileBatch(
  fileIds: readonly number[],
  state: State,
  certificateFolder: string,
): FileBatch {
  const view = makeFileView(state, certificateFolder);
  const needAttention: FileListRow[] = [];
  const underWay: FileListRow[] = [];
  const done: FileListRow[] = [];
  for (const id of fileIds) {
    const row = state.files.get(id);
    if (row === null || state.folders.get(row.folderId) === null) continue;
    const { group } = stateTraits(row.state, row.hold);
    const rows = group === 'needs-you' ? needAttention : group === 'done' ? done : underWay;
    rows.push(listRow(row, view, state));
  }
  const all = [...needAttention, ...underWay, ...done];
  return {
    total: all.length,
    done: done.length,
    needAttention: needAttention.length,
    rows: all.slice(0, MOST_RANGE_ROWS),
  };
}

/** So many files of the size that is sought are read. */
const MOST_READ = 100;

interface SoughtBytes {
  readonly name: string;
  readonly sizeBytes: number;
  readonly blake3: string;
}

/**
 * Looks for the bytes of a missing file in the folder that a person says it lies in now: the path of a file in this very
 * folder that has them, whatever its name; null when there is none, or it cannot be read. One with the name is read first. Rejects with `signal.reason`.
 */
async function locateFile(
  folder: string,
  { name, sizeBytes, blake3 }: SoughtBytes,
  fingerprinter: Pick<Fingerprinter, 'fingerprint'>,
  signal: AbortSignal,
): Promise<string | null> {
  const names = await fs.readdir(folder).catch(() => []);
  const inOrder = names.toSorted((one, other) => Number(other === name) - Number(one === name));
  let read = 0;
  for (const each of inOrder) {
    signal.throwIfAborted();
    const at = path.join(folder, each);
    const found = await fs.lstat(at).catch(() => null);
    if (found?.isFile() !== true || found.size !== sizeBytes) continue;
    read += 1;
    if (read > MOST_READ) return null;
    const print = await fingerprinter.fingerprint(at, null, {}, signal);
    if (print.kind === 'done' && print.blake3 === blake3) return at;
  }
  return null;
}
