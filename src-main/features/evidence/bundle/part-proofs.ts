/**
 * Compares the files of an evidence bundle with the certificates beside them: does one hold a fingerprint of exactly
 * these bytes? Whether the certificate is genuine, the bundle cannot tell. Its shape is not documented, so one in which
 * nothing matches proves nothing, in particular not "no".
 */
import * as z from 'zod/mini';
import {
  type BagTrouble,
  type BundledState,
  type EvidenceContent,
  isWhole,
  type UnprovenFile,
} from '../../../../src-shared/model/proofs/evidence.ts';
import type {
  DigestAlgorithm,
  Digests,
  FileDigests,
  ListAlgorithm,
} from '../../../../src-shared/model/proofs/hash-method.ts';
import { LABSEAL_DATA } from '../../../../src-shared/model/folders/labseal-data.ts';
import { contradictionAbout } from '../../certificates/find-contradiction.ts';
import { type CertificateReading, readCertificate } from '../../certificates/read-certificate.ts';
import {
  algorithmsForCertificate,
  evaluateCertificate,
  type Evaluation,
} from '../../verify/evaluate-record.ts';
import { readFileHash } from '../../../digests/file-hash.ts';
import { PAYLOAD_FOLDER } from './bag-format.ts';
import { type BagSource, readPart } from './bag-source.ts';

const CHECKS_FILE = `${PAYLOAD_FOLDER}/checks.json`;
const CERTIFICATES_FOLDER = `${PAYLOAD_FOLDER}/certificates/`;
export const FILES_FOLDER = `${PAYLOAD_FOLDER}/files/`;
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
  /** What is missing to prove all that was to be in it. */
  readonly lacks: readonly BagTrouble[];
}

/**
 * `known`: digests of the payload's files, by their path in the bag; no other files are considered. Null when it is not
 * an evidence bundle: it has neither certificates nor a list of checks.
 */
export async function proveParts(
  source: BagSource,
  known: ReadonlyMap<string, FileDigests>,
): Promise<BundleProofs | null> {
  const certificates = [...known.keys()].filter(isCertificate);
  if (certificates.length === 0 && !known.has(CHECKS_FILE)) return null;
  const inProportion = MOST_BYTES_OF_HEAD + MOST_BYTES_OF_ENTRY * known.size;
  const checks = await readOwnChecks(source, Math.min(inProportion, MOST_CHECKS_BYTES));
  const parts: PartProof[] = [];
  const again = (path: string) => (algorithms: readonly ListAlgorithm[]) =>
    source.digest(path, algorithms, () => undefined);
  const prove = async (path: string, digests: FileDigests, certificate: string) => {
    const text = (await textOf(source, certificate, MOST_CERTIFICATE_BYTES)) ?? '';
    const file = { digests, sizeBytes: await source.sizeOf(path) };
    const proof = await provePart(file, readCertificate(text), again(path));
    parts.push({ path, certificate, ...proof });
  };
  const named = new Set<string>();
  for (const part of checks?.parts ?? []) {
    const [path, certificate] = [inPayload(part.path), inPayload(part.certificate)];
    const digests = known.get(path);
    if (digests === undefined || !known.has(certificate)) continue;
    named.add(path).add(certificate);
    await prove(path, digests, certificate);
  }
  // A certificate that nothing names is some file's, too: whoever reads the bundle may hold it for that one's.
  const loose = await namesIn(
    source,
    certificates.filter((certificate) => !named.has(certificate)),
  );
  const files = loose.of.size === 0 ? [] : [...known].filter(([path]) => isFile(path));
  for (const [path, digests] of files) {
    const isMet = (all: Digests) => loose.certificatesOf(all).length > 0;
    const isTold = named.has(path) || isMet(digests) || loose.algorithms.length === 0;
    const more = isTold ? null : await again(path)(loose.algorithms);
    const all = { ...digests, ...more?.digests };
    for (const certificate of loose.certificatesOf(all)) await prove(path, all, certificate);
  }
  const proven = new Set(parts.map(({ path }) => path));
  const unpaired = [...known.keys()].filter((path) => isFile(path) && !proven.has(path));
  return {
    service: checks?.service ?? '',
    parts,
    lacks: [
      ...(checks === null ? [{ kind: 'no-checks', where: CHECKS_FILE } as const] : checks.lacks),
      ...unpaired.map((where) => ({ kind: 'no-certificate', where }) as const),
    ],
  };
}

