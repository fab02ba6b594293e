/**
 * Checks a BagIt bag offline: every file that its manifests name exists with the listed bytes, and there are no others.
 * In an evidence bundle each file is then compared with its certificate. Read-only.
 */
import type { Dirent } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { BagCheck, BagTrouble } from '../../../../src-shared/model/proofs/evidence.ts';
import {
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  type Digests,
} from '../../../../src-shared/model/proofs/hash-method.ts';
import {
  BAG_INFO_FILE,
  BAGIT_FILE,
  decodeTagFile,
  FETCH_FILE,
  PAYLOAD_FOLDER,
  readDeclaration,
  readManifest,
  readOxum,
} from './bag-format.ts';
import { countCertified } from './count-certified.ts';
import type { CopyFile } from './make-bundle.ts';

/** UTF-8 without a byte order mark, which the declaration may not have. */
const STRICT = '';

const LIST = /^(tag)?manifest-([a-z\d-]+)\.txt$/;

/** The algorithms that a certificate most likely uses, and that cost little beside those of the manifests. */
const USUAL = ['sha256', 'blake3'] as const;

/** By the name in a manifest's file name: RFC 8493 omits what is not a letter or digit. */
const ALGORITHM_OF: ReadonlyMap<string, DigestAlgorithm> = new Map(
  DIGEST_ALGORITHMS.map((algorithm) => [algorithm.replaceAll('-', ''), algorithm]),
);

interface List {
  readonly name: string;
  readonly isOfTags: boolean;
  readonly algorithm: DigestAlgorithm;
  readonly digests: ReadonlyMap<string, string>;
}

/** `folder`: absolute. Rejects with `signal.reason` on abort. */
export async function checkBag(
  folder: string,
  copyFile: CopyFile,
  signal: AbortSignal,
): Promise<BagCheck> {
  const troubles: BagTrouble[] = [];
  const trouble = (kind: BagTrouble['kind'], where: string) => troubles.push({ kind, where });
  const declaration = readDeclaration((await textOf(folder, BAGIT_FILE, STRICT)) ?? '');
  if (declaration === null) {
    const nothing = { files: 0, sizeBytes: 0, algorithms: [], certified: null };
    return {
      path: folder,
      isWhole: false,
      troubles: [{ kind: 'not-a-bag', where: '.' }],
      ...nothing,
    };
  }
  const { version, encoding } = declaration;
  const { files, odd } = await filesBelow(folder);
  for (const where of odd) trouble('unreadable', where);
  const lists = await readLists(folder, files, encoding, trouble);
  const ofPayload = lists.filter(({ isOfTags }) => !isOfTags);
  if (ofPayload.length === 0) trouble('no-manifest', '.');
  compareNames(files, lists, version, trouble);

  const fetch = await textOf(folder, FETCH_FILE, encoding);
  if (fetch !== null && fetch.trim() !== '') trouble('to-fetch', FETCH_FILE);
  let payloadBytes = 0;
  const payload = files.filter(isPayload);
  const known = new Map<string, Digests>();
  for (const file of files) {
    const due = lists.filter(({ digests }) => digests.has(file));
    if (due.length === 0 && !isPayload(file)) continue; // a tag file that no manifest names may be anything
    const ofLists = due.map(({ algorithm }) => algorithm);
    const algorithms = [...new Set<DigestAlgorithm>([...ofLists, ...USUAL])];
    const order = { source: path.join(folder, file), target: null, algorithms };
    const read = await copyFile(order, () => undefined, signal);
    if (read.kind !== 'done') {
      trouble('unreadable', file);
      continue;
    }
    if (isPayload(file)) {
      payloadBytes += read.sizeBytes;
      known.set(file, read.digests);
    }
    const isSame = due.every(
      ({ algorithm, digests }) => read.digests[algorithm] === digests.get(file),
    );
    if (!isSame) trouble('changed', file);
  }
  const oxum = readOxum((await textOf(folder, BAG_INFO_FILE, encoding)) ?? '');
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
    certified: await countCertified(folder, known, copyFile, signal),
  };
}

function isPayload(file: string): boolean {
  return file.startsWith(`${PAYLOAD_FOLDER}/`);
}

type Report = (kind: BagTrouble['kind'], where: string) => void;

async function readLists(
  folder: string,
  files: readonly string[],
  encoding: string,
  report: Report,
): Promise<readonly List[]> {
  const lists: List[] = [];
  for (const name of files) {
    const [, tag, named = ''] = LIST.exec(name) ?? [];
    const algorithm = ALGORITHM_OF.get(named.replaceAll('-', ''));
    if (algorithm === undefined) continue;
    const digests = new Map<string, string>();
    for (const line of readManifest((await textOf(folder, name, encoding)) ?? '')) {
      // A second entry is wrong even with the same fingerprint: RFC 8493, 2.1.3.
      if (line === null || digests.has(line.path)) report('bad-line', name);
      else digests.set(line.path, line.digest);
    }
    lists.push({ name, isOfTags: tag !== undefined, algorithm, digests });
  }
  return lists;
}

/** Compares the manifests with the files. Before version 1.0 one manifest could name files that another did not. */
function compareNames(
  files: readonly string[],
  lists: readonly List[],
  version: string,
  report: Report,
): void {
  const there = new Set(files);
  const named = new Set(lists.flatMap(({ digests }) => [...digests.keys()]));
  for (const where of named) if (!there.has(where)) report('missing', where);
  const payloadLists = lists.filter(({ isOfTags }) => !isOfTags);
  for (const file of files.filter(isPayload)) {
    const isListed = (list: List) => list.digests.has(file);
    const isEnough = version === '1.0' ? payloadLists.every(isListed) : payloadLists.some(isListed);
    if (!isEnough) report('not-listed', file);
  }
}

/** Files with `/`; links and devices separately, because they are never followed or opened. */
async function filesBelow(folder: string) {
  const files: string[] = [];
  const odd: string[] = [];
  const open = [''];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    let entries: readonly Dirent[];
    try {
      entries = await fs.readdir(path.join(folder, at), { withFileTypes: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      odd.push(at);
      continue;
    }
    for (const entry of entries) {
      const inside = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory()) open.push(inside);
      else if (entry.isFile()) files.push(inside);
      else odd.push(inside);
    }
  }
  return { files: files.toSorted(), odd };
}

/** Null when there is no such file that can be read. */
async function textOf(folder: string, name: string, encoding: string): Promise<string | null> {
  try {
    const file = path.join(folder, name);
    if (!(await fs.lstat(file)).isFile()) return null;
    const bytes = await fs.readFile(file);
    return encoding === STRICT ? bytes.toString('utf8') : decodeTagFile(bytes, encoding);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
}
