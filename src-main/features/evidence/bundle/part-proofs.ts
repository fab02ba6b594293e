/**
 * Compares the files of an evidence bundle with the certificates beside them: does one hold a fingerprint of exactly
 * these bytes? Whether the certificate is genuine, the bundle cannot tell. Its shape is not documented, so one in which
 * nothing matches proves nothing, in particular not "no".
 */
import * as z from 'zod/mini';
import type { Digests, FileDigests } from '../../../../src-shared/model/proofs/hash-method.ts';
import { contradictionAbout } from '../../certificates/find-contradiction.ts';
import { type CertificateReading, readCertificate } from '../../certificates/read-certificate.ts';
import {
  algorithmsForCertificate,
  evaluateCertificate,
  type Evaluation,
} from '../../verify/evaluate-record.ts';
import { PAYLOAD_FOLDER } from './bag-format.ts';
import { type BagSource, readPart } from './bag-source.ts';

const CHECKS_FILE = `${PAYLOAD_FOLDER}/checks.json`;
export const MOST_CERTIFICATE_BYTES = 20_000_000;
/** A longer text could not be read at once. */
const MOST_CHECKS_BYTES = 300_000_000;
/** An entry has some 1,300 bytes, more with long names; a list that is out of proportion was not made by Labseal. */
const MOST_BYTES_OF_ENTRY = 10_000;
const MOST_BYTES_OF_HEAD = 1_000_000;

/** A file of the bag with its certificate, which may be of any shape. */
export interface PartProof {
  readonly path: string;
  /** Its path in the bag, too. */
  readonly certificate: string;
  readonly evaluation: Evaluation;
  /** What the certificate says of its file that cannot be so. */
  readonly contradiction: CertificateReading['contradiction'];
  /** What speaks against the certificate. Null also when it says nothing under the documented name. */
  readonly misfit: Misfit | null;
}

export type Misfit = 'certificate-differs' | 'certificate-contradicts-itself';
export type Proof = Omit<PartProof, 'path' | 'certificate'>;

/** A file at hand; `sizeBytes` is null where its size could not be read. */
interface HeldPart {
  readonly digests: FileDigests;
  readonly sizeBytes: number | null;
}

export interface BundleProofs {
  /** What the bundle says is the service's address; empty when it says none. Anybody can write that. */
  readonly service: string;
  readonly parts: readonly PartProof[];
}

/**
 * `known`: digests of the payload's files, by their path in the bag; no other files are considered. Null when it is not
 * an evidence bundle.
 */
export async function proveParts(
  source: BagSource,
  known: ReadonlyMap<string, FileDigests>,
): Promise<BundleProofs | null> {
  const inProportion = MOST_BYTES_OF_HEAD + MOST_BYTES_OF_ENTRY * known.size;
  const checks = await readOwnChecks(source, Math.min(inProportion, MOST_CHECKS_BYTES));
  if (checks === null) return null;
  const parts: PartProof[] = [];
  for (const part of checks.parts) {
    const [path, certificate] = [inPayload(part.path), inPayload(part.certificate)];
    const digests = known.get(path);
    if (digests === undefined || !known.has(certificate)) continue;
    const text = (await textOf(source, certificate, MOST_CERTIFICATE_BYTES)) ?? '';
    const again = (algorithms: Parameters<BagSource['digest']>[1]) =>
      source.digest(path, algorithms, () => undefined);
    const file = { digests, sizeBytes: await source.sizeOf(path) };
    parts.push({ path, certificate, ...(await provePart(file, readCertificate(text), again)) });
  }
  return { service: checks.service, parts };
}

/** `again` reads the file once more, for digests that were not computed yet: some of them are slow. */
export async function provePart(
  { digests, sizeBytes }: HeldPart,
  reading: CertificateReading | null,
  again: (
    algorithms: ReturnType<typeof algorithmsForCertificate>,
  ) => Promise<{ readonly digests: Digests } | null>,
): Promise<Proof> {
  if (reading === null) {
    const doubt = { kind: 'not-a-certificate' } as const;
    const evaluation: Evaluation = { kind: 'unsure', doubt, decidedBy: 'certificate' };
    return { evaluation, contradiction: null, misfit: 'certificate-differs' };
  }
  const first = evaluateCertificate(digests, reading, null);
  const further = algorithmsForCertificate(reading, null).filter(
    (algorithm) => digests[algorithm] === undefined,
  );
  if (first.kind === 'match' || further.length === 0) return proofOf(first, reading, sizeBytes);
  const more = await again(further);
  const all = { ...digests, ...more?.digests };
  return proofOf(evaluateCertificate(all, reading, null), reading, sizeBytes);
}

function proofOf(
  evaluation: Evaluation,
  reading: CertificateReading,
  sizeBytes: number | null,
): Proof {
  const isMatch = evaluation.kind === 'match';
  const contradiction = contradictionAbout(reading, isMatch ? sizeBytes : null);
  const differs = reading.isNamed && !isMatch ? 'certificate-differs' : null;
  const misfit = contradiction === null ? differs : 'certificate-contradicts-itself';
  return { evaluation, contradiction, misfit };
}

function inPayload(name: string): string {
  return `${PAYLOAD_FOLDER}/${name}`;
}

async function readOwnChecks(source: BagSource, mostBytes: number): Promise<Checks | null> {
  const text = await textOf(source, CHECKS_FILE, mostBytes);
  return text === null ? null : readChecks(text);
}

async function textOf(source: BagSource, name: string, mostBytes: number): Promise<string | null> {
  const bytes = await readPart(source, name, mostBytes);
  return bytes === null || bytes === 'too-large' ? null : new TextDecoder().decode(bytes);
}

export const CHECKS_FORMAT = 'labseal-evidence-checks';
export const CHECKS_VERSION = 1;

/** The list of checks of an evidence bundle (`checks-document.ts`); it may be a stranger's. Paths are relative to the payload. */
const ReadBack = z.object({
  format: z.literal(CHECKS_FORMAT),
  version: z.literal(CHECKS_VERSION),
  service: z._default(z.string(), ''),
  files: z.array(
    z.object({
      content: z.object({ path: z.nullable(z.string()) }),
      certificate: z.object({ json: z.nullable(z.string()) }),
    }),
  ),
});

interface Checks {
  /** The address of the service, as the bundle says it. */
  readonly service: string;
  /** Files of which the certificate is in the bundle, too. */
  readonly parts: readonly { readonly path: string; readonly certificate: string }[];
}

/** Null for a text that is not such a list. */
function readChecks(text: string): Checks | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const read = ReadBack.safeParse(value);
  if (!read.success) return null;
  const { service, files } = read.data;
  const parts = files.flatMap(({ content: { path }, certificate: { json } }) =>
    path === null || json === null ? [] : [{ path, certificate: json }],
  );
  return { service, parts };
}
