/**
 * The one judge of proofs: what the evidence about a file, its certificate and its record amounts to. Every face shows what it
 * says, and none decides. Pure: no clock, no network, no disk.
 *
 * A file: an equal digest fits, under any method. Another size than is named, or another digest under the method that is stated
 * or was learned from a record of this account, differs. All else cannot be told yet. A certificate: confirmed or denied by a
 * record that this account read from the service, field by field; anybody can write one, so alone it confirms nothing.
 */
import { stateOfWord } from '../files/platform-file.ts';
import type { ServiceFault } from '../status/service-fault.ts';
import { isoFromMs, DAY_MS, MINUTE_MS } from '../text/time.ts';
import { equalReading, type HashReading, isSameMethod, readFileHash } from './file-hash.ts';
import {
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  type Digests,
  type HashMethod,
} from './hash-method.ts';
import type { Confirmation, Contradiction } from './proof.ts';
import {
  aboutOf,
  CERTIFICATE_FIELDS,
  type CertificateField,
  type CertificateReading,
  isCut,
  isNameWritten,
  otherSize,
  type Said,
} from './read-certificate.ts';
import type { Comparison, DecidedBy, Doubt, RecordFacts } from './verdict.ts';

/** What is known about the fingerprint in the record's metadata document. */
export type KnownFileHash =
  | { readonly kind: 'known'; readonly written: string }
  /** The service gives none. */
  | { readonly kind: 'none' }
  /** It is not saved here; `fault`: why it could not be fetched, null when no request was made. */
  | { readonly kind: 'not-fetched'; readonly fault: ServiceFault | null };

/** A record as this account read it from the service. */
export interface HeldRecord {
  readonly facts: RecordFacts;
  /** Digests of what this computer sent as this record; null when it sent nothing. */
  readonly sent: { readonly blake3: string; readonly sha256: string | null } | null;
  readonly fileHash: KnownFileHash;
}

export interface JudgedFile {
  readonly digests: Digests;
  readonly sizeBytes: number;
}

/** Digests that were not computed and could still make it a match: a service may have changed its method. */
type Missing = readonly DigestAlgorithm[];

export type Evaluation =
  | { readonly kind: 'match'; readonly comparison: Comparison; readonly decidedBy: DecidedBy }
  | {
      readonly kind: 'mismatch';
      /** Null: by its size, whatever its digests are. */
      readonly comparison: Comparison | null;
      readonly decidedBy: DecidedBy;
      readonly missing: Missing;
    }
  | {
      readonly kind: 'unsure';
      readonly doubt: Doubt;
      readonly decidedBy: DecidedBy;
      readonly missing?: Missing;
    };

/** `isAsSent`: whether the file is what this computer sent as that record; null when it sent none. */
export type Examination = Evaluation & { readonly isAsSent: boolean | null };

type Standing =
  | { readonly kind: 'equal'; readonly reading: HashReading; readonly fileHex: string }
  | {
      readonly kind: 'different';
      readonly reading: HashReading;
      readonly fileHex: string;
      readonly missing: Missing;
    }
  /** No known method could have made it, so a difference proves nothing. */
  | { readonly kind: 'undecided' }
  | { readonly kind: 'unreadable' };

/** In which way a fingerprint was made: as it says itself, as it is stated beside it, or as the service is known to. */
type Known =
  | { readonly by: 'statement'; readonly algorithm: string }
  | { readonly by: 'learning'; readonly method: HashMethod };

function madeAs(readings: readonly HashReading[], known: Known | null): HashReading | undefined {
  return (
    readings.find(({ isStated }) => isStated) ??
    readings.find((reading) =>
      known?.by === 'statement'
        ? reading.algorithm === known.algorithm
        : known !== null && isSameMethod(reading, known.method),
    )
  );
}

