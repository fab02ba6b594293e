/**
 * Identifies the bytes of a path, as far as the file system can without reading them. A change with the same size and a
 * restored mtime still moves ctime, and a replacement by rename changes the inode, so all five are compared.
 */
import type { BigIntStats } from 'node:fs';

const NS_PER_MS = 1_000_000n;
/** File systems that keep no times of birth tell one before this, in ns: the year 2000. */
const EARLIEST_BIRTH_NS = 946_684_800_000_000_000n;

export interface FileIdentity {
  readonly dev: string;
  readonly ino: string;
  readonly sizeBytes: number;
  /** Nanoseconds since 1970, as decimal text: they fit neither a number nor, before 1677 and after 2262, 64 bits. */
  readonly mtimeNs: string;
  readonly ctimeNs: string;
}

/** An identity in the system's own numbers, which take a fraction of the time to make and to compare. */
export type FileFacts = Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs' | 'ctimeNs'>;

export function identityOf(facts: FileFacts): FileIdentity {
  return {
    dev: String(facts.dev),
    ino: String(facts.ino),
    sizeBytes: Number(facts.size),
    mtimeNs: String(facts.mtimeNs),
    ctimeNs: String(facts.ctimeNs),
  };
}

export function factsOf(identity: FileIdentity): FileFacts {
  return {
    dev: BigInt(identity.dev),
    ino: BigInt(identity.ino),
    size: BigInt(identity.sizeBytes),
    mtimeNs: BigInt(identity.mtimeNs),
    ctimeNs: BigInt(identity.ctimeNs),
  };
}

export function isSameFacts(one: FileFacts, other: FileFacts): boolean {
  return (
    one.ino === other.ino &&
    one.ctimeNs === other.ctimeNs &&
    one.mtimeNs === other.mtimeNs &&
    one.size === other.size &&
    one.dev === other.dev
  );
}

/** The furthest moments, in ms, that a date can express. */
const FURTHEST_MS = 8_640_000_000_000_000;

/** When a file was written last, in ms since 1970: at most the furthest moment that a date can express. */
export function modifiedAtMs({ mtimeNs }: Pick<FileIdentity, 'mtimeNs'>): number {
  return Math.max(-FURTHEST_MS, Math.min(Number(BigInt(mtimeNs) / NS_PER_MS), FURTHEST_MS));
}

/** Whether 64 bits hold its times, in ns: those of 1677 to 2262. NTFS begins in 1601, and a broken clock writes any. */
export function fitsInNumbers({ mtimeNs, ctimeNs }: FileFacts): boolean {
  return BigInt.asIntN(64, mtimeNs) === mtimeNs && BigInt.asIntN(64, ctimeNs) === ctimeNs;
}

/** One text per identity, for comparing and for the database. */
export function identityKey(identity: FileIdentity): string {
  return [identity.dev, identity.ino, identity.sizeBytes, identity.mtimeNs, identity.ctimeNs].join(
    ':',
  );
}

/** The same of the system's own numbers. */
export function factsKey({ dev, ino, size, mtimeNs, ctimeNs }: FileFacts): string {
  return `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;
}

/** The device and the inode of an `identityKey`, its first two numbers; null where the drive numbers none. */
export function inodeKey(key: string): string | null {
  const inode = key.slice(0, key.indexOf(':', key.indexOf(':') + 1));
  return inode.endsWith(':0') ? null : inode;
}

/** Null is no file at all. */
export function isSameFile(one: FileIdentity, other: FileIdentity | null): boolean {
  return other !== null && identityKey(one) === identityKey(other);
}

/** Whether two `identityKey`s are of one file, under whatever name: a new name changes the time of its inode alone. */
export function isRenamed(one: string, other: string): boolean {
  const [left, right] = [identityFromKey(one), identityFromKey(other)];
  const isAlike = left.sizeBytes === right.sizeBytes && left.mtimeNs === right.mtimeNs;
  return isAlike && isSameInode(left, right);
}

export function isSameInode(one: FileIdentity, other: FileIdentity): boolean {
  return one.ino !== '0' && one.ino === other.ino && one.dev === other.dev;
}

/**
 * Whether the file of an identity is the one that was seen as `before`, whatever was done to it since: nothing is born after
 * it last changed, and the number of an inode is reused. False where the drive keeps no times of birth.
 */
export function isStillThatFile(
  before: FileIdentity,
  now: FileIdentity,
  birthtimeNs: bigint,
): boolean {
  const isDated = birthtimeNs >= EARLIEST_BIRTH_NS;
  return isDated && isSameInode(before, now) && birthtimeNs <= BigInt(before.ctimeNs);
}

/** Parses the output of `identityKey`. */
export function identityFromKey(key: string): FileIdentity {
  const [dev = '', ino = '', size = '', mtimeNs = '', ctimeNs = ''] = key.split(':');
  return { dev, ino, sizeBytes: Number(size), mtimeNs, ctimeNs };
}

/** The system's facts about a directory. */
export interface DirectoryFacts {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly birthtimeNs: bigint;
}

/**
 * One text that distinguishes a directory from its successor: inode numbers are reused at once, times of birth are not.
 * Of these the last 64 bits are enough, which is how a listing is sent.
 */
export function directoryIdentity({ dev, ino, birthtimeNs }: DirectoryFacts): string {
  return `${dev}:${ino}:${BigInt.asIntN(64, birthtimeNs)}`;
}

/** Whether a `directoryIdentity` has a time of birth that distinguishes it. */
export function hasBirth(identity: string): boolean {
  return BigInt(identity.slice(identity.lastIndexOf(':') + 1)) >= EARLIEST_BIRTH_NS;
}
