/**
 * Decides about a file that was read: the verdict with its record, and which other records have its content. The
 * comparison itself is pure (evaluate-record.ts); this module supplies it with what an account knows.
 */
import type { DigestAlgorithm, HashMethod } from '../../../src-shared/model/proofs/hash-method.ts';
import type { Confirmation } from '../../../src-shared/model/proofs/proof.ts';
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
  evaluateCertificate,
  doubtAboutStatus,
  type HeldRecord,
  isAsSent,
  type Evaluation,
  evaluateRecord,
} from './evaluate-record.ts';
import { isAbout, type Target, type TargetParts } from './verify-target.ts';

/** What an account adds to the comparison. */
export interface VerifierAccount extends TargetParts {
  readonly service: string;
  readonly method: () => HashMethod | null;
  readonly learn: (method: HashMethod) => void;
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
  switch (target.kind) {
    case 'record': {
      const { held } = target;
      const evaluated = evaluateRecord(file.digests, held, account?.method() ?? null);
      learnFrom(evaluated, account);
      return decided(file, evaluated, held, account, confirmedBy(held));
    }
    case 'certificate':
      return decideAboutCertificate(file, target, account, signal);
    case 'many':
      return search(file, target, account, signal);
    default:
      return assertNever(target);
  }
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
  const ofRecord = held && evaluateRecord(file.digests, held, account?.method() ?? null);
  if (evaluated.kind === 'mismatch' && ofRecord?.kind === 'match') {
    const { written } = evaluated.comparison;
    const doubt: Doubt = { kind: 'certificate-contradicts-record', written };
    return decided(file, { ...evaluated, kind: 'unsure', doubt }, held, account, confirmedBy(held));
  }
  const decision = decided(
    file,
    evaluated,
    held,
    account,
    reading.contradiction === null
      ? confirmationBy(file, reading, held, ofRecord, account)
      : { kind: 'denied', by: 'itself', contradiction: reading.contradiction },
  );
  // A record denies the certificate only once every way to read its fingerprint was tried.
  const missing = ofRecord?.kind === 'mismatch' ? ofRecord.missing : [];
  return { ...decision, missing: [...new Set([...(decision.missing ?? []), ...missing])] };
}

/** Whether a record that was read from the service speaks for the certificate, or against it. */
function confirmationBy(
  file: ReadFile,
  reading: CertificateReading,
  held: HeldRecord | null,
  ofRecord: Evaluation | null,
  account: VerifierAccount | null,
): Confirmation {
  if (account === null) return { kind: 'unconfirmed', why: 'no-account' };
  if (held !== null && ofRecord !== null) {
    const record = held.facts;
    if (ofRecord.kind === 'match') return { kind: 'confirmed', by: 'record', record };
    if (ofRecord.kind === 'mismatch') return { kind: 'denied', by: 'record', record };
    return { kind: 'unconfirmed', why: 'unread-record' };
  }
  const record = matchesOf(file, account).find((each) => isAbout(reading, each));
  return record === undefined
    ? { kind: 'unconfirmed', why: 'no-record' }
    : { kind: 'confirmed', by: 'record', record };
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
  account: VerifierAccount | null,
  signal: AbortSignal,
): Promise<Decision> {
  const candidates = (account?.held.withDigests(file.digests) ?? []).filter(
    ({ facts }) => projectId === null || facts.projectId === projectId,
  );
  const asked: HeldRecord[] = [];
  for (const held of candidates.slice(0, MOST_ASKED)) {
    asked.push((await account?.held.withFingerprint(held, signal)) ?? held);
  }
  const evaluated = asked.map((held) => ({
    held,
    evaluation: evaluateRecord(file.digests, held, account?.method() ?? null),
  }));
  const found =
    best(evaluated.filter(({ evaluation }) => evaluation.kind === 'match')) ?? best(evaluated);
  if (found !== null) {
    learnFrom(found.evaluation, account);
    const { evaluation, held } = found;
    const decision = decided(file, evaluation, held, account, confirmedBy(held));
    return { ...decision, decidedBy: 'search' };
  }
  const uncompared = (records ?? []).filter(isUncompared).length;
  const compared = (records?.length ?? account?.held.count() ?? 0) - uncompared;
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

/** Only a record's own document shows how this service makes its fingerprints; a certificate may come from anyone. */
function learnFrom(evaluated: Evaluation, account: VerifierAccount | null): void {
  if (evaluated.kind === 'match') account?.learn(evaluated.comparison.method);
}

/** Records that certainly have this content, the best first. */
function matchesOf(file: ReadFile, account: VerifierAccount | null): readonly RecordFacts[] {
  if (account === null) return [];
  const matching = account.held
    .withDigests(file.digests)
    .filter((held) => evaluateRecord(file.digests, held, account.method()).kind === 'match');
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
