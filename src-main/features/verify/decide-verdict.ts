/**
 * Decides about a file that was read: the verdict with its record, and which other records have its content. The
 * comparison itself is pure (evaluate-record.ts); this module supplies it with what an account knows.
 */
import type {
  DigestAlgorithm,
  FileDigests,
  HashMethod,
} from '../../../src-shared/model/proofs/hash-method.ts';
import type { Confirmation } from '../../../src-shared/model/proofs/proof.ts';
import { contradictionAbout, contradictionWith } from '../certificates/find-contradiction.ts';
import type { CertificateReading } from '../certificates/read-certificate.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type {
  DecidedBy,
  Doubt,
  ReadFile,
  RecordFacts,
  Verdict,
} from '../../../src-shared/model/proofs/verdict.ts';
import {
  areSameFingerprints,
  evaluateCertificate,
  doubtAboutStatus,
  type HeldRecord,
  isAsSent,
  type Evaluation,
  type Examination,
} from './evaluate-record.ts';
import { isAbout, type Target, type TargetParts } from './verify-target.ts';

/** What an account adds to the comparison. */
export interface VerifierAccount extends TargetParts {
  readonly service: string;
  readonly method: () => HashMethod | null;
  readonly examine: (digests: FileDigests, record: HeldRecord) => Examination;
}

export interface Decision {
  readonly verdict: Verdict;
  readonly decidedBy: DecidedBy;
  readonly isAsUploaded: boolean | null;
  readonly confirmation: Confirmation;
  /** Digests that were not computed and could still make it a match. */
  readonly missing?: readonly DigestAlgorithm[];
}

const MOST_ASKED = 10; // documents of records that may match a file

/**
 * Available documents are compared; the service is asked for the document of a record only when the file may match it.
 */
export async function decide(
  file: ReadFile,
  target: Target,
  account: VerifierAccount | null,
  signal: AbortSignal,
): Promise<Decision> {
  if (target.kind === 'certificate') return decideAboutCertificate(file, target, account, signal);
  if (account === null) throw new Error(`${target.kind} needs an account`);
  if (target.kind === 'many') return search(file, target, account, signal);
  const { held } = target;
  return decided(file, account.examine(file.digests, held), held, account, confirmedBy(held));
}

async function decideAboutCertificate(
  file: ReadFile,
  { reading, isOurs, held: named }: Extract<Target, { kind: 'certificate' }>,
  account: VerifierAccount | null,
  signal: AbortSignal,
): Promise<Decision> {
  if (reading === null) {
    const verdict: Verdict = {
      kind: 'unsure',
      doubt: { kind: 'not-a-certificate' },
      record: null,
      matches: matchesOf(file, account),
    };
    const confirmation = { kind: 'unconfirmed', why: 'no-record' } as const;
    return { verdict, decidedBy: 'certificate', isAsUploaded: null, confirmation };
  }
  const method = isOurs ? (account?.method() ?? null) : null;
  const evaluated = evaluateCertificate(file.digests, reading, method);
  const held =
    named === null || account === null ? named : await account.held.withFingerprint(named, signal);
  const ofRecord = held && (account?.examine(file.digests, held) ?? null);
  if (evaluated.kind === 'mismatch' && ofRecord?.kind === 'match') {
    const { written } = evaluated.comparison;
    const doubt: Doubt = { kind: 'certificate-contradicts-record', written };
    const against: Confirmation =
      held === null ? confirmedBy(null) : { kind: 'denied', by: 'record', record: held.facts };
    return decided(file, { ...evaluated, kind: 'unsure', doubt }, held, account, against);
  }
  const contradiction = contradictionAbout(
    reading,
    evaluated.kind === 'match' ? file.sizeBytes : null,
  );
  const decision = decided(
    file,
    evaluated,
    held,
    account,
    contradiction === null
      ? confirmationBy({ file, reading, evaluated, held, ofRecord, account })
      : { kind: 'denied', by: 'itself', contradiction },
  );
  // A record denies the certificate only once every way to read its fingerprint was tried.
  const missing = ofRecord?.kind === 'mismatch' ? ofRecord.missing : [];
  return { ...decision, missing: [...new Set([...(decision.missing ?? []), ...missing])] };
}

interface CertificateFacts {
  readonly file: ReadFile;
  readonly reading: CertificateReading;
  /** The file against the certificate. */
  readonly evaluated: Evaluation;
  readonly held: HeldRecord | null;
  /** The file against the record. */
  readonly ofRecord: Evaluation | null;
  readonly account: VerifierAccount | null;
}

/** Whether a record that was read from the service speaks for the certificate, or against it: whatever file is beside it. */
function confirmationBy(facts: CertificateFacts): Confirmation {
  const { file, reading, evaluated, held, account } = facts;
  if (account === null) return { kind: 'unconfirmed', why: 'no-account' };
  if (held === null) {
    const matches = evaluated.kind === 'match' ? matchesOf(file, account) : [];
    const record = matches.find((each) => isAbout(reading, each));
    return record === undefined
      ? { kind: 'unconfirmed', why: 'no-record' }
      : confirmedUnless(reading, record);
  }
  const isSame = isFingerprintOf(facts, held, account);
  if (isSame === null) return { kind: 'unconfirmed', why: 'unread-record' };
  return isSame
    ? confirmedUnless(reading, held.facts)
    : { kind: 'denied', by: 'record', record: held.facts };
}

