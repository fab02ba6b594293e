/**
 * Checks a BagIt bag offline: every file that its manifests name exists with the listed bytes, and there are no others.
 * In an evidence bundle each file is then compared with its certificate. Read-only.
 */
import type { BagCheck, BagTrouble } from '../../../../src-shared/model/proofs/evidence.ts';
import type {
  FileDigests,
  ListAlgorithm,
} from '../../../../src-shared/model/proofs/hash-method.ts';
import {
  BAG_INFO_FILE,
  BAGIT_FILE,
  type BagDeclaration,
  decodeTagFile,
  listNamed,
  PAYLOAD_FOLDER,
  readDeclaration,
  readOxum,
} from './bag-format.ts';
import { type BagList, readBagLists, readFetchList } from './bag-lists.ts';
import { type BagSource, readPart, type ReportTrouble } from './bag-source.ts';
import { type BundleProofs, proveParts } from './part-proofs.ts';

/** UTF-8 without a byte order mark, which the declaration may not have. */
const STRICT = '';

/** Of the bag's own texts but the manifests: a page at most, usually. What is longer was made to be a burden. */
const MOST_TEXT_BYTES = 1_000_000;
const MOST_TROUBLES = 10_000;
/** Of characters in their names, as a message carries them. */
const MOST_NAMED = 4_000_000;

/** The algorithms that a certificate most likely uses, and that cost little beside those of the manifests. */
const USUAL = ['sha256', 'blake3'] as const;

export interface BagFindings extends Omit<
  BagCheck,
  'path' | 'certificates' | 'matchingCertificates'
> {
  /** Null when it is no evidence bundle. */
  readonly proofs: BundleProofs | null;
  /** Of the payload's files that could be read. */
  readonly digests: ReadonlyMap<string, FileDigests>;
}

/** `onRead` is told how far it is in all that is read. */
export async function checkBag(
  source: BagSource,
  onRead: (doneBytes: number, totalBytes: number) => void,
): Promise<BagFindings> {
  const { troubles, trouble, isSaid } = collectTroubles();
  const declaration = readDeclaration(await textOf(source, BAGIT_FILE, STRICT, () => undefined));
  if (declaration === null && (await source.sizeOf(BAGIT_FILE)) === null) {
    const nothing = { files: 0, sizeBytes: 0, algorithms: [], proofs: null, digests: new Map() };
    return { isWhole: false, troubles: [{ kind: 'not-a-bag', where: '.' }], ...nothing };
  }
  const files = await source.list(trouble);
  // Lists of a form that is not known may mean anything. A certificate speaks of a file whatever the lists are.
  if (declaration === null) trouble('not-a-bag', '.');
  const lists = declaration === null ? [] : await readLists(source, files, declaration, trouble);
  const ofPayload = lists.filter(({ isOfTags }) => !isOfTags);

  let payloadBytes = 0;
  const payload = files.filter(isPayload);
  // A tag file that no manifest names may be anything.
  const read = files.filter(
    (file) => isPayload(file) || lists.some(({ digests }) => digests.has(file)),
  );
  let totalBytes = 0;
  for (const file of read) totalBytes += (await source.sizeOf(file)) ?? 0; // reading it says why
  let doneBytes = 0;
  const known = new Map<string, FileDigests>();
  for (const file of read) {
    const due = lists.filter(({ digests }) => digests.has(file));
    const ofLists = due.map(({ algorithm }) => algorithm);
    const algorithms = [...new Set<ListAlgorithm>([...ofLists, ...USUAL])];
    const found = await source.digest(file, algorithms, (bytes) =>
      onRead(doneBytes + bytes, totalBytes),
    );
    if (found === null) {
      trouble('unreadable', file);
      continue;
    }
    doneBytes += found.sizeBytes;
    onRead(doneBytes, totalBytes);
    if (isPayload(file)) {
      payloadBytes += found.sizeBytes;
      known.set(file, { sha256: '', blake3: '', ...found.digests });
    }
    const isSame = due.every(
      ({ algorithm, digests }) => found.digests[algorithm] === digests.get(file),
    );
    if (!isSame) trouble('changed', file);
  }
  const info = declaration && (await textOf(source, BAG_INFO_FILE, declaration.encoding, trouble));
  const oxum = readOxum(info ?? '');
  if (oxum !== null && (oxum.files !== payload.length || oxum.sizeBytes !== payloadBytes)) {
    trouble('wrong-sum', BAG_INFO_FILE);
  }
  const proofs = await proveParts(source, known);
  for (const { path, certificate, misfit } of proofs?.parts ?? []) {
    // Of a file that was changed it is no wonder: the certificate is about what was packed.
    const isTold =
      misfit === 'certificate-differs' &&
      (isSaid('changed', path) || isSaid('changed', certificate));
    if (misfit !== null && !isTold) trouble(misfit, certificate);
  }
  for (const { kind, where, ...more } of proofs?.lacks ?? []) {
    const isTold = kind === 'no-checks' && isSaid('missing', where);
    if (!isTold) trouble(kind, where, more);
  }
  return {
    isWhole: troubles.length === 0,
    troubles,
    files: payload.length,
    sizeBytes: payloadBytes,
    algorithms: ofPayload.map(({ algorithm }) => algorithm).toSorted(),
    proofs,
    digests: known,
  };
}

