/**
 * Checks what a person handed to the page: the folder of a bundle by its lists and certificates, as Labseal does, or single
 * files by the certificates among them. Nothing is asked of anybody, so no certificate is confirmed here.
 */
import {
  type CertificateReading,
  readCertificate,
} from '../src-main/features/certificates/read-certificate.ts';
import { BAGIT_FILE } from '../src-main/features/evidence/bundle/bag-format.ts';
import { type BagSource, UnreadablePart } from '../src-main/features/evidence/bundle/bag-source.ts';
import { checkBag } from '../src-main/features/evidence/bundle/check-bag.ts';
import {
  FILES_FOLDER,
  MOST_CERTIFICATE_BYTES,
  type Proof,
  provePart,
} from '../src-main/features/evidence/bundle/part-proofs.ts';
import type { BagCheck } from '../src-shared/model/proofs/evidence.ts';
import type { FileDigests } from '../src-shared/model/proofs/hash-method.ts';
import type { Confirmation } from '../src-shared/model/proofs/proof.ts';
import type { Verdict } from '../src-shared/model/proofs/verdict.ts';
import type { ChosenFile } from './chosen-files.ts';
import type { MakeDigests } from './digests.ts';

/** A file and its two lights. */
export interface CheckedFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** Null: it could not be read. */
  readonly digests: FileDigests | null;
  /** Of the lists of its bundle, or of the certificate that the bundle says is its own. */
  readonly trouble: 'changed' | 'certificate-differs' | null;
  /** Null: there is no certificate for it. */
  readonly proof: { readonly verdict: Verdict; readonly confirmation: Confirmation } | null;
}

export interface Check {
  /** What is wrong about the folder; null when there were no lists to compare with. */
  readonly bag: Pick<BagCheck, 'files' | 'troubles' | 'algorithms'> | null;
  readonly files: readonly CheckedFile[];
  /** Certificates as PDF, which were not compared. */
  readonly pdfs: readonly string[];
  /** As the bundle writes it; empty when it does not. */
  readonly service: string;
}

type OnRead = (doneBytes: number, totalBytes: number) => void;

export function checkChosen(
  chosen: readonly ChosenFile[],
  digest: MakeDigests,
  onRead: OnRead,
): Promise<Check> {
  const root = rootOfBag(chosen);
  return root === null
    ? checkSingle(chosen, digest, onRead)
    : checkBundle(chosen, root, digest, onRead);
}

/** With `/` at its end, unless it is empty; null without a bag. */
function rootOfBag(chosen: readonly ChosenFile[]): string | null {
  const roots = chosen
    .filter(({ path }) => path === BAGIT_FILE || path.endsWith(`/${BAGIT_FILE}`))
    .map(({ path }) => path.slice(0, -BAGIT_FILE.length));
  return roots.toSorted((one, other) => one.length - other.length)[0] ?? null;
}

async function checkBundle(
  chosen: readonly ChosenFile[],
  root: string,
  digest: MakeDigests,
  onRead: OnRead,
): Promise<Check> {
  const files = new Map(
    chosen
      .filter(({ path }) => path.startsWith(root))
      .map(({ path, file }) => [path.slice(root.length), file]),
  );
  const found = await checkBag(bagOf(files, digest), onRead);
  const changed = new Set(
    found.troubles.filter(({ kind }) => kind === 'changed').map(({ where }) => where),
  );
  const proofs = Map.groupBy(found.proofs?.parts ?? [], ({ path }) => path);
  const ofPayload = [...files].filter(([name]) => name.startsWith(FILES_FOLDER));
  return {
    bag: found,
    pdfs: [],
    service: found.proofs?.service ?? '',
    files: ofPayload.map(([path, file]) => {
      const proof = mostTelling(proofs.get(path) ?? []);
      return {
        path,
        sizeBytes: file.size,
        digests: found.digests.get(path) ?? null,
        trouble: changed.has(path)
          ? 'changed'
          : proof?.misfit === 'certificate-differs'
            ? proof.misfit
            : null,
        proof: proof === null ? null : lightsOf(proof),
      };
    }),
  };
}

function bagOf(files: ReadonlyMap<string, File>, digest: MakeDigests): BagSource {
  return {
    list: async () => [...files.keys()].toSorted(),
    sizeOf: async (name) => files.get(name)?.size ?? null,
    async *open(name) {
      const file = files.get(name);
      if (file === undefined) throw new UnreadablePart();
      yield* piecesOf(file);
    },
    async digest(name, algorithms, onRead) {
      const file = files.get(name);
      return file === undefined ? null : digest(file, algorithms, onRead);
    },
  };
}

