/**
 * Files chosen by hand. One inside a watched folder keeps its row there and gets its own assignment; any other belongs
 * to the nameless folder of hand-picked files. Choosing a file means that it is finished: it is taken at once.
 */
import path from 'node:path';
import type { Assignment } from '../../../src-shared/model/files/assignment.ts';
import type { PickFault } from '../../../src-shared/model/status/core-fault.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { FileScope } from '../../db/files/file-scope.ts';
import type { Folder } from '../../db/files/folder-repository.ts';
import type { State } from '../../db/state.ts';
import type { FileTransitions } from '../decide/file-transitions.ts';
import type { PathReading } from './file-tree.ts';
import { eachIn } from '../common/rows-in-state.ts';
import { diskFact } from '../settle/settle-stage.ts';
import type { AccountPorts } from '../common/ports.ts';

export type PickPorts = Pick<AccountPorts, 'state' | 'transitions' | 'fileTree'>;

/** Queues an absolute path. Returns the row's id, or why the path cannot be taken. */
export async function pickFile(
  filePath: string,
  assignment: Assignment,
  { state, transitions, fileTree, nowMs }: PickPorts & { readonly nowMs: number },
  signal: AbortSignal,
): Promise<{ readonly id: number } | PickFault> {
  const reading = await fileTree.identify(filePath, signal);
  if (reading.kind !== 'file') return pickFaultOf(filePath, reading);
  return state.transaction(() => {
    const { folder, directoryPath } = homeOf(filePath, state, assignment, nowMs);
    const directoryId = state.files.directory(folder.id, directoryPath);
    const name = path.basename(filePath);
    // Chosen by name, it is wanted even if it existed before the folder was added.
    state.baselineFiles.forget(folder.id, { directoryId, name }, reading.identity);
    const row = state.files.named(directoryId, name);
    look(
      { folder, directoryId, directoryPath, name, row: row && asPicked(row) },
      reading,
      transitions,
    );
    const seen = state.files.named(directoryId, name);
    if (seen === null) throw new Error('a file just seen has no row');
    if (seen.state === 'uploading' || seen.state === 'confirming') return { id: seen.id };
    const mine = { assignmentId: state.assignments.add(assignment), isPicked: true };
    if (seen.contentId === null) transitions.move(seen, 'discovered', mine);
    else transitions.decide({ ...seen, ...mine });
    return { id: seen.id };
  });
}

/** Why what a path holds cannot be taken. */
export function pickFaultOf(
  filePath: string,
  reading: Exclude<PathReading, { readonly kind: 'file' }>,
): PickFault {
  const fault = { path: filePath, why: reading.kind };
  return reading.kind === 'unreadable' ? { ...fault, errno: reading.errno } : fault;
}

/** Checks hand-picked files again, which no folder scan visits. */
export async function lookAtPicked(
  scope: FileScope,
  { state, transitions, fileTree }: PickPorts,
  signal: AbortSignal,
): Promise<void> {
  const folder = state.folders.picked();
  if (folder === null || (scope.folderId ?? folder.id) !== folder.id) return;
  for (const row of eachIn(state, undefined, { ...scope, folderId: folder.id })) {
    const reading = await fileTree.identify(transitions.pathOf(row), signal);
    state.transaction(() =>
      look({ ...row, folder, row: state.files.get(row.id) }, reading, transitions),
    );
  }
}

function look(
  at: {
    readonly folder: Folder;
    readonly directoryId: number;
    readonly directoryPath: string;
    readonly name: string;
    readonly row: FileRow | null;
  },
  reading: PathReading,
  transitions: FileTransitions,
): void {
  transitions.look({ ...at, disk: diskFact(reading), ignoredBy: null });
}

/** A person's choice counts from the first check on. */
function asPicked(row: FileRow): FileRow {
  return { ...row, isPicked: true };
}

function homeOf(filePath: string, state: State, assignment: Assignment, nowMs: number) {
  const directory = path.dirname(filePath);
  for (const folder of state.folders.watched()) {
    const relative = path.relative(folder.path, directory);
    const isInside = relative !== '..' && !relative.startsWith(`..${path.sep}`);
    if (isInside && !path.isAbsolute(relative)) {
      return { folder, directoryPath: relative.split(path.sep).join('/') };
    }
  }
  const picked = state.folders.picked() ?? state.folders.addPicked(assignment, nowMs);
  return { folder: picked, directoryPath: directory };
}
