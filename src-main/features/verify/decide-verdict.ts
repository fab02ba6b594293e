/**
 * Finds for a file that was read what an account knows: its record, and which other records have its content. What that
 * amounts to is for the judge alone to say (`src-shared/model/proofs/judge.ts`).
 */
import type {
  DigestAlgorithm,
  Digests,
  HashMethod,
} from '../../../src-shared/model/proofs/hash-method.ts';
import {
  doubtAboutStatus,
  type Evaluation,
  type Examination,
  type HeldRecord,
  judgeAlone,
  judgeBoth,
  judgeCertificate,
  type JudgedFile,
} from '../../../src-shared/model/proofs/judge.ts';
import type { Confirmation } from '../../../src-shared/model/proofs/proof.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import {
  type DecidedBy,
  type ReadFile,
  type RecordFacts,
  recordKey,
  type Verdict,
} from '../../../src-shared/model/proofs/verdict.ts';
import type { CertificateReading } from '../../../src-shared/model/proofs/read-certificate.ts';
import { isAbout, type Target, type TargetParts } from './verify-target.ts';

/** What an account adds to the comparison. */
export interface VerifierAccount extends TargetParts {
  readonly service: string;
  readonly method: () => HashMethod | null;
  readonly examine: (digests: Digests, record: HeldRecord) => Examination;
  /** Records of files on this computer that were changed since, and have this content now. */
  readonly changedFrom: (digests: Digests) => readonly HeldRecord[];
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
  const { held, isOwn } = target;
  const examined = account.examine(file.digests, held);
  const decision = decided(file, examined, held, account, confirmedBy(held));
  const isOfIt = ({ facts }: HeldRecord) => recordKey(facts) === recordKey(held.facts);
  const isChanged = isOwn || account.changedFrom(file.digests).some(isOfIt);
  return isChanged ? asChangedSince(decision) : decision;
}

function asChangedSince({ verdict, ...decision }: Decision): Decision {
  // Whether bytes that cannot be compared yet are others, nobody knows.
  const isOther =
    verdict.kind === 'mismatch' || (verdict.kind === 'unsure' && decision.isAsUploaded === false);
  return { ...decision, verdict: isOther ? { ...verdict, isChangedSince: true } : verdict };
}

type CertificateTarget = Extract<Target, { kind: 'certificate' }>;

/** Both lights of a file and a certificate, with what an account keeps of its record. Asks nobody. */
export async function judgeWith(
  file: JudgedFile,
  { reading, isOurs, held }: CertificateTarget & { readonly reading: CertificateReading },
  account: VerifierAccount,
) {
  const { digests } = file;
  const method = isOurs ? account.method() : null;
  // Without its own record, another one of this account with the same content.
  const other =
    held === null && judgeCertificate(file, reading, method).kind === 'match'
      ? account.held
          .withDigests(digests)
          .find(
            (each) =>
              isAbout(reading, each.facts) && account.examine(digests, each).kind === 'match',
          )
      : undefined;
  const known = held ?? other ?? null;
  const ofRecord = known && account.examine(digests, known);
  const record = known && (await account.held.known(known));
  return { ...judgeBoth({ file, reading, record, ofRecord, method, hasAccount: true }), ofRecord };
}

async function decideAboutCertificate(
  file: ReadFile,
  target: CertificateTarget,
  account: VerifierAccount | null,
  signal: AbortSignal,
): Promise<Decision> {
  const { reading, held: named } = target;
  if (reading === null) {
    const confirmation = { kind: 'unconfirmed', why: 'no-record' } as const;
    return decided(file, judgeCertificate(file, null, null), null, account, confirmation);
  }
  if (account === null) {
    const { evaluation, confirmation } = judgeAlone(reading, file);
    return decided(file, evaluation, null, null, confirmation);
  }
  const held = named && (await account.held.withFingerprint(named, signal));
  const both = await judgeWith(file, { ...target, reading, held }, account);
  const { evaluation, confirmation, ofRecord } = both;
  const decision = decided(file, evaluation, held, account, confirmation);
  // A record denies the certificate only once every way to read its fingerprint was tried.
  const missing = ofRecord?.kind === 'mismatch' ? ofRecord.missing : [];
  return { ...decision, missing: [...new Set([...(decision.missing ?? []), ...missing])] };
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
  const isAsUploaded =
    held === null ? null : (account?.examine(file.digests, held).isAsSent ?? null);
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

/**
 * The best record that has this content; if there is none, the uncertainty of the best one that could have it, or that of the file
 * here that was changed to it.
 */
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
  const changed = account
    .changedFrom(file.digests)
    .find(({ facts }) => projectId === null || facts.projectId === projectId);
  if (changed !== undefined) {
    const held = await account.held.withFingerprint(changed, signal);
    const examination = account.examine(file.digests, held);
    const decision = decided(file, examination, held, account, confirmedBy(held));
    return { ...asChangedSince(decision), decidedBy: 'search' };
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
