/**
 * Fingerprints the small files of a directory that was just listed; for worker threads, which may block. So each file is
 * stored once, with its content: most of a first scan is what the database does for each file. What is not read here (large
 * files, those still being written, what a slow disk leaves) goes through the normal queue.
 */
import { factsKey, type FileFacts } from '../../platform/disk/file-identity.ts';
import { evaluateQuiescence, isYoung, quietPeriodMs } from '../settle/quiescence.ts';
import type { DirectoryReader } from '../fingerprint/directory-reader.ts';
import { DIGEST_BYTES } from '../fingerprint/packed-files.ts';
import type { FingerprintQuestion } from './file-tree.ts';
import type { EntryRules } from './judge-entries.ts';
import type { ListedFile, PackedFingerprints } from './packed-entries.ts';

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

export function fingerprintEntries(wished: EntriesToRead): ReadEntries {
  const { question, isCancelled, nowMs } = wished;
  const wanted = wantedOf(wished);
  if (wanted.length === 0) return packed([], [], [], new Uint8Array(), 0);
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
  if (!isInPlace) return packed([], [], [], new Uint8Array(), lateMs);
  return packed(
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

function packed(
  entries: readonly number[],
  texts: readonly string[],
  sizesBytes: readonly number[],
  digests: Uint8Array,
  lateMs: number,
): ReadEntries {
  const own = { sizesBytes: Float64Array.from(sizesBytes), digests: new Uint8Array(digests) };
  return { entries, fingerprinted: { ...own, texts: texts.join('\0'), lateMs } };
}
