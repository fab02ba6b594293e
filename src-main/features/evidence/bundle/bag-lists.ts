/**
 * Reads the manifests of a bag. They may be a stranger's, and larger than memory: they are read in pieces, and what is
 * kept of them is bounded by the files that are really there.
 */
import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { TextDecoder } from 'node:util';
import type { BagTrouble } from '../../../../src-shared/model/proofs/evidence.ts';
import {
  DIGEST_ALGORITHMS,
  FURTHER_ALGORITHMS,
  type ListAlgorithm,
} from '../../../../src-shared/model/proofs/hash-method.ts';
import { FETCH_FILE, readFetchLine, readManifestLine, tagDecoder } from './bag-format.ts';

/** Of characters: systems allow 4,096 bytes for a path, the longest digest has 128 digits. */
const LONGEST_LINE = 16_384;
const PIECE_BYTES = 65_536;

const LIST = /^(tag)?manifest-([a-z\d_-]+)\.txt$/;

/** By the name in a manifest's file name: RFC 8493 omits what is not a letter or digit, and not every program does. */
const ALGORITHM_OF: ReadonlyMap<string, ListAlgorithm> = new Map([
  ...[...DIGEST_ALGORITHMS, ...FURTHER_ALGORITHMS].map(
    (algorithm) => [algorithm.replaceAll('-', ''), algorithm] as const,
  ),
  ['blake2b', 'blake2b-512'], // as Python calls it
]);

/** Of the payload, or of the bag's own files, by one algorithm. */
export interface BagList {
  readonly isOfTags: boolean;
  readonly algorithm: ListAlgorithm;
  /** Of files that are there. */
  readonly digests: ReadonlyMap<string, string>;
}

export type ReportTrouble = (kind: BagTrouble['kind'], where: string) => void;

/** `folder`: absolute. `files`: what is there, relative to it. Rejects with `signal.reason` on abort. */
export async function readBagLists(
  folder: string,
  files: readonly string[],
  encoding: string,
  report: ReportTrouble,
  signal: AbortSignal,
): Promise<readonly BagList[]> {
  const there = new Set(files);
  const lists = new Map<string, BagList & { readonly digests: Map<string, string> }>();
  for (const name of files) {
    const [, tag = '', named = ''] = LIST.exec(name) ?? [];
    const algorithm = ALGORITHM_OF.get(named.replaceAll(/[-_]/g, ''));
    if (algorithm === undefined) continue;
    // One algorithm has one list, however many ways there are to write its name.
    const digests = lists.get(tag + algorithm)?.digests ?? new Map<string, string>();
    lists.set(tag + algorithm, { isOfTags: tag !== '', algorithm, digests });
    const isReadable = await readLines(path.join(folder, name), encoding, signal, (text) => {
      const line = text === null ? null : readManifestLine(text);
      // A second entry is wrong even with the same fingerprint: RFC 8493, 2.1.3.
      if (line === null || digests.has(line.path)) report('bad-line', name);
      else if (there.has(line.path)) digests.set(line.path, line.digest);
      else report('missing', line.path);
    });
    if (!isReadable) report('unreadable', name);
  }
  return [...lists.values()];
}

/** Says what `fetch.txt` names and is not there. A bag whose files were fetched is whole. */
export async function readFetchList(
  folder: string,
  files: readonly string[],
  encoding: string,
  report: ReportTrouble,
  signal: AbortSignal,
): Promise<void> {
  if (!files.includes(FETCH_FILE)) return;
  const there = new Set(files);
  const isReadable = await readLines(path.join(folder, FETCH_FILE), encoding, signal, (text) => {
    const file = text === null ? null : readFetchLine(text);
    if (file === null) report('bad-line', FETCH_FILE);
    else if (!there.has(file)) report('to-fetch', file);
  });
  if (!isReadable) report('unreadable', FETCH_FILE);
}

/**
 * Hands over each line that is not blank; null for one that is longer than any can be. False when it is no regular file,
 * cannot be read, or is in an encoding that is not supported here.
 */
async function readLines(
  file: string,
  encoding: string,
  signal: AbortSignal,
  take: (line: string | null) => void,
): Promise<boolean> {
  let decoder: TextDecoder | null = null;
  let open = ''; // the last line, whose end has not been read
  let isTooLong = false;
  const takeLine = (line: string) => {
    if (isTooLong || line.length > LONGEST_LINE) take(null);
    else if (line.trim() !== '') take(line);
    isTooLong = false;
  };
  try {
    if (!(await fs.lstat(file)).isFile()) return false;
    for await (const piece of createReadStream(file, { highWaterMark: PIECE_BYTES })) {
      signal.throwIfAborted();
      decoder ??= tagDecoder(piece as Buffer, encoding);
      if (decoder === null) return false;
      const lines = (open + decoder.decode(piece as Buffer, { stream: true })).split(/\r\n|\n|\r/);
      open = lines.pop() ?? '';
      for (const line of lines) takeLine(line);
      isTooLong ||= open.length > LONGEST_LINE;
      if (isTooLong) open = '';
    }
  } catch (error) {
    signal.throwIfAborted();
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return false;
  }
  takeLine(open + (decoder?.decode() ?? ''));
  return true;
}
