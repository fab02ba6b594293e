/**
 * Makes an evidence bundle: reads every chosen file once, keeps its copy when nothing contradicts its record, adds the
 * service's documents, and reports the outcome for each file. Files that cannot be included are named in it.
 */
import {
  isWhole,
  type EvidenceContent,
  type EvidenceContents,
  type EvidenceFault,
  type EvidenceFile,
  type EvidenceProgress,
  type EvidenceReport,
} from '../../../../src-shared/model/proofs/evidence.ts';
import type {
  DigestAlgorithm,
  Digests,
  HashMethod,
} from '../../../../src-shared/model/proofs/hash-method.ts';
import { fail, ok, type Result } from '../../../../src-shared/model/result.ts';
import { utcDay } from '../../../../src-shared/model/text/time.ts';
import type { Clock } from '../../../platform/clock.ts';
import { modifiedAtMs } from '../../../platform/disk/file-identity.ts';
import type { Ids } from '../../../platform/ids.ts';
import { openBagFolder, type BagFolder } from './bag-folder.ts';
import { BAG_ALGORITHMS } from '../../../../src-shared/evidence/bag-format.ts';
import { type BagNames, makeBagNames } from './bag-names.ts';
import {
  type BundledFile,
  type BundleFacts,
  type ChosenFile,
  type CopyEvaluation,
  type Documents,
  type RecordedFile,
  proofsOf,
} from './bundle-facts.ts';
import { checksDocument, type FetchDocuments, makeDocumentPlaces } from './checks-document.ts';
import type { CopyOrder, CopyOutcome } from './copy-file.ts';
import { CHECKS_PATH } from './crate-files.ts';
import { CRATE_PATH, makeCrate } from './crate.ts';
import { readmeText } from './readme.ts';
import { keptDigests } from '../../../../src-shared/model/proofs/file-hash.ts';
import { isAgainst } from '../../../../src-shared/model/proofs/judge.ts';
import { errnoOf } from '../../../platform/errno.ts';

/** Reads a file in a thread; see `copy-file.ts`. Rejects with `signal.reason` on abort. */
export type CopyFile = (
  order: CopyOrder,
  onRead: (readBytes: number) => void,
  signal: AbortSignal,
) => Promise<CopyOutcome>;

export interface RecordEvaluator {
  /** Algorithms to compute for a copy, beside SHA-512 and SHA-256. */
  readonly algorithms: readonly DigestAlgorithm[];
  readonly evaluate: (digests: Digests) => CopyEvaluation;
}

export interface BundlePorts {
  readonly copyFile: CopyFile;
  readonly fetchDocuments: FetchDocuments;
  /** Compares a copy with its record. Called when the record's documents are available. */
  readonly evaluatorFor: (record: RecordedFile) => RecordEvaluator;
  /** How the service makes its fingerprints, as far as known at that point; null: not known. */
  readonly method: () => HashMethod | null;
  readonly mediaTypeOf: (name: string) => string;
  /** The page that checks the bundle without Labseal. */
  readonly readVerifyPage: () => Promise<Uint8Array>;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** An unwritable disk ends the making; `errno` is the system's code. */
export class BundleTrouble extends Error {
  readonly errno: string;

