/** What this system can do. A test that needs it names it; where a system has another rule, a test of that stands beside. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const isWindows = process.platform === 'win32';

/** Files have modes; on Windows they have access lists. `expectPrivate` looks at either. */
export const hasModes = !isWindows;

/** A name may hold what Windows forbids: line breaks, quotation marks, backslashes. */
export const hasFreeNames = !isWindows;

/** A socket is a file in a folder; on Windows it is a pipe, which lies in none. */
export const hasSocketFiles = !isWindows;

/** Connections are this system's own. Wine takes a few hundred pieces at once, or 50 MB, and loses what came before an end. */
export const hasOwnConnections = process.env['WINELOADER'] === undefined;

/** Symbolic links can be made: Windows allows them to some people only. */
export const hasLinks = tried((at) => {
  fs.symlinkSync(at('nowhere'), at('link'));
  fs.renameSync(at('link'), at('renamed'));
  return fs.lstatSync(at('renamed')).isSymbolicLink();
});

/** A file that is open can be replaced by another; Windows may refuse. */
export const replacesOpenFiles = tried((at) => {
  fs.writeFileSync(at('old'), '');
  fs.writeFileSync(at('new'), '');
  const handle = fs.openSync(at('old'), 'r');
  try {
    fs.renameSync(at('new'), at('old'));
    return true;
  } finally {
    fs.closeSync(handle);
  }
});

/** Directories can be mounted, and drives of this program's own making: Linux with FUSE, for who may do that. */
export const hasMounts = process.platform === 'linux' && mountsSomething();

/** Who watches a directory is told when it goes. Windows does so, what stands in for it may not. */
export async function tellsEndOfWatched(): Promise<boolean> {
  if (!isWindows) return true;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-system-'));
  const watcher = fs.watch(folder);
  const told = new Promise<boolean>((resolve) => {
    for (const event of ['change', 'error']) watcher.once(event, () => resolve(true));
    setTimeout(resolve, 2_000, false);
  });
  fs.rmdirSync(folder);
  try {
    return await told;
  } finally {
    watcher.close();
  }
}

function tried(trial: (at: (name: string) => string) => boolean): boolean {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-system-'));
  try {
    return trial((name) => path.join(folder, name));
  } catch (error) {
    if (isWindows) return false;
    throw error;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function mountsSomething(): boolean {
  const isThere = fs.existsSync('/dev/fuse') && process.getuid?.() === 0;
  return (
    isThere &&
    tried((at) => {
      fs.mkdirSync(at('place'));
      const isMounted = spawnSync('mount', ['--bind', at('.'), at('place')]).status === 0;
      return isMounted && spawnSync('umount', [at('place')]).status === 0;
    })
  );
}
