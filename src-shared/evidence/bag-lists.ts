/**
 * Reads the manifests of a bag. They may be a stranger's, and larger than memory: they are read in pieces, and what is
 * kept of them is bounded by the files that are really there.
 */
import type { ListAlgorithm } from '../model/proofs/hash-method.ts';
import type { BagTrouble } from '../model/proofs/evidence.ts';
import {
  FETCH_FILE,
  listNamed,
  readFetchLine,
  readManifestLine,
  tagDecoder,
} from './bag-format.ts';
import { type ChosenEntry, UnreadablePart } from './chosen.ts';

export type ReportTrouble = (
  kind: BagTrouble['kind'],
  where: string,
  more?: Pick<BagTrouble, 'state' | 'why'>,
) => void;

/** The files of a bag, by their names in it. */
export type BagFiles = ReadonlyMap<string, ChosenEntry>;

/** Of characters: systems allow 4,096 bytes for a path, the longest digest has 128 digits. */
const LONGEST_LINE = 16_384;
const MOST_ABSENT = 1_000;

/** Of the payload, or of the bag's own files, by one algorithm. */
export interface BagList {
  readonly isOfTags: boolean;
  readonly algorithm: ListAlgorithm;
  /** Of files that are there. */
  readonly digests: ReadonlyMap<string, string>;
  /** Names that are not there, by what is to be in them; of very many not all. */
  readonly absent: ReadonlyMap<string, string>;
}

/** `files`: what is there. */
export async function readBagLists(
  files: BagFiles,
  encoding: string,
  report: ReportTrouble,
): Promise<readonly BagList[]> {
  const nameOf = namesOf(files);
  const lists = new Map<string, BagList & Record<'digests' | 'absent', Map<string, string>>>();
  for (const [name, entry] of files) {
    const named = listNamed(name);
    if (named === null) continue;
    // One algorithm has one list, however many ways there are to write its name.
    const key = `${named.isOfTags ? 'tag' : ''}${named.algorithm}`;
    const list = lists.get(key) ?? { ...named, digests: new Map(), absent: new Map() };
    const { digests, absent } = list;
    lists.set(key, list);
    const isReadable = await readLines(entry, encoding, (text) => {
      const line = text === null ? null : readManifestLine(text);
      const path = line === null ? undefined : nameOf(line.path);
      // A second entry is wrong even with the same fingerprint: RFC 8493, 2.1.3.
      if (line === null || (path !== undefined && digests.has(path))) report('bad-line', name);
      else if (path === undefined) {
        report('missing', line.path);
        if (absent.size < MOST_ABSENT) absent.set(line.digest, line.path);
      } else digests.set(path, line.digest);
    });
    if (!isReadable) report('unreadable', name);
  }
  return [...lists.values()];
}

/** Says what `fetch.txt` names and is not there. A bag whose files were fetched is whole. */
export async function readFetchList(
  files: BagFiles,
  encoding: string,
  report: ReportTrouble,
): Promise<void> {
  const entry = files.get(FETCH_FILE);
  if (entry === undefined) return;
  const nameOf = namesOf(files);
  const isReadable = await readLines(entry, encoding, (text) => {
    const file = text === null ? null : readFetchLine(text);
    if (file === null) report('bad-line', FETCH_FILE);
    else if (nameOf(file) === undefined) report('to-fetch', file);
  });
  if (!isReadable) report('unreadable', FETCH_FILE);
}

/** What a listed name means here: some systems write letters with accents in another way, which is the same name. */
function namesOf(files: BagFiles): (listed: string) => string | undefined {
  const byForm = new Map<string, string>();
  for (const name of files.keys()) {
    const form = name.normalize('NFC');
    if (form !== name && !files.has(form)) byForm.set(form, name);
  }
  return (listed) =>
    files.has(listed) ? listed : (byForm.get(listed.normalize('NFC')) ?? composed(files, listed));
}

function composed(files: BagFiles, listed: string): string | undefined {
  const form = listed.normalize('NFC');
  return files.has(form) ? form : undefined;
}

/**
 * Hands over each line that is not blank; null for one that is longer than any can be. False when it cannot be read, or
 * is in an encoding that is not supported here.
 */
async function readLines(
  { pieces, refusal }: ChosenEntry,
  encoding: string,
  take: (line: string | null) => void,
): Promise<boolean> {
  if (refusal !== null) return false;
  let decoder: ReturnType<typeof tagDecoder> = null;
  let open = ''; // the last line, whose end has not been read
  let isTooLong = false;
  const takeLine = (line: string) => {
    if (isTooLong || line.length > LONGEST_LINE) take(null);
    else if (line.trim() !== '') take(line);
    isTooLong = false;
  };
  try {
    for await (const piece of pieces()) {
      decoder ??= tagDecoder(piece, encoding);
      if (decoder === null) return false;
      const lines = (open + decoder.decode(piece, { stream: true })).split(/\r\n|\n|\r/);
      open = lines.pop() ?? '';
      for (const line of lines) takeLine(line);
      isTooLong ||= open.length > LONGEST_LINE;
      if (isTooLong) open = '';
    }
  } catch (error) {
    if (error instanceof UnreadablePart) return false;
    throw error;
  }
  takeLine(open + (decoder?.decode() ?? ''));
  return true;
}
