/**
 * Whether a certificate says of its file what cannot be so: two things around its fingerprint, or in the part about the file
 * beside that, or a size that the file with this fingerprint has not. Its shape is not documented, so only names that leave no doubt are read, and what is not understood
 * contradicts nothing. Pure.
 */
import type { Contradiction } from '../../../src-shared/model/proofs/proof.ts';
import type { DigestAlgorithm } from '../../../src-shared/model/proofs/hash-method.ts';
import { isObject } from '../../../src-shared/service/reading.ts';
import { readFileHash } from '../../digests/file-hash.ts';
import type { RecordFacts } from '../../../src-shared/model/proofs/verdict.ts';
import { DAY_MS, isoFromMs } from '../../../src-shared/model/text/time.ts';
import type { CertificateReading } from './read-certificate.ts';

type Meaning = 'size' | 'name' | 'project' | 'uploaded' | 'recorded' | 'hash' | 'method';

/** Names without case, dots, dashes and underscores. */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ...names('size', 'size sizebytes sizeinbytes filesize filesizebytes filesizeinbytes'),
  ...names('name', 'filename'),
  ...names('project', 'projectid'),
  ...names('uploaded', 'uploaded uploadedat uploaddate'),
  ...names('recorded', 'recorded recordedat notarized notarizedat notarizationdate'),
  ...names('hash', 'filehash'),
  ...names('method', 'filehashmethod filehashalgorithm'),
]);

const ALGORITHMS: ReadonlyMap<string, DigestAlgorithm> = new Map([
  ['sha256', 'sha256'],
  ['sha512', 'sha512'],
  ['sha1', 'sha1'],
  ['md5', 'md5'],
  ['blake3', 'blake3'],
  ['sha3256', 'sha3-256'],
  ['keccak256', 'keccak-256'],
]);

/** A moment with its zone; a day alone has no order within it. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

/** Something that the certificate says of its file. */
export interface Said {
  readonly meaning: Meaning;
  /** Under which it is said, without case, dots, dashes and underscores. */
  readonly name: string;
  readonly text: string;
  /** Equal for what means the same. */
  readonly value: string | number;
}

