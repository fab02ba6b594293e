/**
 * Fingerprints the small files of a directory that was just listed; for worker threads, which may block. So each file is
 * stored once, with its content: most of a first scan is what the database does for each file. What is not read here (large
 * files, those still being written, what a slow disk leaves) goes through the normal queue.
 */
import {
  identityKey,
  identityOf,
  type FileFacts,
  type FileIdentity,
} from '../../platform/file-identity.ts';
import { evaluateQuiescence } from '../decide/quiescence.ts';
import type { ExpectedFile, Fingerprint } from '../common/fingerprint.ts';
import type { FingerprintQuestion } from './file-tree.ts';
import type { EntryRules } from './judge-entries.ts';
import type { PackedFingerprints } from './packed-entries.ts';

const SMALL_FILE_BYTES = 65_536;
/** Of one directory: results stay in memory until they are compared, and nobody sees any before the last was read. */
const MOST_FILES = 20_000;
/** What a disk needs that moves its head for every file. */
const MS_PER_FILE = 10;
const FILES_AT_ONCE = 64;
const DIGEST_BYTES = 32;

interface Wanted {
  readonly entry: number;
  readonly name: string;
  readonly path: string;
  readonly expected: FileIdentity;
}

/** Which entries were read, and the results in their order. */
export interface ReadEntries {
  readonly entries: readonly number[];
  readonly fingerprinted: PackedFingerprints;
}

export interface EntriesToRead {
  readonly files: Iterable<readonly [entry: number, name: string, facts: FileFacts]>;
  /** Of all entries; null when all are kept. */
  readonly rules: EntryRules | null;
  /** Of a name in the directory. */
  readonly placeOf: (name: string) => string;
  readonly question: FingerprintQuestion;
  readonly isCancelled: () => boolean;
}

/** `fingerprint`: the results in the order of the files. `nowMs`: a steady clock. */
export function makeEntryFingerprints(
  fingerprint: (files: readonly ExpectedFile[]) => readonly Fingerprint[],
  nowMs: () => number = () => performance.now(),
) {
  return function fingerprintEntries({
    files,
    rules,
    placeOf,
    question,
    isCancelled,
  }: EntriesToRead): ReadEntries {
    const wanted: Wanted[] = [];
    for (const [entry, name, facts] of files) {
      if (wanted.length === MOST_FILES) break;
      if (Number(facts.size) > SMALL_FILE_BYTES || (rules?.which[entry] ?? 0) !== 0) continue;
      const expected = identityOf(facts);
      if (!isSettled(expected, question)) continue;
      wanted.push({ entry, name, path: placeOf(name), expected });
    }
    const fromMs = nowMs();
    const entries: number[] = [];
    const texts: string[] = [];
    const sizesBytes: number[] = [];
    const digests = Buffer.alloc(wanted.length * DIGEST_BYTES);
    let lateMs = 0;
    for (let first = 0; first < wanted.length; first += FILES_AT_ONCE) {
      if (lateMs > question.graceMs || isCancelled()) break;
      const batch = wanted.slice(first, first + FILES_AT_ONCE);
      for (const [index, print] of fingerprint(batch).entries()) {
        const file = batch[index];
        if (file === undefined || print.kind !== 'done') continue;
        digests.write(print.blake3, entries.length * DIGEST_BYTES, 'hex');
        entries.push(file.entry);
        texts.push(file.name, identityKey(print.identity));
        sizesBytes.push(print.sizeBytes);
      }
      lateMs = nowMs() - fromMs - (first + batch.length) * MS_PER_FILE;
    }
    const read = digests.subarray(0, entries.length * DIGEST_BYTES);
    return {
      entries,
      fingerprinted: {
        texts: texts.join('\0'),
        sizesBytes: Float64Array.from(sizesBytes),
        digests: new Uint8Array(read),
        lateMs,
      },
    };
  };
}

function isSettled(identity: FileIdentity, { nowMs, settleSeconds }: FingerprintQuestion): boolean {
  const facts = { identity, firstSeenUnchangedAtMs: nowMs, nowMs, settleSeconds };
  return evaluateQuiescence({ ...facts, handPicked: false }).kind === 'settled';
}
