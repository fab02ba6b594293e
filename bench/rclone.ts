/** rclone as a contestant. It tells the system to forget what it reads; who comes after it is to find it in memory. */
import type { Figures } from './contest.ts';
import { runProgram } from './process-figures.ts';

/** No settings of a person, no second tries; the other end of the benches takes whatever it is given. */
const BARE = ['--config', '/dev/null', '--retries', '1', '--low-level-retries', '1'];
const SENDS = ['--no-check-dest', '--no-traverse', '--ignore-times'];

/** SHA-256 of every file below `root`. */
export async function hashByRclone(root: string): Promise<Figures> {
  const figures = await runProgram('rclone', ['hashsum', 'sha256', root, ...BARE]);
  await readWhole(root);
  return figures;
}

/** Sends a file with one PUT into a WebDAV folder, and asks for the size of what has arrived, as rclone does. */
export async function sendByRclone(file: string, folderUrl: string): Promise<Figures> {
  const order = ['copy', file, ':webdav:', '--webdav-url', folderUrl];
  const figures = await runProgram('rclone', [...order, ...SENDS, ...BARE]);
  await readWhole(file);
  return figures;
}

async function readWhole(root: string): Promise<void> {
  await runProgram('bash', ['-c', 'find "$0" -type f -print0 | xargs -0 cat > /dev/null', root]);
}
