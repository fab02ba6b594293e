/** A real folder that is scanned into a real database, once at a time, an hour after its files were written. */
import type { FolderRules } from '../../../../src-shared/model/folders/folder-rules.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { FileRow } from '../../../db/files/file-repository.ts';
import { folderRules, reopenState, temporaryState } from '../../../test-support/temporary-state.ts';
import { makeFileTransitions, type FileTransitions } from '../../decide/file-transitions.ts';
import type { FileTree } from '../file-tree.ts';
import type { SyncEvent } from '../../common/ports.ts';
import { scanOnce } from './scan-once.ts';
import type { TemporaryFolder } from '../../../test-support/temporary-folder.ts';

/** `between`: what others do while a scan lets them have their turn. */
export function scannedFolder(
  folder: TemporaryFolder,
  rules: Partial<FolderRules>,
  { between = (): unknown => null, passedMs = (): number => 0 } = {},
) {
  const opened = temporaryState();
  let { state } = opened;
  const id = state.folders.add(folder.path, folderRules({ settleSeconds: 0, ...rules }), 0);
  const events: SyncEvent[] = [];
  const clock: Clock = {
    nowMs: () => Date.now() + 3_600_000,
    monotonicMs: passedMs,
    async sleep(ms, signal) {
      if (ms === 0) return void between();
      return new Promise<void>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    },
  };
  const announce = (event: SyncEvent): void => void events.push(event);
  const transitions = (): FileTransitions => makeFileTransitions(state, { clock, announce });
  const files = (): readonly (FileRow & { readonly path: string })[] =>
    state.files
      .list({}, 0, 9_999)
      .map((row) => Object.assign(row, { path: `${row.directoryPath}/${row.name}` }))
      .toSorted((one, other) => (one.path < other.path ? -1 : 1));

  return {
    folder,
    id,
    clock,
    state: () => state,
    transitions,
    events,
    files,
    rows: () => files().map((file) => `${file.path} ${file.state}`),
    /** Returns the names of the files that were looked at. */
    scan: async (fileTree: FileTree | null = null, signal?: AbortSignal) => {
      const looked: string[] = [];
      const own = transitions();
      const look: FileTransitions['look'] = (seen) => {
        looked.push(seen.name);
        return own.look(seen);
      };
      const ports = { state, clock, transitions: { ...own, look } };
      await scanOnce(id, fileTree === null ? ports : { ...ports, fileTree }, signal);
      return looked.toSorted();
    },
    restart(): void {
      state.close();
      state = reopenState(opened.folder);
    },
  };
}
