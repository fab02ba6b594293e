/** How each decision about files is carried out: which calls it takes, in which order. Nothing here draws anything. */
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import type { Assignment } from '../../../src-shared/model/files/assignment.ts';
import { fail, type Result } from '../../../src-shared/model/result.ts';
import type { PageFault } from '../../bridge/bridge.ts';
import type { Ask } from '../../data/use-action.ts';
import { patternFor } from './file-actions.ts';

type Done = Promise<Result<unknown, PageFault>>;

/** Gives a file instructions of its own; it is decided about anew. */
export function assign({ id }: FileListRow, assignment: Assignment) {
  return (ask: Ask): Done => ask('files.assign', { selection: { fileIds: [id] }, assignment });
}

/** The same instructions once more: what was refused or unfinished is decided about anew. */
export function again(file: FileListRow) {
  return (ask: Ask): Done =>
    file.state === 'unreadable' ? ask('folders.look', {}) : assign(file, file.assignment)(ask);
}

/** To send it, for the price that was on its button. */
export function agree({ id, credits }: FileListRow) {
  return (ask: Ask): Done => ask('files.agree', { which: { fileIds: [id] }, credits });
}

/** To send it once more although it may have arrived, likewise. */
export function sendAgain({ id, credits }: FileListRow) {
  return (ask: Ask): Done => ask('files.resolve', { which: { asked: id }, credits });
}

/** To lift its hold, likewise. */
export function approve({ id, credits }: FileListRow) {
  return (ask: Ask): Done => ask('files.approve', { selection: { fileIds: [id] }, credits });
}

/** Takes its approval back. */
export function undo({ id }: FileListRow) {
  return (ask: Ask) => ask('files.unapprove', { selection: { fileIds: [id] } });
}

/** Takes what was left out for having been there before. */
export function include({ id, credits }: FileListRow) {
  return (ask: Ask): Done => ask('files.takeEarlier', { selection: { fileIds: [id] }, credits });
}

/** Adds a rule for exactly this file to its folder; the others stay as they are. */
export function ignore(file: FileListRow) {
  return async (ask: Ask): Done => {
    const folders = await ask('folders.list', {});
    if (!folders.ok) return folders;
    const folder = folders.value.find(({ id }) => id === file.folderId);
    const pattern = folder === undefined ? null : patternFor(folder.path, file.path);
    if (folder === undefined || pattern === null) {
      return fail({ kind: 'unknown-folder', folderId: file.folderId });
    }
    const rules = { exclude: [...folder.exclude, pattern] };
    return ask('folders.edit', { folder: folder.id, rules });
  };
}