const PIECE_BYTES = 1_048_576;

async function* piecesOf(file: File): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    const piece = await file
      .slice(at, at + PIECE_BYTES)
      .arrayBuffer()
      .catch(() => {
        throw new UnreadablePart();
      });
    yield new Uint8Array(piece);
  }
}

/** Each file with the certificate that speaks of it; one that none speaks of with the only one there is. */
async function checkSingle(
  chosen: readonly ChosenFile[],
  digest: MakeDigests,
  onRead: OnRead,
): Promise<Check> {
  const certificates: Certificate[] = [];
  /** Files by the name of a certificate that is about them. */
  const fits = new Map<string, readonly string[]>();
  const files: ChosenFile[] = [];
  for (const each of chosen) {
    const reading = await certificateIn(each);
    if (reading === null) files.push(each);
    else certificates.push({ name: each.path.slice(0, -'.json'.length), reading });
  }
  const totalBytes = files.reduce((sum, { file }) => sum + file.size, 0);
  let doneBytes = 0;
  const checked: CheckedFile[] = [];
  for (const { path, file } of files) {
    const found = await digest(file, ['sha256', 'blake3'], (bytes) =>
      onRead(doneBytes + bytes, totalBytes),
    );
    doneBytes += file.size;
    const facts = { path, sizeBytes: file.size, trouble: null };
    if (found === null) {
      checked.push({ ...facts, digests: null, proof: null });
      continue;
    }
    const digests: FileDigests = { sha256: '', blake3: '', ...found.digests };
    const proofs: Proof[] = [];
    for (const { name, reading } of certificates) {
      const proof = await provePart({ digests, sizeBytes: file.size }, reading, (algorithms) =>
        digest(file, algorithms, () => undefined),
      );
      const isFit = proof.evaluation.kind === 'match';
      if (isFit) fits.set(name, [...(fits.get(name) ?? []), facts.path]);
      if (isFit || certificates.length === 1) proofs.push(proof);
    }
    const proof = mostTelling(proofs);
    checked.push({ ...facts, digests, proof: proof && lightsOf(proof) });
  }
  const pdfs = checked.filter((each) => isPdfOf(each, fits));
  return {
    bag: null,
    files: checked.filter((each) => !pdfs.includes(each)),
    pdfs: pdfs.map(({ path }) => path),
    service: '',
  };
}

/** A certificate that contradicts itself says something whatever the others say. */
function mostTelling<Each extends Proof>(proofs: readonly Each[]): Each | null {
  const denied = proofs.find(({ contradiction }) => contradiction !== null);
  return denied ?? proofs.find(({ misfit }) => misfit !== null) ?? proofs[0] ?? null;
}

/** Whether it is the PDF of a certificate: that of its name is of another file, and of no PDF's content. */
function isPdfOf({ path }: CheckedFile, fits: ReadonlyMap<string, readonly string[]>): boolean {
  if (!/\.pdf$/i.test(path)) return false;
  const of = fits.get(path.slice(0, -'.pdf'.length)) ?? [];
  return of.length > 0 && !of.includes(path);
}

interface Certificate {
  /** Without its ending. */
  readonly name: string;
  readonly reading: CertificateReading;
}

async function certificateIn({ path, file }: ChosenFile): Promise<CertificateReading | null> {
  if (!path.toLowerCase().endsWith('.json') || file.size > MOST_CERTIFICATE_BYTES) return null;
  const reading = readCertificate(await file.text().catch(() => ''));
  return reading === null || reading.fingerprints.length === 0 ? null : reading;
}

function lightsOf({ evaluation, contradiction }: Proof): CheckedFile['proof'] {
  const none = { record: null, matches: [] };
  const confirmation: Confirmation =
    contradiction === null
      ? { kind: 'unconfirmed', why: 'no-account' }
      : { kind: 'denied', by: 'itself', contradiction };
  const verdict: Verdict =
    evaluation.kind === 'match'
      ? { kind: 'match', record: null, comparison: evaluation.comparison }
      : evaluation.kind === 'mismatch'
        ? { kind: 'mismatch', ...none, comparison: evaluation.comparison, longerByBytes: null }
        : { kind: 'unsure', ...none, doubt: evaluation.doubt };
  return { verdict, confirmation };
}
