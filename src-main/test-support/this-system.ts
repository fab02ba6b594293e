/** What this system can do. A test that needs it names it; where a system has another rule, a test of that stands beside. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const isWindows = process.platform === 'win32';

/** A name may hold what Windows forbids: line breaks, quotation marks, backslashes. */
export const hasFreeNames = !isWindows;

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