/** The relation of one fingerprint, as written in a document, to a file. */
function standingOf(written: string, digests: Digests, known: Known | null): Standing {
  const readings = readFileHash(written);
  if (readings.length === 0) return { kind: 'unreadable' };
  const equal = equalReading(readings, digests);
  if (equal !== null) {
    return { kind: 'equal', reading: equal, fileHex: digests[equal.algorithm] ?? '' };
  }
  const usual = madeAs(readings, known);
  const fileHex = usual === undefined ? undefined : digests[usual.algorithm];
  if (usual === undefined || fileHex === undefined) return { kind: 'undecided' };
  // What was stated is so; what was learned of others may have changed since.
  const isStated = usual.isStated || known?.by === 'statement';
  const possible = isStated ? [] : readings.map(({ algorithm }) => algorithm);
  const missing = [...new Set(possible)].filter((algorithm) => digests[algorithm] === undefined);
  return { kind: 'different', reading: usual, fileHex, missing };
}

/** The digests needed to compare a file with these fingerprints, beside the two that are always computed. */
function algorithmsFor(
  written: readonly string[],
  known: Known | null,
): readonly DigestAlgorithm[] {
  const wanted = new Set<DigestAlgorithm>();
  for (const text of written) {
    const readings = readFileHash(text);
    const usual = madeAs(readings, known);
    for (const { algorithm } of usual === undefined ? readings : [usual]) wanted.add(algorithm);
  }
  return DIGEST_ALGORITHMS.filter((algorithm) => wanted.has(algorithm) && !ALWAYS.has(algorithm));
}

const ALWAYS: ReadonlySet<DigestAlgorithm> = new Set(['sha256', 'blake3']);

const learned = (method: HashMethod | null): Known | null =>
  method === null ? null : { by: 'learning', method };

export function algorithmsForRecord(
  { fileHash }: Pick<HeldRecord, 'fileHash'>,
  method: HashMethod | null,
): readonly DigestAlgorithm[] {
  return algorithmsFor(fileHash.kind === 'known' ? [fileHash.written] : [], learned(method));
}

export function algorithmsForCertificate(
  reading: CertificateReading,
  method: HashMethod | null,
): readonly DigestAlgorithm[] {
  const written = reading.fingerprints.map(({ text }) => text);
  return algorithmsFor(written, knownOf(reading, method));
}

/** `method`: as which the service of this certificate is known to make its fingerprints; null: that is not known. */
function knownOf({ isNamed, stated }: CertificateReading, method: HashMethod | null): Known | null {
  if (stated !== null) return { by: 'statement', algorithm: stated };
  return isNamed ? learned(method) : null;
}

/** A file against a record. `method`: as this account learned it from its records. */
export function judgeRecord(
  digests: Digests,
  record: HeldRecord,
  method: HashMethod | null,
): Examination {
  const isAsSent = isSent(digests, record);
  const unrecorded = doubtAboutStatus(record.facts.status);
  if (unrecorded !== null) return { ...unsure(unrecorded, 'status'), isAsSent };
  const decidedBy = 'metadata';
  const { fileHash } = record;
  if (fileHash.kind === 'not-fetched') return { ...unsure(fileHash, decidedBy), isAsSent };
  if (fileHash.kind === 'none') {
    return { ...unsure({ kind: 'no-fingerprint' }, decidedBy), isAsSent };
  }
  const { written } = fileHash;
  const standing = standingOf(written, digests, learned(method));
  switch (standing.kind) {
    case 'equal': {
      const comparison = compared('metadata', undefined, written, standing);
      return { kind: 'match', comparison, decidedBy, isAsSent };
    }
    case 'unreadable':
      return { ...unsure({ kind: 'unreadable-fingerprint', written }, decidedBy), isAsSent };
    case 'undecided':
      return { ...unsure({ kind: 'method-unknown', written }, decidedBy), isAsSent };
    case 'different': {
      const { missing } = standing;
      if (isAsSent === true) {
        return { ...unsure({ kind: 'contradicts-upload', written }, decidedBy), missing, isAsSent };
      }
      const comparison = compared('metadata', undefined, written, standing);
      return { kind: 'mismatch', comparison, decidedBy, missing, isAsSent };
    }
    default:
      return standing satisfies never;
  }
}

function unsure(doubt: Doubt, decidedBy: DecidedBy) {
  return { kind: 'unsure', doubt, decidedBy } as const;
}

/** Null: nothing was sent, or no digest of it is at hand. */
function isSent({ blake3, sha256 }: Digests, { sent }: HeldRecord): boolean | null {
  if (sent === null) return null;
  const pairs = [
    [blake3, sent.blake3],
    [sha256, sent.sha256],
  ].filter(([one, other]) => one !== undefined && other !== null);
  return pairs.length === 0 ? null : pairs.every(([one, other]) => one === other);
}

