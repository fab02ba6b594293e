/**
 * Separates new files of a folder from those that existed when it was added, where a person wants the new ones only.
 * The list of existing files is taken once, before the folder is watched, and never extended.
 */
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { FolderFault } from '../../../src-shared/model/status/core-fault.ts';
import { THERE_BEFORE } from '../../../src-shared/model/folders/folder-rules.ts';
import type { FileIdentity } from '../../platform/disk/file-identity.ts';
import type { BaselineFile } from '../../db/files/baseline-file-repository.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { Folder } from '../../db/files/folder-repository.ts';
import type { State } from '../../db/state.ts';
import { NOTHING_LEFT_OUT } from './ignore-rules.ts';
import { walk } from './walk.ts';
import type { AccountPorts } from '../common/ports.ts';

/**
 * Lists every file below `root` as older than its folder. What cannot be read now is not listed: without knowledge
 * nothing may be left out. Aborting rejects with `signal.reason` and leaves an incomplete list.
 */
export async function noteBaselineFiles(
  { folderId, root }: { readonly folderId: number; readonly root: string },
  ports: Pick<AccountPorts, 'state' | 'fileTree' | 'clock'>,
  signal: AbortSignal,
): Promise<Result<null, FolderFault>> {
  const { state, fileTree: tree, clock } = ports;
  // Rules change later, and a file that they then let in is as old as it was: every file counts, left out or not.
  const options = { tree, clock, rules: NOTHING_LEFT_OUT };
  for await (const { relativePath, reading } of walk(root, options, signal)) {
    if (reading.kind !== 'read') {
      if (relativePath === '') return fail({ kind: 'no-such-folder', path: root });
      continue;
    }
    state.transaction(() => {
      let directoryId: number | null = null;
      for (const entry of reading.entries) {
        if (entry.kind !== 'file') continue;
        directoryId ??= state.files.directory(folderId, relativePath);
        state.baselineFiles.note(folderId, { directoryId, name: entry.name }, entry.identity);
      }
    });
  }
  return ok(null);
}

/**
 * A reader for one directory: why a file is left out although no rule matches it; null when nothing excludes it. A file
 * whose bytes were ever taken is not left out any more: restoring an old copy must not hide a proof.
 */
export function makeBaselineCheck(
  folder: Pick<Folder, 'id' | 'onlyNew'>,
  directoryId: number,
  { baselineFiles }: Pick<State, 'baselineFiles'>,
): (name: string, identity: FileIdentity, row: FileRow | null) => string | null {
  if (!folder.onlyNew) return () => null;
  const here = baselineFiles.inDirectory(directoryId);
  return (name, identity, row) => {
    if (row !== null && (row.contentId !== null || row.recordId !== null)) return null;
    const known = here.get(name);
    const isOld =
      (known !== undefined && isSameWriting(known, identity)) ||
      baselineFiles.wasAnywhereIn(folder.id, identity);
    return isOld ? THERE_BEFORE : null;
  };
}

/** Inodes are ignored: some drives renumber them at every mount. */
function isSameWriting(one: BaselineFile, other: BaselineFile): boolean {
  return one.sizeBytes === other.sizeBytes && one.mtimeNs === other.mtimeNs;
}
