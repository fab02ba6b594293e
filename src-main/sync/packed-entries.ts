/**
 * Directory entries as they travel from a worker: one text and two columns of numbers, moved instead of cloned. Cloning
 * an object per file costs the main thread several times as much.
 */
import type { FileIdentity } from '../ports/file-identity.ts';
import type { DirectoryEntry } from './file-tree.ts';
import type { EntryFacts } from './read-directory.ts';

export interface PackedEntries {
  /** Names, and after each unreadable one its errno, separated by NUL, which no name contains. */
  readonly texts: string;
  readonly kinds: Uint8Array<ArrayBuffer>;
  /** Five per file: dev, ino, size, mtime and ctime in ns. Nothing for the others. */
  readonly numbers: BigInt64Array<ArrayBuffer>;
}

const KINDS = ['file', 'directory', 'symlink', 'special', 'unusable-name', 'unreadable'] as const;
type Kind = (typeof KINDS)[number];
const KIND_CODES = new Map<Kind, number>(KINDS.map((kind, code) => [kind, code]));
const NUMBERS_PER_FILE = 5;
const SEPARATOR = '\0';

function kindOf(entry: EntryFacts): Kind {
  if ('isNameUsable' in entry) return 'unusable-name';
  if ('errno' in entry) return 'unreadable';
  if (entry.stats.isFile()) return 'file';
  if (entry.stats.isDirectory()) return 'directory';
  return entry.stats.isSymbolicLink() ? 'symlink' : 'special';
}

export function packEntries(entries: readonly EntryFacts[]): PackedEntries {
  const kinds = new Uint8Array(entries.length);
  const numbers = new BigInt64Array(entries.length * NUMBERS_PER_FILE);
  const texts: string[] = [];
  let used = 0;
  for (const [index, entry] of entries.entries()) {
    const kind = kindOf(entry);
    kinds[index] = KIND_CODES.get(kind) ?? 0;
    texts.push(entry.name);
    if ('errno' in entry) texts.push(entry.errno);
    if (kind === 'file' && 'stats' in entry) {
      const { dev, ino, size, mtimeNs, ctimeNs } = entry.stats;
      numbers.set([dev, ino, size, mtimeNs, ctimeNs], used);
      used += NUMBERS_PER_FILE;
    }
  }
  return { texts: texts.join(SEPARATOR), kinds, numbers: numbers.slice(0, used) };
}

/** Unpacks step by step, so that a folder of a million files can be taken apart without holding up the thread. */
export function* unpackEntries(packed: PackedEntries): Generator<DirectoryEntry> {
  const texts = packed.texts.split(SEPARATOR);
  const { numbers } = packed;
  let text = 0;
  let number = 0;
  for (const code of packed.kinds) {
    const kind = KINDS[code];
    const name = texts[text];
    if (kind === undefined || name === undefined) throw new Error('a packed directory is torn');
    text += 1;
    if (kind === 'file') {
      yield { name, kind, identity: unpackIdentity(numbers, number) };
      number += NUMBERS_PER_FILE;
    } else if (kind === 'unreadable') {
      yield { name, kind, errno: texts[text] ?? 'EWORKER' };
      text += 1;
    } else {
      yield { name, kind };
    }
  }
}

function unpackIdentity(numbers: BigInt64Array, at: number): FileIdentity {
  return {
    // Inode and device numbers are unsigned, and some file systems use the highest bit.
    dev: String(BigInt.asUintN(64, numbers[at] ?? 0n)),
    ino: String(BigInt.asUintN(64, numbers[at + 1] ?? 0n)),
    sizeBytes: Number(numbers[at + 2]),
    mtimeNs: String(numbers[at + 3]),
    ctimeNs: String(numbers[at + 4]),
  };
}