function compared(
  source: Comparison['source'],
  at: string | undefined,
  written: string,
  { reading, fileHex }: Extract<Standing, { kind: 'equal' | 'different' }>,
): Comparison {
  const { algorithm, encoding, digestHex: recordHex } = reading;
  return { source, at, written, method: { algorithm, encoding }, fileHex, recordHex };
}

/** A deleted file had been recorded, and a record stays on the chain. An unknown status does not count as success. */
export function doubtAboutStatus(status: string): Doubt | null {
  const state = stateOfWord(status);
  if (state === 'notarized' || state === 'deleting' || state === 'deleted') return null;
  if (state === 'recording') return { kind: 'recording' };
  return state === 'record_error' ? { kind: 'record-error' } : { kind: 'unknown-status', status };
}

const MOST_SHOWN = 10;

/** A file against a certificate, of this account or of anybody else. `method`: see `knownOf`. */
export function judgeCertificate(
  { digests, sizeBytes }: JudgedFile,
  reading: CertificateReading | null,
  method: HashMethod | null,
): Evaluation {
  const decidedBy = 'certificate';
  if (reading === null) return unsure({ kind: 'not-a-certificate' }, decidedBy);
  const { fingerprints, isNamed, stated, statedText } = reading;
  const known = knownOf(reading, method);
  if (contradictionIn(reading, { digests, sizeBytes }) !== null) {
    return unsure({ kind: 'certificate-contradicts-itself' }, decidedBy);
  }
  const standings = fingerprints.map((each) => ({
    each,
    standing: standingOf(each.text, digests, known),
  }));
  for (const { each, standing } of standings) {
    if (standing.kind !== 'equal') continue;
    const comparison = compared('certificate', each.at, each.text, standing);
    return { kind: 'match', comparison, decidedBy };
  }
  for (const { each, standing } of standings) {
    if (standing.kind !== 'different' || !(isNamed || standing.reading.isStated)) continue;
    const comparison = compared('certificate', each.at, each.text, standing);
    return { kind: 'mismatch', comparison, decidedBy, missing: standing.missing };
  }
  if (otherSize(reading, sizeBytes) !== null) {
    return { kind: 'mismatch', comparison: null, decidedBy, missing: missingOf(reading, digests) };
  }
  if (fingerprints.length === 0)
    return unsure({ kind: 'certificate-without-fingerprint' }, decidedBy);
  if (statedText !== null && (stated === null || !isComputed(stated))) {
    return unsure({ kind: 'certificate-method-not-computed', stated: statedText }, decidedBy);
  }
  const written = [...new Set(fingerprints.map(({ text }) => text))].slice(0, MOST_SHOWN);
  return unsure({ kind: 'certificate-method-unknown', written }, decidedBy);
}

const isComputed = (algorithm: string) =>
  (DIGEST_ALGORITHMS as readonly string[]).includes(algorithm);

/** With one of them it would be the file's fingerprint, and then the certificate contradicts itself. */
function missingOf(reading: CertificateReading, digests: Digests): Missing {
  return algorithmsForCertificate(reading, null).filter((each) => digests[each] === undefined);
}

/** What the certificate says that cannot all be so, of the file that has its fingerprint. */
export function contradictionIn(
  reading: CertificateReading,
  { digests, sizeBytes }: JudgedFile,
): Contradiction | null {
  if (reading.contradiction !== null) return reading.contradiction;
  const standings = reading.fingerprints.map(({ text }) => ({
    text,
    readings: readFileHash(text),
  }));
  const equal = standings.find(({ readings }) => equalReading(readings, digests) !== null);
  if (equal === undefined) return null;
  const size = otherSize(reading, sizeBytes);
  if (size !== null) return { about: 'file-size', values: [size.text, String(sizeBytes)] };
  const other = standings.find(
    ({ readings }) =>
      reading.isNamed &&
      readings.length > 0 &&
      readings.every(({ algorithm, digestHex }) => (digests[algorithm] ?? digestHex) !== digestHex),
  );
  return other === undefined ? null : { about: 'fingerprint', values: [equal.text, other.text] };
}

