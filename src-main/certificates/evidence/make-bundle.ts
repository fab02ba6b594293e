/**
 * Makes an evidence bundle: reads every chosen file once, keeps its copy when nothing contradicts its record, puts the
 * service's documents beside it, and says about each file what became of it. What cannot be in the bundle is named in it.
 */
import {
  isWhole,
  type EvidenceContent,
  type EvidenceContents,
  type EvidenceFault,
  type EvidenceFile,
  type EvidenceProgress,
  type EvidenceReport,
} from '../../../src-shared/model/evidence.ts';
import type { DigestAlgorithm } from '../../../src-shared/model/hash-method.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { utcDay } from '../../../src-shared/model/time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { openBagFolder, type BagFolder } from './bag-folder.ts';
import { BAG_ALGORITHMS } from './bag-format.ts';
import { makeBagNames, type BagNames } from './bag-names.ts';
import {
  type BundledFile,
  type BundleFacts,
  type ChosenFile,
  type Judgement,
} from './bundle-facts.ts';
import { checksDocument } from './checks-document.ts';
import type { CopyOrder, CopyOutcome } from './copy-file.ts';
import { CHECKS_PATH } from './crate-files.ts';
import { CRATE_PATH, makeCrate } from './crate.ts';
import { makeDocumentPlaces, type FetchDocuments } from './place-documents.ts';
import { readmeText } from './readme.ts';

/** Reads a file in a thread; see `copy-file.ts`. Rejects with `signal.reason` on abort. */
export type CopyFile = (
  order: CopyOrder,
  onRead: (readBytes: number) => void,
  signal: AbortSignal,
) => Promise<CopyOutcome>;

export type ReadCopy = Extract<CopyOutcome, { readonly kind: 'done' }>;

export interface BundlePorts {
  readonly copyFile: CopyFile;
  readonly fetchDocuments: FetchDocuments;
  /** What a copy is to be read with beside SHA-512 and SHA-256, so that it can be compared with its record. */
  readonly algorithms: readonly DigestAlgorithm[];
  readonly judge: (chosen: ChosenFile, read: ReadCopy) => Judgement;
  readonly mediaTypeOf: (name: string) => string;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** A disk that cannot be written to ends the making; `errno` is the system's code. */
export class BundleTrouble extends Error {
  readonly errno: string;

