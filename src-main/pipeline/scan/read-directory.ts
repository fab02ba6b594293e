/**
 * Reads one directory or one path with blocking calls; for worker threads. It opens a file only to fingerprint it, and never
 * follows a link (`place.ts`): the names come from the directory's handle. The facts about a name are asked by path, which is
 * twice as fast; they only say what to expect, and whoever reads the file proves its place again. Names that are not
 * UTF-8 are marked, not dropped.
 */
import { LABSEAL_DATA } from '../../../src-shared/model/folders/folder-rules.ts';
import {
  isDataFolder,
  isKeyName,
  runningData,
  type RunningData,
} from '../../platform/data-folder.ts';
import { errnoOf, meansAbsent } from '../../platform/errno.ts';
import { closeSync, constants, fstatSync, lstatSync, readdirSync, type BigIntStats } from 'node:fs';
import {
  identityOf,
  directoryIdentity,
  factsKey,
  type FileFacts,
} from '../../platform/disk/file-identity.ts';
import { places } from '../../platform/place.ts';
import type {
  DirectoryQuestion,
  DirectoryReading,
  PathReading,
  FingerprintQuestion,
} from './file-tree.ts';
import { openDirectoryReader, type DirectoryReader } from '../fingerprint/directory-reader.ts';
import { makeJudge, type EntryRules } from './judge-entries.ts';
import {
  makePacker,
  packedUnchanged,
  packedWithout,
  type PackedEntries,
  type ListedFile,
  type PackedFingerprints,
} from './packed-entries.ts';
import { evaluateQuiescence, isYoung, quietPeriodMs } from '../settle/quiescence.ts';
import { DIGEST_BYTES } from '../fingerprint/packed-files.ts';

export type DirectoryFacts =
  | (Omit<Extract<DirectoryReading, { readonly kind: 'read' }>, 'entries'> & {
      readonly entries: PackedEntries;
    })
  | { readonly kind: 'absent' | typeof LABSEAL_DATA }
  | { readonly kind: 'unreadable'; readonly errno: string };

const OWN = { kind: LABSEAL_DATA } as const;

/** Node decodes a name that is not UTF-8 with this character, and the result leads to no file. */
const REPLACEMENT_CHARACTER = '\uFFFD';

type Looked = { readonly stats: BigIntStats } | { readonly errno: string };

function look(path: string): Looked {
  try {
    return { stats: lstatSync(path, { bigint: true }) };
  } catch (error) {
    return { errno: errnoOf(error) };
  }
}

function unavailable(errno: string): { kind: 'absent' } | { kind: 'unreadable'; errno: string } {
  return meansAbsent(errno) ? { kind: 'absent' } : { kind: 'unreadable', errno };
}

/** One for this thread: it reads one directory at a time. */
const packer = makePacker();
const { judge, rulesFor } = makeJudge();
export { rulesFor };

function readEntry(
  directory: string,
  name: string,
  seenDoubtful: Set<string>,
  running: RunningData,
): void {
  const isDoubtful = name.includes(REPLACEMENT_CHARACTER);
  // A name may really contain U+FFFD; another entry that merely decodes to the same text must not be mistaken for it.
  if (isDoubtful && seenDoubtful.has(name)) {
    packer.other(name, 'unusable-name');
    return;
  }
  const looked = look(`${directory}/${name}`);
  if (isDoubtful) {
    seenDoubtful.add(name);
    if ('errno' in looked && looked.errno === 'ENOENT') {
      packer.other(name, 'unusable-name');
      return;
    }
  }
  if ('stats' in looked) packEntry(name, looked.stats, running);
  // Removed since it was listed: the change triggers the next reading, which shows the same.
  else if (!meansAbsent(looked.errno)) packer.unreadable(name, looked.errno);
}

/** Tests the bits directly: the methods of the statistics would compute with big integers for every file. */
function packEntry(name: string, stats: BigIntStats, running: RunningData): void {
  switch (Number(stats.mode) & constants.S_IFMT) {
    case constants.S_IFREG:
      packer.file(name, stats, running.holds(stats) || isKeyName(name));
      break;
    case constants.S_IFDIR:
      packer.directory(name, stats);
      break;
    case constants.S_IFLNK:
      packer.other(name, 'symlink');
      break;
    default:
      packer.other(name, 'special');
  }
}