/** A record that could speak for a certificate, with what the account keeps of it. */
export interface KnownRecord extends HeldRecord {
  /** As the service's list names it; empty when it does not. */
  readonly ownerName: string;
  /** The certificate that the service gave to this account; null: it is not kept here. */
  readonly kept: CertificateReading | null;
}

export interface CertificateEvidence {
  readonly file: JudgedFile | null;
  readonly reading: CertificateReading;
  /** The record that the certificate is about, or another one of this account with the file's content. */
  readonly record: KnownRecord | null;
  /** The file against that record; null: it was not compared. */
  readonly ofRecord: Evaluation | null;
  readonly method: HashMethod | null;
  /** False: nobody has signed in here who could have read a record. */
  readonly hasAccount: boolean;
}

/** A file with a certificate, and the certificate with what is known of its record. */
export function judgeBoth(evidence: CertificateEvidence & { readonly file: JudgedFile }) {
  const { file, reading, method, record, ofRecord } = evidence;
  const evaluation = judgeCertificate(file, reading, method);
  const confirmation = judgeConfirmation(evidence);
  if (record === null || evaluation.kind !== 'mismatch' || ofRecord?.kind !== 'match') {
    return { evaluation, confirmation };
  }
  // The file is that of the record, so what differs is the certificate.
  const written = evaluation.comparison?.written ?? '';
  const doubt = { kind: 'certificate-contradicts-record', written } as const;
  const against: Confirmation = { kind: 'denied', by: 'record', record: record.facts };
  return { evaluation: unsure(doubt, 'certificate'), confirmation: against };
}

/** For whoever has no account here: nothing is known of any record. */
export function judgeAlone(reading: CertificateReading, file: JudgedFile) {
  return judgeBoth({
    file,
    reading,
    record: null,
    ofRecord: null,
    method: null,
    hasAccount: false,
  });
}

/** Whether a record that was read from the service speaks for the certificate, or against it: whatever file is beside it. */
export function judgeConfirmation(evidence: CertificateEvidence): Confirmation {
  const { file, reading, record, hasAccount } = evidence;
  const contradiction = file === null ? reading.contradiction : contradictionIn(reading, file);
  if (contradiction !== null) return { kind: 'denied', by: 'itself', contradiction };
  if (!hasAccount) return { kind: 'unconfirmed', why: 'no-account' };
  if (record === null) return { kind: 'unconfirmed', why: 'no-record' };
  const isSame = isFingerprintOf(evidence, record);
  if (isSame === false) return { kind: 'denied', by: 'record', record: record.facts };
  const fields = compareFields(reading, record);
  if (fields.contradiction !== null) {
    return {
      kind: 'denied',
      by: 'record',
      record: record.facts,
      contradiction: fields.contradiction,
    };
  }
  if (isSame === null) return { kind: 'unconfirmed', why: 'unread-record' };
  const { compared: same, uncompared } = fields;
  return { kind: 'confirmed', by: 'record', record: record.facts, compared: same, uncompared };
}

/** Whether certificate and record name the same content; null: that cannot be told. */
function isFingerprintOf(
  { file, reading, ofRecord, method }: CertificateEvidence,
  { facts, fileHash }: HeldRecord,
): boolean | null {
  const ofCertificate = file === null ? null : judgeCertificate(file, reading, method);
  // The file has the certificate's content, and so tells also where the two are written in different ways.
  if (ofCertificate?.kind === 'match' && ofRecord?.kind === 'match') return true;
  if (ofCertificate?.kind === 'match' && ofRecord?.kind === 'mismatch') return false;
  if (ofCertificate?.kind === 'mismatch' && ofRecord?.kind === 'match') return false;
  if (fileHash.kind !== 'known' || doubtAboutStatus(facts.status) !== null) return null;
  return areSameFingerprints(reading, fileHash.written, method);
}

