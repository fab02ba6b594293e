/**
 * Directory entries in the form in which a worker sends them and in which they wait to be checked: one block of bytes,
 * moved instead of cloned and decoded only on demand. Cloning an object per file costs the main thread more than
 * reading the disk.
 */
import { hash } from 'node:crypto';
import type {
  DirectoryEntry,
  FingerprintedFile,
  FingerprintedFiles,
  Listing,
} from './file-tree.ts';
import {
  directoryIdentity,
  factsKey,
  fitsInNumbers,
  identityFromKey,
  identityOf,
  type DirectoryFacts,
  type FileFacts,
} from '../../platform/disk/file-identity.ts';
import type { EntryRules, NamedEntry } from './judge-entries.ts';

export interface PackedEntries {
  /** The numbers of files and directories, the kinds of all entries, then their texts in UTF-8. */
  readonly bytes: ArrayBuffer;
  readonly entries: number;
  readonly numbers: number;
  /** Where each piece of texts ends in `bytes`. */
  readonly textEnds: readonly number[];
  readonly digest: string;
  /** Its files are not in `bytes`, because they are as before. */
  readonly isUnchanged: boolean;
  /** Null when all are kept. */
  readonly rules: EntryRules | null;
  /** Null when none were asked for. */
  readonly fingerprinted: PackedFingerprints | null;
}

export interface PackedFingerprints {
  /** Name and `identityKey` of each. */
  readonly texts: string;
  readonly sizesBytes: Float64Array<ArrayBuffer>;
  readonly digests: Uint8Array<ArrayBuffer>;
  readonly lateMs: number;
}

const KINDS = [
  'file',
  'directory',
  'symlink',
  'special',
  'unusable-name',
  'unreadable',
  /** A file with a time that no number here holds. */
  'file-in-text',
  'fingerprinted',
] as const;
type Kind = (typeof KINDS)[number];
const KIND_CODES = Object.fromEntries(KINDS.map((kind, code) => [kind, code])) as Readonly<
  Record<Kind, number>
>;
/** dev, ino, size, mtime and ctime in ns. */
const NUMBERS_PER_FILE = 5;
/** dev, ino and time of birth in ns. */
const NUMBERS_PER_DIRECTORY = 3;
const BYTES_PER_NUMBER = BigInt64Array.BYTES_PER_ELEMENT;
/** No name contains it. */
const SEPARATOR = '\0';
/** Names decoded at once: a tenth of a millisecond, however large the directory is. */
const ENTRIES_PER_PIECE = 1_000;

/** Kinds with a second text: an errno, or an `identityKey`. */
function hasSecondText(code: number | undefined): boolean {
  return code === KIND_CODES.unreadable || code === KIND_CODES['file-in-text'];
}

/** A regular file among the entries of a directory. */
export interface ListedFile {
  /** Which of the entries it is. */
  readonly entry: number;
  readonly name: string;
  readonly facts: FileFacts;
}

