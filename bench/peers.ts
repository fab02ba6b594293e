/** The programs that Labseal is measured against, and which of them this computer has. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

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

export interface Installed {
  has(peer: Peer): boolean;
  /** `name version` of those that are here. */
  readonly versions: readonly string[];
  readonly missing: readonly Peer[];
}

export function findPeers(wanted: readonly Peer[]): Installed {
  const found = wanted.map((peer) => ({ peer, version: versionOf(peer) }));
  const here = new Set(found.flatMap(({ peer, version }) => (version === null ? [] : [peer])));
  return {
    has: (peer) => here.has(peer),
    versions: found.flatMap(({ version }) => version ?? []),
    missing: wanted.filter((peer) => !here.has(peer)),
  };
}