/** `path`: to the fingerprint that the certificate is about. */
export function findContradiction(
  certificate: object,
  path: readonly string[],
): Contradiction | null {
  const said = saidOn(certificate, path);
  for (const meaning of ['size', 'name', 'project', 'uploaded', 'recorded'] as const) {
    const [first, ...others] = said.filter((each) => each.meaning === meaning);
    const other = others.find(({ value }) => value !== first?.value);
    if (first === undefined || other === undefined) continue;
    const about = meaning === 'uploaded' || meaning === 'recorded' ? 'date' : meaning;
    return { about, values: [first.text, other.text] };
  }
  const of = (meaning: Meaning) => said.find((each) => each.meaning === meaning);
  const [uploaded, recorded] = [of('uploaded'), of('recorded')];
  if (uploaded !== undefined && recorded !== undefined && recorded.value < uploaded.value) {
    return { about: 'order', values: [recorded.text, uploaded.text] };
  }
  const [hash, method] = [of('hash'), of('method')];
  const algorithm = ALGORITHMS.get(plain(/^[^\s,(]*/.exec(method?.text ?? '')?.[0] ?? ''));
  if (hash === undefined || method === undefined || algorithm === undefined) return null;
  const isPossible = readFileHash(hash.text).some((reading) => reading.algorithm === algorithm);
  return isPossible ? null : { about: 'method', values: [method.text, hash.text] };
}

/** A size of the file, as the certificate gives it. */
export interface WrittenSize {
  readonly text: string;
  readonly value: number;
  /** Its name says so; else it may be in kB, MiB and the like. */
  readonly isInBytes: boolean;
}

export function sizesIn(certificate: object, path: readonly string[]): readonly WrittenSize[] {
  return saidOn(certificate, path).flatMap(({ meaning, name, text, value }) =>
    meaning === 'size' && typeof value === 'number'
      ? [{ text, value, isInBytes: name.includes('bytes') }]
      : [],
  );
}

export function saidOn(certificate: object, path: readonly string[]): readonly Said[] {
  return objectsOn(certificate, path).flatMap(saidIn);
}

/** Services round, and keep several times of one record; a date that was forged to matter is further off. */
const SAME_MOMENT_MS = DAY_MS;

/** What the certificate says of its file and the record, which was read from the service, says otherwise. */
export function contradictionWith(
  said: readonly Said[],
  { name, projectId, uploadedAtMs, notarizedAtMs }: RecordFacts,
): Contradiction | null {
  for (const { meaning, text, value } of said) {
    if (meaning === 'name' && !isSameName(String(value), name.normalize())) {
      return { about: 'name', values: [text, name] };
    }
    if (meaning === 'project' && value !== projectId) {
      return { about: 'project', values: [text, projectId] };
    }
    if ((meaning !== 'uploaded' && meaning !== 'recorded') || uploadedAtMs === null) continue;
    const isEarly = Number(value) < uploadedAtMs - SAME_MOMENT_MS;
    const latestMs =
      meaning === 'uploaded' ? uploadedAtMs : Math.max(notarizedAtMs ?? 0, uploadedAtMs);
    const isLate = Number(value) > latestMs + SAME_MOMENT_MS;
    if (isEarly || (isLate && (meaning === 'uploaded' || notarizedAtMs !== null))) {
      return { about: 'date', values: [text, isoFromMs(isEarly ? uploadedAtMs : latestMs)] };
    }
  }
  return null;
}

/** A certificate may name it with its folder, or without its ending. */
function isSameName(one: string, other: string): boolean {
  const [first, second] = [one.toLowerCase(), other.toLowerCase()];
  return first.includes(second) || second.includes(first);
}

const UNITS = [1_000, 1_000 ** 2, 1_000 ** 3, 1_024, 1_024 ** 2, 1_024 ** 3] as const; // in bytes

/** What speaks against the certificate. `sizeBytes`: of the file whose fingerprint it gives; null: it gives another, or none. */
export function contradictionAbout(
  { contradiction, sizes }: Pick<CertificateReading, 'contradiction' | 'sizes'>,
  sizeBytes: number | null,
): Contradiction | null {
  if (contradiction !== null || sizeBytes === null) return contradiction;
  const wrong = sizes.find(
    ({ value, isInBytes }) =>
      value !== sizeBytes &&
      (isInBytes || UNITS.every((unit) => Math.abs(value - sizeBytes / unit) >= 1)),
  );
  return wrong === undefined
    ? null
    : { about: 'file-size', values: [wrong.text, String(sizeBytes)] };
}

/** What a certificate calls the record of its file; empty when it does not say. */
export function fileIdsOf(certificate: object, path: readonly string[]): readonly string[] {
  return objectsOn(certificate, path).flatMap(({ object, place }) =>
    Object.entries(object).flatMap(([key, value]: readonly [string, unknown]) => {
      const name = plain(key);
      const isId = name === 'fileid' || (name === 'id' && place !== 'outer');
      return isId && typeof value === 'string' ? [value] : [];
    }),
  );
}

interface Around {
  readonly object: object;
  /** `own`: holds the fingerprint; `file`: is called "file"; `outer`: holds one of these, and perhaps more. */
  readonly place: 'own' | 'file' | 'outer';
}

/** The objects around the fingerprint, outermost first, each with its part about the file. */
function objectsOn(certificate: object, path: readonly string[]): readonly Around[] {
  let found: Around[] = [];
  let here: unknown = certificate;
  for (const [index, key] of path.entries()) {
    if (Array.isArray(here)) {
      found = []; // what stands around a list may be about many files
    } else if (isObject(here)) {
      const isOwn = index === path.length - 1;
      found.push({ object: here, place: isOwn ? 'own' : 'outer' });
      const file = Object.entries(here).find(([name]) => plain(name) === 'file')?.[1];
      if (isObject(file) && plain(key) !== 'file') found.push({ object: file, place: 'file' });
    }
    here = Object(here)[key];
  }
  return found;
}

function saidIn({ object, place }: Around): readonly Said[] {
  return Object.entries(object).flatMap(([key, value]: readonly [string, unknown]) => {
    const name = plain(key);
    const meaning =
      place === 'file' && name === 'name'
        ? 'name'
        : place === 'outer' && name.startsWith('size')
          ? undefined
          : MEANINGS.get(name);
    if (meaning === undefined || (typeof value !== 'string' && typeof value !== 'number'))
      return [];
    const read = valueOf(meaning, String(value).trim());
    return read === null ? [] : [{ meaning, name, text: String(value), value: read }];
  });
}

/** Null when it cannot be compared. */
function valueOf(meaning: Meaning, text: string): string | number | null {
  switch (meaning) {
    case 'size':
      return /^\d{1,15}$/.test(text) ? Number(text) : null;
    case 'uploaded':
    case 'recorded':
      return MOMENT.test(text) ? Date.parse(text) : null;
    case 'name':
    case 'project':
    case 'hash':
    case 'method':
      return text === '' ? null : text.normalize();
    default:
      return meaning satisfies never;
  }
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function names(meaning: Meaning, list: string): readonly (readonly [string, Meaning])[] {
  return list.split(' ').map((name) => [name, meaning]);
}