function confirmedUnless(reading: CertificateReading, record: RecordFacts): Confirmation {
  const contradiction = contradictionWith(reading.said, record);
  return contradiction === null
    ? { kind: 'confirmed', by: 'record', record }
    : { kind: 'denied', by: 'record', record, contradiction };
}

/** Whether certificate and record name the same content; null: that cannot be told. */
function isFingerprintOf(
  { reading, evaluated, ofRecord }: CertificateFacts,
  { facts, fileHash }: HeldRecord,
  account: VerifierAccount,
): boolean | null {
  // The file has the certificate's content, and so tells also where the two are written in different ways.
  if (evaluated.kind === 'match' && ofRecord?.kind === 'match') return true;
  if (evaluated.kind === 'match' && ofRecord?.kind === 'mismatch') return false;
  if (fileHash.kind !== 'known' || doubtAboutStatus(facts.status) !== null) return null;
  return areSameFingerprints(reading, fileHash.written, account.method());
}

/** Of a comparison with the record itself. */
function confirmedBy(held: HeldRecord | null): Confirmation {
  if (held === null) return { kind: 'unconfirmed', why: 'no-record' };
  return held.fileHash.kind === 'known'
    ? { kind: 'confirmed', by: 'record', record: held.facts }
    : { kind: 'unconfirmed', why: 'unread-record' };
}

function decided(
  file: ReadFile,
  evaluated: Evaluation,
  held: HeldRecord | null,
  account: VerifierAccount | null,
  confirmation: Confirmation,
): Decision {
  const record = held?.facts ?? null;
  const isAsUploaded = held === null ? null : isAsSent(file.digests, held);
  const { decidedBy } = evaluated;
  switch (evaluated.kind) {
    case 'match':
      return {
        verdict: { kind: 'match', record, comparison: evaluated.comparison },
        decidedBy,
        isAsUploaded,
        confirmation,
      };
    case 'mismatch': {
      const { comparison, missing } = evaluated;
      const size = record?.sizeBytes ?? null;
      const longerByBytes = size === null ? null : file.sizeBytes - size;
      const matches = matchesOf(file, account);
      const verdict: Verdict = { kind: 'mismatch', record, comparison, longerByBytes, matches };
      return { verdict, decidedBy, isAsUploaded, confirmation, missing };
    }
    case 'unsure': {
      const matches = matchesOf(file, account);
      const { doubt, missing = [] } = evaluated;
      const verdict: Verdict = { kind: 'unsure', doubt, record, matches };
      return { verdict, decidedBy, isAsUploaded, confirmation, missing };
    }
    default:
      return assertNever(evaluated);
  }
}

/** The best record that has this content; if there is none, the uncertainty of the best one that could have it. */
async function search(
  file: ReadFile,
  { records, projectId }: Extract<Target, { kind: 'many' }>,
  account: VerifierAccount,
  signal: AbortSignal,
): Promise<Decision> {
  const candidates = account.held
    .withDigests(file.digests)
    .filter(({ facts }) => projectId === null || facts.projectId === projectId);
  const examined: { readonly held: HeldRecord; readonly examination: Examination }[] = [];
  for (const candidate of candidates.slice(0, MOST_ASKED)) {
    const held = await account.held.withFingerprint(candidate, signal);
    examined.push({ held, examination: account.examine(file.digests, held) });
  }
  const found =
    best(examined.filter(({ examination }) => examination.kind === 'match')) ?? best(examined);
  if (found !== null) {
    const { examination, held } = found;
    const decision = decided(file, examination, held, account, confirmedBy(held));
    return { ...decision, decidedBy: 'search' };
  }
  const uncompared = (records ?? []).filter(isUncompared).length;
  const compared = (records?.length ?? account.held.count()) - uncompared;
  const verdict: Verdict = {
    kind: 'unsure',
    doubt: { kind: 'no-such-record', projectId, compared, uncompared },
    record: null,
    matches: [],
  };
  return { verdict, decidedBy: 'search', isAsUploaded: null, confirmation: confirmedBy(null) };
}

/** Without an entry on the chain there is nothing to compare with. */
function isUncompared({ facts, sent, fileHash }: HeldRecord): boolean {
  const isUnknown = sent === null && fileHash.kind !== 'known';
  return isUnknown && doubtAboutStatus(facts.status) === null;
}

/** Records that certainly have this content, the best first. */
function matchesOf(file: ReadFile, account: VerifierAccount | null): readonly RecordFacts[] {
  if (account === null) return [];
  const matching = account.held
    .withDigests(file.digests)
    .filter((held) => account.examine(file.digests, held).kind === 'match');
  return matching.map(({ facts }) => facts).toSorted(bestFirst);
}

function best<Item extends { readonly held: HeldRecord }>(items: readonly Item[]): Item | null {
  return items.toSorted((one, other) => bestFirst(one.held.facts, other.held.facts))[0] ?? null;
}

/** Records on the service before deleted ones, then the earliest: it proves the most. */
function bestFirst(one: RecordFacts, other: RecordFacts): number {
  return rankOf(one) - rankOf(other) || timeOf(one) - timeOf(other);
}

function rankOf({ status }: RecordFacts): number {
  return status === 'Available' ? 0 : 1;
}

function timeOf({ notarizedAtMs, uploadedAtMs }: RecordFacts): number {
  return notarizedAtMs ?? uploadedAtMs ?? Number.MAX_SAFE_INTEGER;
}
