/** A mounted drive with oddities, for one test. Needs `hasFuse`. */
import { fork, spawnSync, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';
import type { Oddities } from './oddities.ts';

const SERVER = fileURLToPath(new URL('odd-drive-server.ts', import.meta.url));

export interface OddDrive {
  /** Where it is mounted. */
  readonly path: string;
  readonly at: (inner: string) => string;
  /** What it shows, which is written without asking it. */
  readonly content: TemporaryFolder;
  /** From now on it is like this. */
  set(oddities: Oddities): Promise<void>;
  /** How many questions are unanswered now. */
  readonly waiting: () => number;
}

export async function mountOddDrive(oddities: Oddities = {}): Promise<OddDrive> {
  const [content, place] = [temporaryFolder(), temporaryFolder()];
  const device = openSync('/dev/fuse', 'r+');
  const checks = oddities.letsAllIn === true ? '' : 'default_permissions,';
  const options = `fd=3,rootmode=40000,user_id=0,group_id=0,${checks}allow_other`;
  const stdio: StdioOptions = ['ignore', 'ignore', 'pipe', device];
  const mounted = spawnSync('mount', ['-i', '-t', 'fuse', '-o', options, 'odd', place.path], {
    stdio,
    encoding: 'utf8',
  });
  if (mounted.status !== 0) throw new Error(mounted.stderr);
  const server = fork(SERVER, [content.path, JSON.stringify(oddities)], {
    stdio: ['ignore', 'inherit', 'inherit', device, 'ipc'],
  });
  closeSync(device);
  let waiting = 0;
  server.on('message', (message) => {
    if (typeof message === 'number') waiting = message;
  });
  onTestFinished(async () => {
    const ended = once(server, 'exit');
    server.kill('SIGKILL'); // what waits for it fails, so that nothing hangs
    await ended;
    spawnSync('umount', ['-l', place.path]);
  });
  return {
    path: place.path,
    at: place.at,
    content,
    waiting: () => waiting,
    async set(next) {
      const { promise: isSet, resolve } = Promise.withResolvers<void>();
      const hear = (message: unknown) => {
        if (message !== 'set') return;
        server.off('message', hear);
        resolve();
      };
      server.on('message', hear);
      server.send(next);
      await isSet;
    },
  };
}