  constructor(errno: string) {
    super(`a bundle could not be written (${errno})`);
    this.errno = errno;
  }
}

/**
 * `target`: absolute path of the new folder. Rejects with `signal.reason` on abort. After an abort or a fault nothing
 * of it remains.
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
    if (signal.aborted) throw error;
    const errno = error instanceof BundleTrouble ? error.errno : errnoOf(error);
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
    const documentsOf = await documents.of(chosen.record, signal);
    const wanted = { chosen, contents: facts.contents };
    const copied = await copyOne(bag, names, wanted, ports, tell, signal);
    const contradiction = contradictedBy(chosen.record, copied, documentsOf, ports.method());
    bundled.push({ chosen, ...copied, documents: documentsOf, contradictedBy: contradiction });
    doneBytes += chosen.copy?.sizeBytes ?? 0;
  }
  tell(0);
  signal.throwIfAborted();
  const madeAtMs = ports.clock.nowMs();
  const made = { madeAtMs, method: ports.method(), id: ports.ids.uuid() };
  const bundle = { ...facts, ...made, bundled };
  const checks = await bag.write(CHECKS_PATH, checksDocument(bundle));
  await bag.write(CRATE_PATH, makeCrate(bundle, checks, ports.mediaTypeOf));
  const info = bagInfo(facts, bundle.id, madeAtMs);
  const { sizeBytes } = await bag.finish({
    info,
    readme: readmeText(bundle),
    verifyPage: await ports.readVerifyPage(),
  });
  return reportOf(facts, bundled, target, sizeBytes);
}

type Copied = Omit<BundledFile, 'chosen' | 'documents' | 'contradictedBy'>;

/** By what was sent, else by a copy that is what was recorded. */
function contradictedBy(
  { content }: RecordedFile,
  { read, evaluation }: Copied,
  { reading }: Documents,
  method: HashMethod | null,
): BundledFile['contradictedBy'] {
  if (evaluation?.doubt === 'contradicts-upload') return 'record';
  const sent = content && { digests: keptDigests(content), sizeBytes: content.sizeBytes };
  const known = evaluation?.verdict === 'match' && read !== null ? read : sent;
  const { sha256, blake3 }: Digests = known?.digests ?? {};
  if (reading === null || known === null || sha256 === undefined || blake3 === undefined)
    return null;
  const file = { digests: { ...known.digests, sha256, blake3 }, sizeBytes: known.sizeBytes };
  return isAgainst(reading, file, method) ? 'certificate' : null;
}

function unread(content: EvidenceContent): Copied {
  return { content, read: null, evaluation: null, part: null };
}

async function copyOne(
  bag: BagFolder,
  names: BagNames,
  { chosen, contents }: { readonly chosen: ChosenFile; readonly contents: EvidenceContents },
  { copyFile, evaluatorFor }: BundlePorts,
  onRead: (readBytes: number) => void,
  signal: AbortSignal,
): Promise<Copied> {
  const nothing: EvidenceContent = { kind: contents === 'files' ? 'no-copy' : 'not-wanted' };
  if (chosen.copy === null) return unread(nothing);
  const wished = contents === 'files' ? names.place(chosen.original) : null;
  const target = wished === null ? null : await bag.pathFor(wished);
  const { algorithms, evaluate } = evaluatorFor(chosen.record);
  const first = [...new Set<DigestAlgorithm>([...BAG_ALGORITHMS, ...algorithms])];
  const order = { source: chosen.copy.path, target, algorithms: first };
  const outcome = await copyFile(order, onRead, signal);
  if (outcome.kind === 'unwritable') throw new BundleTrouble(outcome.errno);
  if (outcome.kind !== 'done') {
    if (wished !== null) await bag.drop(wished); // a thread that crashed over it may have left a part
    return unread(outcome.kind === 'absent' ? nothing : outcome);
  }
  const { sizeBytes, modifiedNs } = outcome;
  let { digests } = outcome;
  let evaluation = evaluate(digests);
  if (evaluation.missing.length > 0) {
    // Before a copy is reported as different, every possible reading of the fingerprint is tried.
    const every = [...first, ...evaluation.missing];
    const again = { source: target ?? order.source, target: null, algorithms: every };
    const more = await copyFile(again, onRead, signal);
    if (more.kind !== 'done' || more.digests.sha512 !== digests.sha512) {
      if (wished !== null) await bag.drop(wished);
      return unread({ kind: 'changing' });
    }
    digests = more.digests;
    evaluation = evaluate(digests);
  }
  const read = { digests, sizeBytes, modifiedAtMs: modifiedAtMs({ mtimeNs: modifiedNs }) };
  if (wished === null) return { content: { kind: 'not-wanted' }, read, evaluation, part: null };
  if (isOther(evaluation)) {
    await bag.drop(wished);
    return { content: { kind: 'mismatch' }, read, evaluation, part: null };
  }
  const { sha256 = '', sha512 = '' } = digests;
  const part = bag.adopt(wished, sizeBytes, { sha256, sha512 });
  return { content: { kind: 'included', path: part.path }, read, evaluation, part };
}

/** Differs from the record: by the record's fingerprint, or because this computer knows that it sent something else. */
function isOther({ verdict, isAsSent }: CopyEvaluation): boolean {
  return verdict === 'mismatch' || (verdict === 'unsure' && isAsSent === false);
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
  const files = bundled.map((file): EvidenceFile => {
    const { name, folderPath, record } = file.chosen;
    return { name, folderPath, fileId: record.fileId, ...proofsOf(file) };
  });
  const isComplete = unproven.length === 0 && files.every(isWhole);
  return { path, files, unproven, leftOutByRules, sizeBytes, isComplete };
}