/** Packs the entries of one directory after the other, and keeps its memory for the largest. */
export function makePacker() {
  let numbers = new BigInt64Array(ENTRIES_PER_PIECE * NUMBERS_PER_FILE);
  let kinds = new Uint8Array(ENTRIES_PER_PIECE);
  let texts: string[] = [];
  let used = 0;
  /** Which of the entries are a Labseal's own. */
  const labsealData = new Set<number>();

  function add(kind: Kind, text: string): void {
    kinds[texts.length] = KIND_CODES[kind];
    texts.push(text);
  }

  /** Pieces of texts, joined. */
  function pieces(): string[] {
    if (texts.length <= ENTRIES_PER_PIECE) return texts.length === 0 ? [] : [texts.join(SEPARATOR)];
    const starts = Array.from(
      { length: Math.ceil(texts.length / ENTRIES_PER_PIECE) },
      (_, piece) => piece * ENTRIES_PER_PIECE,
    );
    return starts.map((from) => texts.slice(from, from + ENTRIES_PER_PIECE).join(SEPARATOR));
  }

  return {
    /** Starts a directory of at most this many entries. */
    begin(mostEntries: number): void {
      texts = [];
      used = 0;
      labsealData.clear();
      if (mostEntries <= kinds.length) return;
      numbers = new BigInt64Array(mostEntries * NUMBERS_PER_FILE);
      kinds = new Uint8Array(mostEntries);
    },
    file(name: string, facts: FileFacts, isLabsealData = false): void {
      if (isLabsealData) labsealData.add(texts.length);
      if (!fitsInNumbers(facts)) {
        add('file-in-text', `${name}${SEPARATOR}${factsKey(facts)}`);
        return;
      }
      const { dev, ino, size, mtimeNs, ctimeNs } = facts;
      add('file', name);
      numbers[used] = dev;
      numbers[used + 1] = ino;
      numbers[used + 2] = size;
      numbers[used + 3] = mtimeNs;
      numbers[used + 4] = ctimeNs;
      used += NUMBERS_PER_FILE;
    },
    directory(name: string, { dev, ino, birthtimeNs }: DirectoryFacts): void {
      add('directory', name);
      numbers[used] = dev;
      numbers[used + 1] = ino;
      numbers[used + 2] = birthtimeNs;
      used += NUMBERS_PER_DIRECTORY;
    },
    other(name: string, kind: 'symlink' | 'special' | 'unusable-name'): void {
      add(kind, name);
    },
    unreadable(name: string, errno: string): void {
      add('unreadable', `${name}${SEPARATOR}${errno}`);
    },
    /** What was packed, in its order. */
    *named(): Generator<NamedEntry> {
      for (const [index, text] of texts.entries()) {
        const isDirectory = kinds[index] === KIND_CODES.directory;
        const isLonger = hasSecondText(kinds[index]);
        const name = isLonger ? text.slice(0, text.indexOf(SEPARATOR)) : text;
        yield { name, isDirectory, isLabsealData: labsealData.has(index) };
      }
    },
    holdsLabsealData: () => labsealData.size > 0,
    /** The regular files among them, without those in text. */
    *files(): Generator<ListedFile> {
      let number = 0;
      for (const [entry, name] of texts.entries()) {
        const kind = kinds[entry];
        if (kind === KIND_CODES.file) yield { entry, name, facts: factsAt(numbers, number) };
        number += numbersOf(kind);
      }
    },
    pack(): PackedEntries {
      const numberBytes = used * BYTES_PER_NUMBER;
      const joined = pieces();
      let end = numberBytes + texts.length;
      const textEnds = joined.map((piece) => (end += Buffer.byteLength(piece)));
      const bytes = Buffer.from(new ArrayBuffer(end));
      bytes.set(new Uint8Array(numbers.buffer, 0, numberBytes));
      bytes.set(kinds.subarray(0, texts.length), numberBytes);
      let at = numberBytes + texts.length;
      for (const piece of joined) at += bytes.write(piece, at);
      return {
        bytes: bytes.buffer,
        entries: texts.length,
        numbers: used,
        textEnds,
        digest: hash('sha256', bytes, 'base64'),
        isUnchanged: false,
        rules: null,
        fingerprinted: null,
      };
    },
  };
}

/** Without the files, which are as before: nothing has to be moved, unless there are directories among them. */
export function packedUnchanged(packed: PackedEntries): PackedEntries {
  const kinds = new Uint8Array(packed.bytes, packed.numbers * BYTES_PER_NUMBER, packed.entries);
  const isUnchanged = true;
  if (kinds.includes(KIND_CODES.directory)) return { ...packed, isUnchanged };
  return { ...packed, isUnchanged, bytes: new ArrayBuffer(0), numbers: 0, textEnds: [] };
}

/** Takes these entries out, because they are sent as `fingerprinted`. */
export function packedWithout(
  packed: PackedEntries,
  entries: readonly number[],
  fingerprinted: PackedFingerprints,
): PackedEntries {
  if (entries.length === packed.entries) {
    return { ...packed, bytes: new ArrayBuffer(0), numbers: 0, textEnds: [], fingerprinted };
  }
  const kinds = new Uint8Array(packed.bytes, packed.numbers * BYTES_PER_NUMBER, packed.entries);
  for (const entry of entries) kinds[entry] = KIND_CODES.fingerprinted;
  return { ...packed, fingerprinted };
}