interface Circumstances extends Partial<Pick<EntriesToRead, 'isCancelled' | 'nowMs'>> {
  readonly openReader?: typeof openDirectoryReader;
}

/** The place must hold a directory before and after it was listed, and the same one. */
export function readDirectoryFacts(
  place: string,
  question: DirectoryQuestion | null = null,
  circumstances: Circumstances = {},
): DirectoryFacts {
  let handle: number | null = null;
  try {
    handle = places.openDirectory(place);
    const before = fstatSync(handle, { bigint: true });
    const running = runningData();
    const names = readdirSync(places.insideOf(place, handle));
    if (running.holds(before) || isDataFolder(names)) return OWN;
    // Of the folder itself also what lies above it tells; a walk comes to no other directory that lies in a data folder.
    const isRoot = (question?.relativePath ?? '') === '';
    if (isRoot && places.isLabsealData(place, before)) return OWN;
    const seenDoubtful = new Set<string>();
    packer.begin(names.length);
    for (const name of names) {
      circumstances.isCancelled?.(); // another step
      readEntry(place, name, seenDoubtful, running);
    }
    const { dev, ino } = before;
    // Not the one in its place, or replaced while it was listed: nothing of the listing leaves this thread.
    if (!places.isInPlace(place, handle, before)) return { kind: 'absent' };
    const facts = { dev: String(dev), ino: String(ino), identity: directoryIdentity(before) };
    const entries = packer.pack();
    if (question === null) {
      return { ...facts, kind: 'read', entries, ignoreFile: null, matchedMs: 0 };
    }
    const listing = {
      digest: entries.digest,
      size: entries.entries,
      holdsLabsealData: packer.holdsLabsealData(),
      entries: () => packer.named(),
    };
    const judged = judge(place, listing, question);
    if (!judged.ok) return { kind: 'unreadable', errno: judged.fault };
    const { isUnchanged, rules, ...rest } = judged.value;
    const told = isUnchanged
      ? packedUnchanged(entries)
      : withFingerprints(place, { ...entries, rules }, question, circumstances);
    return { ...facts, ...rest, kind: 'read', entries: { ...told, rules } };
  } catch (error) {
    return unavailable(errnoOf(error));
  } finally {
    if (handle !== null) closeSync(handle);
  }
}

const steadyMs = (): number => performance.now();

function withFingerprints(
  place: string,
  packed: PackedEntries,
  { relativePath, fingerprints: question = null }: DirectoryQuestion,
  { isCancelled = () => false, nowMs = steadyMs, openReader = openDirectoryReader }: Circumstances,
): PackedEntries {
  if (question === null) return packed;
  const directory = relativePath === '' ? `${place}//` : `${place}/`;
  const read = fingerprintEntries({
    files: packer.files(),
    rules: packed.rules,
    question,
    openReader: () => openReader(directory, question.nowMs),
    isCancelled,
    nowMs,
  });
  return packedWithout(packed, read.entries, read.fingerprinted);
}

export function readPath(place: string): PathReading {
  try {
    const stats = places.look(place);
    const isFile = stats.isFile();
    if ((isFile || stats.isDirectory()) && places.isLabsealData(place, stats)) return OWN;
    if (isFile) return { kind: 'file', identity: identityOf(stats) };
    if (stats.isDirectory()) {
      const identity = directoryIdentity(stats);
      return { kind: 'directory', dev: String(stats.dev), ino: String(stats.ino), identity };
    }
    return { kind: stats.isSymbolicLink() ? 'symlink' : 'special' };
  } catch (error) {
    return unavailable(errnoOf(error));
  }
}

const SMALL_FILE_BYTES = 65_536n;
/** Of one directory: results stay in memory until they are compared, and nobody sees any before the last was read. */
const MOST_FILES = 20_000;
/** What a disk needs that moves its head for every file. */
const MS_PER_FILE = 10;
/** The time is asked for after so many. */
const FILES_AT_ONCE = 16;