  constructor(errno: string) {
    super(`a bundle could not be written (${errno})`);
    this.errno = errno;
  }
}

/**
 * `target`: absolute path of the new folder. Rejects with `signal.reason` on abort. In either case, and after a fault,
 * nothing is left of it.
 */
export async function makeBundle(
  facts: BundleFacts,
  target: string,
  ports: BundlePorts,
  onProgress: (progress: EvidenceProgress) => void,
  signal: AbortSignal,
): Promise<Result<EvidenceReport, EvidenceFault>> {
  let bag: BagFolder | null = null;
  try {
    bag = await openBagFolder(target, ports.ids.hex(4));
    return ok(await fill(bag, facts, target, ports, onProgress, signal));
  } catch (error) {
    const errno = error instanceof BundleTrouble ? error.errno : errnoOf(error);
    if (signal.aborted || errno === null) throw error;
    return fail({ kind: 'unwritable', path: target, errno });
  } finally {
    await bag?.discard();
  }
}

async function fill(
  bag: BagFolder,
  facts: BundleFacts,
  target: string,
  ports: BundlePorts,
  onProgress: (progress: EvidenceProgress) => void,
  signal: AbortSignal,
): Promise<EvidenceReport> {
  const { files } = facts;
  const names = makeBagNames('files');
  const documents = makeDocumentPlaces(bag, ports.fetchDocuments);
  const totalBytes = files.reduce((sum, { copy }) => sum + (copy?.sizeBytes ?? 0), 0);
  const bundled: BundledFile[] = [];
  let doneBytes = 0;
  const tell = (readBytes: number) => {
    const done = { doneFiles: bundled.length, totalFiles: files.length };
    onProgress({ ...done, doneBytes: Math.min(doneBytes + readBytes, totalBytes), totalBytes });
  };
  for (const chosen of files) {
    signal.throwIfAborted();
    tell(0);
    const copied = await copyOne(
      bag,
      names,
      { chosen, contents: facts.contents },
      ports,
      tell,
      signal,
    );
    const documentsOf = await documents.of(chosen.record, signal);
    bundled.push({ chosen, ...copied, documents: documentsOf });
    doneBytes += chosen.copy?.sizeBytes ?? 0;
  }
  tell(0);
  signal.throwIfAborted();
  const madeAtMs = ports.clock.nowMs();
  const bundle = { ...facts, bundled, madeAtMs, id: ports.ids.uuid() };
  const checks = await bag.write(CHECKS_PATH, checksDocument(bundle));
  await bag.write(CRATE_PATH, makeCrate(bundle, checks, ports.mediaTypeOf));
  const info = bagInfo(facts, bundle.id, madeAtMs);
  const { sizeBytes } = await bag.finish({ info, readme: readmeText(bundle) });
  return reportOf(facts, bundled, target, sizeBytes);
}

type Copied = Omit<BundledFile, 'chosen' | 'documents'>;

function unread(content: EvidenceContent): Copied {
  return { content, read: null, judgement: null, part: null };
}

async function copyOne(
  bag: BagFolder,
  names: BagNames,
  { chosen, contents }: { readonly chosen: ChosenFile; readonly contents: EvidenceContents },
  { copyFile, algorithms, judge }: BundlePorts,
  onRead: (readBytes: number) => void,
  signal: AbortSignal,
): Promise<Copied> {
  const nothing: EvidenceContent = { kind: contents === 'files' ? 'no-copy' : 'not-wanted' };
  if (chosen.copy === null) return unread(nothing);
  const wished = contents === 'files' ? names.place(chosen.original) : null;
  const target = wished === null ? null : await bag.pathFor(wished);
  const wanted = [...new Set<DigestAlgorithm>([...BAG_ALGORITHMS, ...algorithms])];
  const order = { source: chosen.copy.path, target, algorithms: wanted };
  const outcome = await copyFile(order, onRead, signal);
  if (outcome.kind === 'unwritable') throw new BundleTrouble(outcome.errno);
  if (outcome.kind === 'absent') return unread(nothing);
  if (outcome.kind !== 'done') return unread(outcome);
  const { digests, sizeBytes, modifiedNs } = outcome;
  const read = { digests, sizeBytes, modifiedAtMs: Number(modifiedNs) / 1e6 };
  const judgement = judge(chosen, outcome);
  if (wished === null || target === null) {
    return { content: { kind: 'not-wanted' }, read, judgement, part: null };
  }
  if (judgement.verdict === 'mismatch') {
    await bag.drop(wished);
    return { content: { kind: 'mismatch' }, read, judgement, part: null };
  }
  const { sha256 = '', sha512 = '' } = digests;
  const part = bag.adopt(wished, sizeBytes, { sha256, sha512 });
  return { content: { kind: 'included', path: part.path }, read, judgement, part };
}

function bagInfo(
  { title, madeBy, service, software: [labseal] }: BundleFacts,
  id: string,
  madeAtMs: number,
): readonly (readonly [string, string])[] {
  const person = madeBy === null ? '' : `${madeBy.givenName} ${madeBy.familyName}`;
  return [
    ['Source-Organization', madeBy?.organisation ?? ''],
    ['Contact-Name', person],
    [
      'External-Description',
      `Evidence for ${title}, recorded by the notarization service at ${service}`,
    ],
    ['External-Identifier', `urn:uuid:${id}`],
    ['Bagging-Date', utcDay(madeAtMs)],
    ['Bag-Software-Agent', `${labseal?.name ?? ''} ${labseal?.version ?? ''}`],
  ];
}

function reportOf(
  { unproven, leftOutByRules }: BundleFacts,
  bundled: readonly BundledFile[],
  path: string,
  sizeBytes: number,
): EvidenceReport {
  const files = bundled.map(({ chosen, content, judgement, documents }): EvidenceFile => ({
    name: chosen.name,
    fileId: chosen.record.fileId,
    content,
    verdict: judgement?.verdict ?? null,
    certificate: documents.certificate,
    metadata: documents.metadata,
  }));
  const isComplete = unproven.length === 0 && files.every(isWhole);
  return { path, files, unproven, leftOutByRules, sizeBytes, isComplete };
}

/** Null for a mistake of ours. */
function errnoOf(error: unknown): string | null {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code !== undefined && syscall !== undefined ? code : null;
}
