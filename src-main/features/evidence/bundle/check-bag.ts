/**
 * Checks a BagIt bag offline: every file that its manifests name exists with the listed bytes, and there are no others.
 * In an evidence bundle each file is then compared with its certificate. Read-only.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { BagCheck, BagTrouble } from '../../../../src-shared/model/proofs/evidence.ts';
import {
  type ListAlgorithm,
  type Digests,
} from '../../../../src-shared/model/proofs/hash-method.ts';
import {
  BAG_INFO_FILE,
  BAGIT_FILE,
  decodeTagFile,
  PAYLOAD_FOLDER,
  readDeclaration,
  readOxum,
} from './bag-format.ts';
import { type BagList, readBagLists, readFetchList, type ReportTrouble } from './bag-lists.ts';
import { countMatchingCertificates } from './count-matching-certificates.ts';
import type { CopyFile } from './make-bundle.ts';

/** UTF-8 without a byte order mark, which the declaration may not have. */
const STRICT = '';

/** Of the bag's own texts but the manifests: a page at most, usually. What is longer was made to be a burden. */
const MOST_TEXT_BYTES = 1_000_000;
const MOST_ENTRIES = 1_000_000;
const MOST_TROUBLES = 10_000;
/** Of their names, as a message carries them. */
const MOST_NAMED_BYTES = 4_000_000;

/** The algorithms that a certificate most likely uses, and that cost little beside those of the manifests. */
const USUAL = ['sha256', 'blake3'] as const;

/** `folder`: absolute. `onRead` is told how far it is in all that is read. Rejects with `signal.reason` on abort. */
export async function checkBag(
  folder: string,
  copyFile: CopyFile,
  onRead: (doneBytes: number, totalBytes: number) => void,
  signal: AbortSignal,
): Promise<BagCheck> {
  const { troubles, trouble } = collectTroubles();
  const declaration = readDeclaration(await textOf(folder, BAGIT_FILE, STRICT, () => undefined));
  if (declaration === null) {
    const nothing = { files: 0, sizeBytes: 0, algorithms: [], matchingCertificates: null };
    return {
      path: folder,
      isWhole: false,
      troubles: [{ kind: 'not-a-bag', where: '.' }],
      ...nothing,
    };
  }
  const { version, encoding } = declaration;
  const files = await filesBelow(folder, trouble, signal);
  await readFetchList(folder, files, encoding, trouble, signal);
  const lists = await readBagLists(folder, files, encoding, trouble, signal);
  const ofPayload = lists.filter(({ isOfTags }) => !isOfTags);
  if (ofPayload.length === 0) trouble('no-manifest', '.');
  compareNames(files, lists, version, trouble);

  let payloadBytes = 0;
  const payload = files.filter(isPayload);
  // A tag file that no manifest names may be anything.
  const read = files.filter(
    (file) => isPayload(file) || lists.some(({ digests }) => digests.has(file)),
  );
  const totalBytes = await sizeOfAll(folder, read);
  let doneBytes = 0;
  const known = new Map<string, Digests>();
  for (const file of read) {
    const due = lists.filter(({ digests }) => digests.has(file));
    const ofLists = due.map(({ algorithm }) => algorithm);
    const algorithms = [...new Set<ListAlgorithm>([...ofLists, ...USUAL])];
    const order = { source: path.join(folder, file), target: null, algorithms };
    const copy = await copyFile(order, (bytes) => onRead(doneBytes + bytes, totalBytes), signal);
    if (copy.kind !== 'done') {
      trouble('unreadable', file);
      continue;
    }
    doneBytes += copy.sizeBytes;
    onRead(doneBytes, totalBytes);
    if (isPayload(file)) {
      payloadBytes += copy.sizeBytes;
      known.set(file, copy.digests);
    }
    const isSame = due.every(
      ({ algorithm, digests }) => copy.digests[algorithm] === digests.get(file),
    );
    if (!isSame) trouble('changed', file);
  }
  const oxum = readOxum(await textOf(folder, BAG_INFO_FILE, encoding, trouble));
  if (oxum !== null && (oxum.files !== payload.length || oxum.sizeBytes !== payloadBytes)) {
    trouble('wrong-sum', BAG_INFO_FILE);
  }
  return {
    path: folder,
    isWhole: troubles.length === 0,
    troubles,
    files: payload.length,
    sizeBytes: payloadBytes,
    algorithms: ofPayload.map(({ algorithm }) => algorithm).toSorted(),
    matchingCertificates: await countMatchingCertificates(folder, known, copyFile, signal),
  };
}

function isPayload(file: string): boolean {
  return file.startsWith(`${PAYLOAD_FOLDER}/`);
}

/** Files that cannot be looked at count nothing: reading them says why. */
async function sizeOfAll(folder: string, files: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const file of files) {
    const found = await fs.lstat(path.join(folder, file)).catch(() => null);
    bytes += found?.size ?? 0;
  }
  return bytes;
}

/** Each is said once. A stranger can make millions of them: then it is said that there are more. */
function collectTroubles() {
  const troubles: BagTrouble[] = [];
  const said = new Set<string>();
  let namedBytes = 0;
  let isLast = false;
  const trouble: ReportTrouble = (kind, where) => {
    if (isLast || said.has(`${kind} ${where}`)) return;
    if (kind === 'missing' && said.has(`to-fetch ${where}`)) return;
    said.add(`${kind} ${where}`);
    namedBytes += Buffer.byteLength(JSON.stringify(where));
    isLast = said.size > MOST_TROUBLES || namedBytes > MOST_NAMED_BYTES;
    troubles.push(isLast ? { kind: 'more', where: '.' } : { kind, where });
  };
  return { troubles, trouble };
}

/** Files that the manifests do not name. Before version 1.0 one manifest could name files that another did not. */
function compareNames(
  files: readonly string[],
  lists: readonly BagList[],
  version: string,
  report: ReportTrouble,
): void {
  const payloadLists = lists.filter(({ isOfTags }) => !isOfTags);
  for (const file of files.filter(isPayload)) {
    const isListed = (list: BagList) => list.digests.has(file);
    const isEnough = version === '1.0' ? payloadLists.every(isListed) : payloadLists.some(isListed);
    if (!isEnough) report('not-listed', file);
  }
}

/** With `/`. Links and devices are never followed or opened. */
async function filesBelow(
  folder: string,
  report: ReportTrouble,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const files: string[] = [];
  const open = [''];
  let entries = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    signal.throwIfAborted();
    try {
      for await (const entry of await fs.opendir(path.join(folder, at))) {
        entries += 1;
        if (entries > MOST_ENTRIES) {
          report('too-large', '.');
          return files.toSorted();
        }
        const inside = at === '' ? entry.name : `${at}/${entry.name}`;
        if (entry.isDirectory()) open.push(inside);
        else if (entry.isFile()) files.push(inside);
        else report('unreadable', inside);
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      report('unreadable', at);
    }
  }
  return files.toSorted();
}

/** Empty when there is no such file that can be read, or when it is longer than one that is meant. */
async function textOf(
  folder: string,
  name: string,
  encoding: string,
  report: ReportTrouble,
): Promise<string> {
  try {
    const file = path.join(folder, name);
    const stats = await fs.lstat(file);
    if (!stats.isFile()) return '';
    if (stats.size > MOST_TEXT_BYTES) {
      report('too-large', name);
      return '';
    }
    const bytes = await fs.readFile(file);
    return encoding === STRICT ? bytes.toString('utf8') : (decodeTagFile(bytes, encoding) ?? '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return '';
  }
}