/** A view on packed entries. Iterating decodes it step by step and keeps nothing. */
export function unpackEntries(packed: PackedEntries): Listing {
  const { isUnchanged, rules, fingerprinted } = packed;
  let directories: ReturnType<Listing['directories']> | null = null;
  const bytes = Buffer.from(packed.bytes);
  const textsBegin = packed.numbers * BYTES_PER_NUMBER + packed.entries;
  const kinds = bytes.subarray(packed.numbers * BYTES_PER_NUMBER, textsBegin);
  const numbers = new BigInt64Array(packed.bytes, 0, packed.numbers);

  /** Without the files if it need not be whole: their facts take longest. */
  function* each(isWhole = true): Generator<DirectoryEntry> {
    let [entry, number, begin] = [0, 0, textsBegin];
    for (const end of packed.textEnds) {
      const texts = bytes.toString('utf8', begin, end).split(SEPARATOR);
      begin = end;
      const last = Math.min(entry + ENTRIES_PER_PIECE, packed.entries);
      for (let text = 0; entry < last; entry += 1, text += 1) {
        const code = kinds[entry];
        const kind = KINDS[code ?? -1];
        const name = texts[text];
        if (kind === undefined || name === undefined) throw new Error('a packed directory is torn');
        const at = number;
        number += numbersOf(code);
        if (kind === 'fingerprinted') continue;
        const own = named(name, rules, entry);
        if (kind === 'file') {
          if (isWhole) yield { ...own, kind, identity: identityOf(factsAt(numbers, at)) };
        } else if (kind === 'directory') {
          yield { ...own, kind, identity: directoryIdentity(directoryAt(numbers, at)) };
        } else if (kind === 'unreadable') {
          text += 1;
          yield { ...own, kind, errno: texts[text] ?? 'EWORKER' };
        } else if (kind === 'file-in-text') {
          text += 1;
          if (isWhole) yield { ...own, kind: 'file', identity: identityFromKey(texts[text] ?? '') };
        } else {
          yield { ...own, kind };
        }
      }
    }
  }

  return {
    size: packed.entries,
    digest: packed.digest,
    isUnchanged,
    fingerprinted: fingerprinted === null ? null : unpackFingerprints(fingerprinted),
    [Symbol.iterator]() {
      if (isUnchanged) throw new Error('what is unchanged was not sent');
      return each();
    },
    directories() {
      directories ??= kinds.includes(KIND_CODES.directory)
        ? [...each(false)].filter((entry) => entry.kind === 'directory')
        : [];
      return directories;
    },
  };
}

/** The entry's name, with the rule that leaves it out. */
export function named(
  name: string,
  rules: EntryRules | null,
  entry: number,
): Pick<DirectoryEntry, 'name' | 'rule'> {
  const which = rules?.which[entry] ?? 0;
  const rule = which === 0 ? undefined : rules?.texts[which - 1];
  return rule === undefined ? { name } : { name, rule };
}

export function unpackFingerprints({
  texts,
  sizesBytes,
  digests,
  lateMs,
}: PackedFingerprints): FingerprintedFiles {
  return {
    size: sizesBytes.length,
    digests,
    sizesBytes,
    lateMs,
    *[Symbol.iterator](): Generator<FingerprintedFile> {
      const parts = texts.split(SEPARATOR);
      for (const [index, sizeBytes] of sizesBytes.entries()) {
        const [name = '', identity = ''] = [parts[2 * index], parts[2 * index + 1]];
        yield { name, identity, sizeBytes };
      }
    },
  };
}

/** How many numbers an entry of this kind has. */
function numbersOf(kind: number | undefined): number {
  if (kind === KIND_CODES.file || kind === KIND_CODES.fingerprinted) return NUMBERS_PER_FILE;
  return kind === KIND_CODES.directory ? NUMBERS_PER_DIRECTORY : 0;
}

function factsAt(numbers: BigInt64Array, at: number): FileFacts {
  return {
    // Inode and device numbers are unsigned, and some file systems use the highest bit.
    dev: BigInt.asUintN(64, numbers[at] ?? 0n),
    ino: BigInt.asUintN(64, numbers[at + 1] ?? 0n),
    size: numbers[at + 2] ?? 0n,
    mtimeNs: numbers[at + 3] ?? 0n,
    ctimeNs: numbers[at + 4] ?? 0n,
  };
}

function directoryAt(numbers: BigInt64Array, at: number): DirectoryFacts {
  const dev = BigInt.asUintN(64, numbers[at] ?? 0n);
  const ino = BigInt.asUintN(64, numbers[at + 1] ?? 0n);
  return { dev, ino, birthtimeNs: numbers[at + 2] ?? 0n };
}
