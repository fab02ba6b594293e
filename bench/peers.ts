/** The programs that Labseal is measured against, and which of them this computer has. */
import fs from 'node:fs';
import { spawnSync } from 'node:child_process';
import type { Budget, Contestant, FigureName, Part } from './contest.ts';
import { runProgram } from './process-figures.ts';

/** How each says its version. On Debian all of them are packages of the same name; `find` is in `findutils`. */
const VERSION_ARGUMENTS = {
  b3sum: ['--version'],
  bash: ['--version'],
  curl: ['--version'],
  find: ['--version'],
  gh: ['--version'],
  openssl: ['version'],
  rclone: ['version'],
  sha256sum: ['--version'],
  syncthing: ['--version'],
} as const;

export type Peer = keyof typeof VERSION_ARGUMENTS;

/** Its name and version; null when it is not installed. */
export function versionOf(peer: Peer): string | null {
  const { status, stdout } = spawnSync(peer, VERSION_ARGUMENTS[peer], { encoding: 'utf8' });
  return status === 0 ? `${peer} ${versionIn(stdout)}` : null;
}

/** The first number of the first line, with what belongs to it; the whole line when it has none. */
export function versionIn(said: string): string {
  const line = said.split('\n', 1)[0] ?? '';
  return /\sv?(\d[\w.-]*)/.exec(line)?.[1] ?? line;
}

/** Of a package that is installed here. */
export function packageVersion(name: string): string {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  const { version } = JSON.parse(fs.readFileSync(file, 'utf8')) as { readonly version: string };
  return `${name} ${version}`;
}

/** A program by itself, with these arguments. */
export function program(
  name: string,
  command: Peer | 'cat' | 'sh',
  args: readonly string[],
  part: Part = 'peer',
): Contestant {
  const run = () => runProgram(command, args);
  return isPeer(command) ? { name, part, program: command, run } : { name, part, run };
}

function isPeer(command: string): command is Peer {
  return command in VERSION_ARGUMENTS;
}

export interface Workload {
  readonly name: string;
  /** One sentence: what is done, with what. `size` as below. */
  readonly says: (size: number) => string;
  /** What `size` counts. */
  readonly unit: 'files' | 'MiB' | 'rows' | 'minutes';
  readonly sizes: readonly number[];
  /** What `bench all` takes; the largest size when absent. */
  readonly sizesInAll?: readonly number[];
  /** How often everybody runs with data of a size unless somebody says otherwise; 5 when absent. */
  readonly rounds?: number | ((size: number) => number);
  /** False: nothing is kept from one round to the next, so none is thrown away. */
  readonly warmUp?: false;
  /** False: it does not do `size` things in its time, so that a rate would say nothing. */
  readonly isRated?: false;
  /** What the plot shows; `wallMs` when absent. */
  readonly plotted?: FigureName;
  /** Packages that take part. */
  readonly packages?: readonly string[];
  prepare(size: number, place: Place): Promise<Prepared>;
}

interface Place {
  /** Empty, and thrown away afterwards. */
  readonly folder: string;
  /** Takes what is to be closed at the end. */
  readonly after: AsyncDisposableStack;
  /** What was said of the network that is made; only the workload of that name asks. */
  readonly network: { readonly roundTripsMs?: readonly number[]; readonly lostPercent?: number };
}

interface Prepared {
  readonly contestants: readonly Contestant[];
  readonly budgets: readonly Budget[];
}

/** No settings of a person, no second tries. */
const BARE = ['--config', '/dev/null', '--retries', '1', '--low-level-retries', '1'];

/** rclone, which throws out of the page cache what it has read: then all below `root` is read into it again. */
export function rclone(name: string, root: string, args: readonly string[]): Contestant {
  const reads = ['-c', 'find "$0" -type f -print0 | xargs -0 cat > /dev/null', root];
  return {
    name,
    part: 'peer',
    program: 'rclone',
    async run() {
      const figures = await runProgram('rclone', [...args, ...BARE]);
      await runProgram('sh', reads);
      return figures;
    },
  };
}