/** Which entries were read, and the results in their order. */
export interface ReadEntries {
  readonly entries: readonly number[];
  readonly fingerprinted: PackedFingerprints;
}

export interface EntriesToRead {
  readonly files: Iterable<ListedFile>;
  /** Of all entries; null when all are kept. */
  readonly rules: EntryRules | null;
  readonly question: FingerprintQuestion;
  readonly openReader: () => DirectoryReader;
  readonly isCancelled: () => boolean;
  /** A steady clock. */
  readonly nowMs: () => number;
}

/**
 * Fingerprints the small files of a directory that was just listed; for worker threads, which may block. So each file is
 * stored once, with its content: most of a first scan is what the database does for each file. What is not read here (large
 * files, those still being written, what a slow disk leaves) goes through the normal queue.
 */
export function fingerprintEntries(wished: EntriesToRead): ReadEntries {
  const { question, isCancelled, nowMs } = wished;
  const wanted = wantedOf(wished);
  if (wanted.length === 0) return packedFingerprints([], [], [], new Uint8Array(), 0);
  const fromMs = nowMs();
  const entries: number[] = [];
  const texts: string[] = [];
  const sizesBytes: number[] = [];
  const digests = Buffer.from(new ArrayBuffer(wanted.length * DIGEST_BYTES));
  const reader = wished.openReader();
  let lateMs = 0;
  let isInPlace = false;
  try {
    for (const [index, { entry, name, facts }] of wanted.entries()) {
      if (index % FILES_AT_ONCE === 0) {
        lateMs = nowMs() - fromMs - index * MS_PER_FILE;
        if (lateMs > question.graceMs || isCancelled()) break;
      }
      if (reader.read(name, facts, digests, entries.length * DIGEST_BYTES) !== null) continue;
      entries.push(entry);
      texts.push(name, factsKey(facts));
      sizesBytes.push(Number(facts.size));
    }
    lateMs = nowMs() - fromMs - wanted.length * MS_PER_FILE;
  } finally {
    isInPlace = reader.release();
  }
  // The directory has left its place: what was listed is stored, and read where it is found.
  if (!isInPlace) return packedFingerprints([], [], [], new Uint8Array(), lateMs);
  return packedFingerprints(
    entries,
    texts,
    sizesBytes,
    digests.subarray(0, entries.length * DIGEST_BYTES),
    lateMs,
  );
}

function wantedOf({ files, rules, question }: EntriesToRead): readonly ListedFile[] {
  const wanted: ListedFile[] = [];
  for (const file of files) {
    const isSmall = file.facts.size <= SMALL_FILE_BYTES;
    const isKept = rules === null || rules.which[file.entry] === 0;
    if (isSmall && isKept && isSettled(file.facts, question)) wanted.push(file);
    if (wanted.length === MOST_FILES) break;
  }
  return wanted;
}

function isSettled(
  { size, mtimeNs, ctimeNs }: FileFacts,
  { nowMs, settleSeconds, waitMs }: FingerprintQuestion,
): boolean {
  const identity = { sizeBytes: Number(size), mtimeNs, ctimeNs };
  const facts = { identity, firstSeenUnchangedAtMs: nowMs, nowMs, settleSeconds, waitMs };
  const quietMs = quietPeriodMs(identity.sizeBytes, settleSeconds, waitMs);
  if (isYoung(identity, quietMs, nowMs)) return false; // it is read, and confirmed, in the queue
  return evaluateQuiescence({ ...facts, handPicked: false }).kind === 'settled';
}

function packedFingerprints(
  entries: readonly number[],
  texts: readonly string[],
  sizesBytes: readonly number[],
  digests: Uint8Array,
  lateMs: number,
): ReadEntries {
  const own = { sizesBytes: Float64Array.from(sizesBytes), digests: new Uint8Array(digests) };
  return { entries, fingerprinted: { ...own, texts: texts.join('\0'), lateMs } };
}
