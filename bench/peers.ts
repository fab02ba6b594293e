/** The programs that Labseal is measured against, and which of them this computer has. */
import fs from 'node:fs';
import { spawnSync } from 'node:child_process';
import type { Budget, Contestant, FigureName, Figures } from './contest.ts';
import { runProgram } from './process-figures.ts';

/** How each says its version. On Debian all of them are packages of the same name; `find` is in `findutils`. */
const VERSION_ARGUMENTS = {
  b3sum: ['--version'],
  bash: ['--version'],
  curl: ['--version'],
  find: ['--version'],
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

export type Installed = ReturnType<typeof findPeers>;

export function findPeers(wanted: readonly Peer[]) {
  const found = wanted.map((peer) => ({ peer, version: versionOf(peer) }));
  const here = new Set(found.flatMap(({ peer, version }) => (version === null ? [] : [peer])));
  return {
    has: (peer: Peer) => here.has(peer),
    /** `name version` of those that are here. */
    versions: found.flatMap(({ version }) => version ?? []),
    missing: wanted.filter((peer) => !here.has(peer)),
  };
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
  readonly peers: readonly Peer[];
  /** Packages that take part beside them. */
  readonly packages?: readonly string[];
  /** Makes the data in an empty folder that is thrown away afterwards. */
  prepare(
    size: number,
    folder: string,
    peers: Installed,
    network: NetworkChoice,
  ): Promise<Prepared>;
}

/** What was said of the network that is made; only the workload of that name asks. */
export interface NetworkChoice {
  readonly roundTripsMs?: readonly number[];
  readonly lostPercent?: number;
}

interface Prepared {
  readonly contestants: readonly Contestant[];
  readonly budgets: readonly Budget[];
  close?(): Promise<void>;
}

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
