/** One scan of a real folder into a real database, without any thread, and with nothing that watches. */
import type { Clock } from '../../../platform/clock.ts';
import type { State } from '../../../db/state.ts';
import type { FileTransitions } from '../../decide/file-transitions.ts';
import type { FileTree } from '../file-tree.ts';
import { makeFolderView } from '../folder-view.ts';
import { scanFolder } from '../scan-folder.ts';
import { onThreadTree } from './on-thread.ts';

export const fileTree = onThreadTree;
export const unhurried = new AbortController().signal;
const method = { source: 'native', pollSeconds: 60 } as const;
const watches = {
  watch() {},
  unwatch() {},
  trouble: () => null,
  isShortAt: () => false,
  tryAgain() {},
  close() {},
};

/** `fileTree`: one that reads no file without it. */
export async function scanOnce(
  folderId: number,
  ports: {
    readonly state: State;
    readonly transitions: FileTransitions;
    readonly clock: Clock;
    readonly fileTree?: FileTree;
  },
  signal: AbortSignal = unhurried,
): Promise<void> {
  const folder = ports.state.folders.get(folderId);
  if (folder === null) throw new Error('the folder is gone');
  const view = makeFolderView(folderId, folder.path, method, watches);
  await scanFolder(folder, view, { fileTree, ...ports, announce() {} }, signal);
}
