/** Paths that the system's own dialogs and windows begin with. */
import fs from 'node:fs/promises';

interface OpenDialog {
  readonly properties: ('openDirectory' | 'openFile' | 'multiSelections' | 'dontAddToRecent')[];
  readonly defaultPath?: string;
}

/** A dialog as Electron takes it; it begins where the last one ended. Pure. */
export function choosing(what: 'files' | 'folder', lastFolder: string | null): OpenDialog {
  return {
    properties:
      what === 'folder'
        ? ['openDirectory', 'dontAddToRecent']
        : ['openFile', 'multiSelections', 'dontAddToRecent'],
    ...(lastFolder === null ? {} : { defaultPath: lastFolder }),
  };
}

/** False: it is gone, or not ours to see. */
export function isThere(path: string): Promise<boolean> {
  return fs.lstat(path).then(
    () => true,
    () => false,
  );
}
