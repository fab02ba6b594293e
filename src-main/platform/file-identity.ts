/**
 * Which bytes a path holds, as far as the file system can tell without reading them. Same size and a restored mtime
 * still move ctime, and a replacement by rename changes the inode, so all five are compared.
 */
import type { BigIntStats } from 'node:fs';

export interface FileIdentity {
  readonly dev: string;
  readonly ino: string;
  readonly sizeBytes: number;
  /** Nanoseconds since 1970, as decimal text: they do not fit a number. */
  readonly mtimeNs: string;
  readonly ctimeNs: string;
}

export function identityOf(stats: BigIntStats): FileIdentity {
  return {
    dev: String(stats.dev),
    ino: String(stats.ino),
    sizeBytes: Number(stats.size),
    mtimeNs: String(stats.mtimeNs),
    ctimeNs: String(stats.ctimeNs),
  };
}

/** One text per identity, for comparing and for the database. */
export function identityKey(identity: FileIdentity): string {
  return [identity.dev, identity.ino, identity.sizeBytes, identity.mtimeNs, identity.ctimeNs].join(
    ':',
  );
}

export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  return identityKey(one) === identityKey(other);
}

/** Reads what `identityKey` wrote. */
export function identityFromKey(key: string): FileIdentity {
  const [dev = '', ino = '', size = '', mtimeNs = '', ctimeNs = ''] = key.split(':');
  return { dev, ino, sizeBytes: Number(size), mtimeNs, ctimeNs };
}

/** What the system says of a directory. */
export interface DirectoryFacts {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly birthtimeNs: bigint;
}

/** One text for what tells a directory from its successor: inode numbers are used again at once, times of birth are not. */
export function directoryIdentity({ dev, ino, birthtimeNs }: DirectoryFacts): string {
  return `${dev}:${ino}:${birthtimeNs}`;
}