const isFile = (path: string) => path.startsWith(FILES_FOLDER);
const isCertificate = (path: string) =>
  path.startsWith(CERTIFICATES_FOLDER) && path.toLowerCase().endsWith('.json');

/** Certificates by every digest that they can mean. */
async function namesIn(source: BagSource, certificates: readonly string[]) {
  const of = new Map<string, Set<string>>();
  const algorithms = new Set<DigestAlgorithm>();
  for (const certificate of certificates) {
    const text = (await textOf(source, certificate, MOST_CERTIFICATE_BYTES)) ?? '';
    for (const written of readCertificate(text)?.fingerprints ?? []) {
      for (const { algorithm, digestHex } of readFileHash(written.text)) {
        algorithms.add(algorithm);
        const key = `${algorithm} ${digestHex}`;
        of.set(key, (of.get(key) ?? new Set()).add(certificate));
      }
    }
  }
  return {
    of,
    algorithms: [...algorithms],
    certificatesOf: (digests: Digests): readonly string[] => [
      ...new Set(
        Object.entries(digests).flatMap(([algorithm, hex]) =>
          Array.from(of.get(`${algorithm} ${hex}`) ?? []),
        ),
      ),
    ],
  };
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

const CONTENT_KINDS = [
  'included',
  'not-wanted',
  'no-copy',
  'mismatch',
  'changing',
  'unreadable',
  'not-a-file',
  LABSEAL_DATA,
] as const satisfies readonly EvidenceContent['kind'][];
const UNPROVEN_WHYS = [
  'no-record',
  'unread',
  'unreadable',
] as const satisfies readonly UnprovenFile['why'][];
const DOCUMENT_KINDS = ['included', 'none-yet', 'not-had'] as const;

function said<const Kinds extends readonly string[]>(kinds: Kinds, otherwise: Kinds[number]) {
  return z._default(z.enum(kinds), otherwise);
}

/** The list of checks of an evidence bundle (`checks-document.ts`); it may be a stranger's. Paths are relative to the payload. */
const ReadBack = z.object({
  format: z.literal(CHECKS_FORMAT),
  version: z.literal(CHECKS_VERSION),
  service: z._default(z.string(), ''),
  files: z.array(
    z.object({
      original: z._default(z.string(), ''),
      content: z.object({ path: z.nullable(z.string()), state: said(CONTENT_KINDS, 'included') }),
      verdict: z._default(z.nullable(z.enum(['match', 'mismatch', 'unsure'])), null),
      contradictedBy: z._default(z.nullable(z.enum(['record', 'certificate'])), null),
      certificate: z.object({
        json: z.nullable(z.string()),
        state: said(DOCUMENT_KINDS, 'included'),
      }),
      metadata: z._default(z.object({ state: said(DOCUMENT_KINDS, 'included') }), {
        state: 'included',
      }),
    }),
  ),
  withoutRecord: z._default(
    z.array(z.object({ name: z.string(), why: said(UNPROVEN_WHYS, 'no-record') })),
    [],
  ),
});

interface Checks {
  /** The address of the service, as the bundle says it. */
  readonly service: string;
  /** Files of which the certificate is in the bundle, too. */
  readonly parts: readonly { readonly path: string; readonly certificate: string }[];
  /** What was missing when the bundle was made. */
  readonly lacks: readonly BagTrouble[];
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
  const { service, files, withoutRecord } = read.data;
  const parts = files.flatMap(({ content: { path }, certificate: { json } }) =>
    path === null || json === null ? [] : [{ path, certificate: json }],
  );
  const lacks = files.flatMap((file): readonly BagTrouble[] => {
    const { original, verdict, contradictedBy } = file;
    const state: BundledState = {
      verdict,
      contradictedBy,
      content: { kind: file.content.state },
      certificate: { kind: file.certificate.state },
      metadata: { kind: file.metadata.state },
    };
    return isWhole(state) ? [] : [{ kind: 'lacks', where: original, state }];
  });
  const unproven = withoutRecord.map(
    ({ name, why }) => ({ kind: 'unproven', where: name, why }) as const,
  );
  return { service, parts, lacks: [...lacks, ...unproven] };
}