/** Two that differ may be made in two ways: that they differ counts when both are made as it is stated, or known of the service. */
function areSameFingerprints(
  reading: CertificateReading,
  written: string,
  method: HashMethod | null,
): boolean | null {
  const ofRecord = readFileHash(written);
  const ofCertificate = reading.fingerprints.flatMap(({ text }) => readFileHash(text));
  const isEqual = ofCertificate.some((one) =>
    ofRecord.some(
      (other) => one.algorithm === other.algorithm && one.digestHex === other.digestHex,
    ),
  );
  if (isEqual) return true;
  const [one, other] = [
    madeAs(ofCertificate, knownOf(reading, method)),
    madeAs(ofRecord, learned(method)),
  ];
  return one !== undefined && one.algorithm === other?.algorithm ? false : null;
}

/** Services round, and keep several times of one record; a date that was forged to matter is further off. */
const SAME_MOMENT_MS = DAY_MS;

interface ComparedFields {
  readonly compared: readonly CertificateField[];
  readonly uncompared: readonly CertificateField[];
  readonly contradiction: Contradiction | null;
}

/** Every field of the certificate with the one of the record, and with the certificate that the service gave to this account. */
export function compareFields(reading: CertificateReading, record: KnownRecord): ComparedFields {
  const same = new Set<CertificateField>();
  const open = new Set<CertificateField>();
  for (const said of reading.said) {
    const { meaning } = said;
    if (meaning === 'file-id' || meaning === 'hash' || meaning === 'method') continue;
    const known = knownValue(said, record);
    if (known === null || (!known.isSame && isCut(said))) {
      open.add(meaning);
      continue;
    }
    if (!known.isSame) {
      const contradiction = { about: aboutOf(meaning), values: [said.text, known.text] } as const;
      return { compared: [], uncompared: [], contradiction };
    }
    same.add(meaning);
  }
  return {
    compared: listed(same),
    uncompared: listed(open).filter((field) => !same.has(field)),
    contradiction: null,
  };
}

const listed = (found: ReadonlySet<CertificateField>) =>
  CERTIFICATE_FIELDS.filter((field) => found.has(field));

/** Null: nothing is known of it. */
function knownValue(
  said: Said,
  { facts, ownerName, kept }: KnownRecord,
): { readonly isSame: boolean; readonly text: string } | null {
  const { meaning, value } = said;
  const own = kept?.said.find((each) => each.meaning === meaning);
  if (own !== undefined) return { isSame: isSameField(said, own), text: own.text };
  switch (meaning) {
    case 'name':
      return { isSame: isSameName(said, facts.name), text: facts.name };
    case 'project':
      return { isSame: value === facts.projectId, text: facts.projectId };
    case 'project-name':
      return textual(said, facts.projectName ?? '');
    case 'owner':
      return textual(said, ownerName);
    case 'size':
      return facts.sizeBytes === null || !said.isInBytes
        ? null
        : { isSame: value === facts.sizeBytes, text: String(facts.sizeBytes) };
    case 'uploaded':
    case 'recorded':
      return sameMoment(meaning, Number(value), facts);
    case 'transaction':
    case 'block':
    case 'block-hash':
    case 'owner-address':
    case 'file-id':
    case 'hash':
    case 'method':
      return null;
    default:
      return meaning satisfies never;
  }
}

function isSameField(one: Said, other: Said): boolean {
  if (one.meaning === 'uploaded' || one.meaning === 'recorded') {
    return Math.abs(Number(one.value) - Number(other.value)) < MINUTE_MS; // a page may show minutes alone
  }
  const isText =
    one.meaning === 'name' || one.meaning === 'project-name' || one.meaning === 'owner';
  return (
    one.value === other.value ||
    (isText && (isNameWritten(one, other.text) || isNameWritten(other, one.text)))
  );
}

const words = (text: string) =>
  text
    .toLowerCase()
    .normalize()
    .split(/[\s,]+/)
    .toSorted()
    .join(' ');

function textual(said: Said, known: string) {
  if (known === '') return null;
  const isSame = words(String(said.value)) === words(known) || isNameWritten(said, known);
  return { isSame, text: known };
}

/** What two certificates of one record have to agree on. */
const OF_ONE_RECORD = ['uploaded', 'recorded', 'owner'] as const;