async function readLists(
  source: BagSource,
  files: readonly string[],
  { version, encoding }: BagDeclaration,
  trouble: ReportTrouble,
): Promise<readonly BagList[]> {
  await readFetchList(source, files, encoding, trouble);
  const lists = await readBagLists(source, files, encoding, trouble);
  if (lists.every(({ isOfTags }) => isOfTags)) trouble('no-manifest', '.');
  compareNames(files, lists, version, trouble);
  return lists;
}

function isPayload(file: string): boolean {
  return file.startsWith(`${PAYLOAD_FOLDER}/`);
}

/** Each is said once. A stranger can make millions of them: then it is said that there are more. */
function collectTroubles() {
  const troubles: BagTrouble[] = [];
  const said = new Set<string>();
  let named = 0;
  let isLast = false;
  const isSaid = (kind: BagTrouble['kind'], where: string) => said.has(`${kind} ${where}`);
  const trouble: ReportTrouble = (kind, where, more = {}) => {
    if (isLast || isSaid(kind, where)) return;
    if (kind === 'missing' && isSaid('to-fetch', where)) return;
    said.add(`${kind} ${where}`);
    named += JSON.stringify(where).length;
    isLast = said.size > MOST_TROUBLES || named > MOST_NAMED;
    troubles.push(isLast ? { kind: 'more', where: '.' } : { kind, where, ...more });
  };
  return { troubles, trouble, isSaid };
}

/**
 * Files that the manifests do not name. Before version 1.0 one manifest could name files that another did not. A bag may
 * be without lists of its own files; no list of them names such a list.
 */
function compareNames(
  files: readonly string[],
  lists: readonly BagList[],
  version: string,
  report: ReportTrouble,
): void {
  const tagLists = lists.filter(({ isOfTags }) => isOfTags);
  const payloadLists = lists.filter(({ isOfTags }) => !isOfTags);
  for (const file of files) {
    const isListed = (list: BagList) => list.digests.has(file);
    const isEnough = !isPayload(file)
      ? tagLists.length === 0 || listNamed(file)?.isOfTags === true || tagLists.some(isListed)
      : version === '1.0'
        ? payloadLists.every(isListed)
        : payloadLists.some(isListed);
    if (!isEnough) report('not-listed', file);
  }
}

/** Empty when there is no such file that can be read, or when it is longer than one that is meant. */
async function textOf(
  source: BagSource,
  name: string,
  encoding: string,
  report: ReportTrouble,
): Promise<string> {
  const bytes = await readPart(source, name, MOST_TEXT_BYTES);
  if (bytes === 'too-large') report('too-large', name);
  if (bytes === null || bytes === 'too-large') return '';
  return encoding === STRICT
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    : (decodeTagFile(bytes, encoding) ?? '');
}