export function contradictionBetween(
  readings: readonly Pick<CertificateReading, 'said'>[],
): Contradiction | null {
  for (const meaning of OF_ONE_RECORD) {
    const [first, ...others] = readings.flatMap(({ said }) =>
      said.filter((each) => each.meaning === meaning),
    );
    const other = others.find((each) => first !== undefined && isOtherField(first, each));
    if (first !== undefined && other !== undefined) {
      return { about: aboutOf(meaning), values: [first.text, other.text] };
    }
  }
  return null;
}

/** Whether a document of the record of a file, which these certificates fit, is about another content or contradicts them. */
export function isOfAnother(
  document: CertificateReading,
  certificates: readonly CertificateReading[],
  file: JudgedFile,
): boolean {
  const isOther = document.isNamed && judgeCertificate(file, document, null).kind !== 'match';
  return isOther || contradictionBetween([document, ...certificates]) !== null;
}

/** Of one field that two certificates of one record have. What a page cut off differs from nothing. */
function isOtherField(one: Said, other: Said): boolean {
  if (one.meaning === 'uploaded' || one.meaning === 'recorded') {
    return Math.abs(Number(one.value) - Number(other.value)) > SAME_MOMENT_MS;
  }
  if (isCut(one) || isCut(other) || CODE.test(one.text + other.text)) return false;
  return !isPartOf(one, other) && !isPartOf(other, one);
}

/** No name of a person, but an id or an address: another way to say who it is. */
const CODE = /[\d@]/;

/** "Ada" of "Løvland, Ada". */
function isPartOf(part: Said, of: Said): boolean {
  const whole = new Set(namesIn(of.text));
  return namesIn(part.text).every((each) => whole.has(each)) || isNameWritten(part, of.text);
}

const namesIn = (text: string) =>
  text
    .toLowerCase()
    .normalize()
    .split(/[^\p{L}\p{M}]+/u);

function sameMoment(
  meaning: 'uploaded' | 'recorded',
  atMs: number,
  { uploadedAtMs, notarizedAtMs }: RecordFacts,
) {
  if (uploadedAtMs === null) return null;
  const isEarly = atMs < uploadedAtMs - SAME_MOMENT_MS;
  const latestMs =
    meaning === 'uploaded' ? uploadedAtMs : Math.max(notarizedAtMs ?? 0, uploadedAtMs);
  const isLate = atMs > latestMs + SAME_MOMENT_MS;
  if (isLate && meaning === 'recorded' && notarizedAtMs === null) return null;
  // A record has no such time: without the service's own certificate it can be contradicted by others, not be the same.
  if (meaning === 'recorded' && !isEarly && !isLate) return null;
  return { isSame: !isEarly && !isLate, text: isoFromMs(isEarly ? uploadedAtMs : latestMs) };
}

const base = (name: string) => name.toLowerCase().replace(/^.*[\\/]/s, '');

/** A certificate may name it with its folder, or without its ending. */
function isSameName(said: Said, name: string): boolean {
  const [one, other] = [base(String(said.value)), base(name.normalize())];
  return one === other || one === other.replace(/\.[^.]*$/, '') || isNameWritten(said, name);
}

/**
 * When its record came onto the chain, by the certificate that the service gave for it. Null: it does not say; or it is of
 * another file or record, or contradicts itself; or that is before the upload, or later than the record was seen there.
 */
export function recordedAtMs(
  reading: CertificateReading,
  file: JudgedFile,
  known: Pick<RecordFacts, 'fileId' | 'uploadedAtMs'> & { readonly seenAtMs: number | null },
): number | null {
  const said = reading.said.find(({ meaning }) => meaning === 'recorded');
  if (said === undefined || isAgainst(reading, file, null)) return null;
  if (reading.fileIds.length > 0 && !reading.fileIds.includes(known.fileId)) return null;
  const atMs = Number(said.value);
  const isPossible = atMs >= (known.uploadedAtMs ?? 0) && atMs <= (known.seenAtMs ?? Infinity);
  return isPossible ? atMs : null;
}

/** Whether a certificate of this account's own speaks of another file than this one, or against itself. */
export function isAgainst(
  reading: CertificateReading,
  file: JudgedFile,
  method: HashMethod | null,
): boolean {
  const { kind } = judgeCertificate(file, reading, method);
  return kind === 'mismatch' || contradictionIn(reading, file) !== null;
}
