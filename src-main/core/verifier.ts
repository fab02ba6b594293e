/**
 * Verifies a file: finds what to hold it against, reads it once, and judges. Without an account a certificate alone has
 * to do. What the service is asked for is at most a record's metadata document, never anything about the file.
 */
import path from 'node:path';
import type { VerifyAgainst } from '../../src-shared/bridge/verify-calls.ts';
import type { CoreFault } from '../../src-shared/model/core-fault.ts';
import {
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  type HashMethod,
} from '../../src-shared/model/hash-method.ts';
import { assertNever, ok, type Result } from '../../src-shared/model/result.ts';
import type {
  DecidedBy,
  ReadFile,
  RecordFacts,
  Verdict,
  Verification,
} from '../../src-shared/model/verdict.ts';
import type { HeldRecord } from '../certificates/held-record.ts';
import { algorithmsForCertificate, judgeCertificate } from '../certificates/judge-certificate.ts';
import {
  algorithmsFor,
  doubtAboutStatus,
  isAsSent,
  judgeRecord,
  type Judgement,
} from '../certificates/judge-record.ts';
import { readCertificate } from '../certificates/read-certificate.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { ReadDigests } from './read-digests.ts';
import { findTarget, type Target, type TargetParts } from './verify-target.ts';

/** What is verified: a file at an absolute path, or one that was read already. */
export type VerifiedThing = { readonly path: string } | { readonly file: ReadFile };

/** What an account adds to the comparison. */
export interface VerifierAccount extends TargetParts {
  readonly service: string;
  readonly method: () => HashMethod | null;
  readonly learn: (method: HashMethod) => void;
}

export interface VerifierParts {
  readonly read: ReadDigests;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly ids: Ids;
  /** Fails while nobody has signed in on this computer, or the account's data cannot be read. */
  readonly account: () => Result<VerifierAccount, CoreFault>;
}

/** Bytes read so far, of how many when the reading began. */
export type OnRead = (doneBytes: number, totalBytes: number) => void;

/** Aborting ends the reading and rejects with the signal's reason. */
export type Verify = (
  thing: VerifiedThing,
  against: VerifyAgainst,
  onProgress: OnRead | undefined,
  signal: AbortSignal,
) => Promise<Result<Verification, CoreFault>>;

interface Decision {
  readonly verdict: Verdict;
  readonly decidedBy: DecidedBy;
  readonly isAsUploaded: boolean | null;
  /** Digests that could still make it a match. */
  readonly missing?: readonly DigestAlgorithm[];
}

const MOST_ASKED = 10; // documents of records that a file may be
const ALL: readonly DigestAlgorithm[] = DIGEST_ALGORITHMS.filter(
  (each) => each !== 'sha256' && each !== 'blake3',
);

export function makeVerify({ read, clock, ids, account: findAccount }: VerifierParts): Verify {
  return async (thing, against, onProgress, signal) => {
    const opened = findAccount();
    if (!opened.ok && against.kind !== 'certificate') return opened;
    const account = opened.ok ? opened.value : null;
    const filePath = 'path' in thing ? thing.path : thing.file.path;
    const name = 'path' in thing ? path.basename(thing.path) : thing.file.name;
    const target = await targetOf(against, filePath, account, signal);
    if (!target.ok) return target;
    const known = account?.method() ?? null;
    const algorithms = algorithmsOf(target.value, known);
    const reading = await readThing(thing, algorithms);
    const about = { asked: { name, path: filePath }, against: against.kind };
    if (reading.kind === 'doubt') {
      const record = factsOf(target.value);
      const verdict: Verdict = { kind: 'unsure', doubt: reading.doubt, record, matches: [] };
      return ok(
        told({ verdict, decidedBy: 'reading', isAsUploaded: null }, { ...about, file: null }),
      );
    }
    let { file } = reading;
    let decision = await decide(file, target.value, account, signal);
    const { missing = [] } = decision;
    if (missing.length > 0 && 'path' in thing) {
      // Before it is said that a file differs, every way the fingerprint could be meant is tried.
      const again = await readThing(thing, [...algorithms, ...missing]);
      if (again.kind === 'read' && again.file.digests.sha256 === file.digests.sha256) {
        file = again.file;
        decision = await decide(file, target.value, account, signal);
      }
    }
    return ok(told(decision, { ...about, file }));

    async function readThing(what: VerifiedThing, wanted: readonly DigestAlgorithm[]) {
      if ('file' in what) return { kind: 'read', file: what.file } as const;
      return read(what.path, { algorithms: [...new Set(wanted)], onProgress }, signal);
    }

    function told(
      { verdict, decidedBy, isAsUploaded }: Decision,
      facts: Pick<Verification, 'asked' | 'against' | 'file'>,
    ): Verification {
      return {
        id: ids.hex(8),
        checkedAtMs: clock.nowMs(),
        ...facts,
        verdict,
        decidedBy,
        method: account?.method() ?? null,
        isAsUploaded,
        service: account?.service ?? null,
      };
    }
  };
}

/** Without an account a certificate speaks for itself. */
async function targetOf(
  against: VerifyAgainst,
  filePath: string | null,
  account: VerifierAccount | null,
  signal: AbortSignal,
): Promise<Result<Target, CoreFault>> {
  if (account !== null) return findTarget(against, filePath, account, signal);
  if (against.kind !== 'certificate') throw new Error(`${against.kind} needs an account`);
  const reading = readCertificate(against.text);
  return ok({ kind: 'certificate', reading, isOurs: false, held: null });
}

function factsOf(target: Target): RecordFacts | null {
  return target.kind === 'many' ? null : (target.held?.facts ?? null);
}

/** Everything while it is not known what will be needed: the file is read once. */
function algorithmsOf(target: Target, method: HashMethod | null): readonly DigestAlgorithm[] {
  switch (target.kind) {
    case 'record': {
      const { fileHash } = target.held;
      return algorithmsFor(fileHash.kind === 'known' ? [fileHash.written] : [], method);
    }
    case 'certificate':
      if (target.reading === null) return [];
      return algorithmsForCertificate(target.reading, target.isOurs ? method : null);
    case 'many':
      return method === null ? ALL : [method.algorithm].filter((each) => ALL.includes(each));
    default:
      return assertNever(target);
  }
}

/** What is at hand is compared; the service is asked for the document of a record only when a file may be that. */
async function decide(
  file: ReadFile,
  target: Target,
  account: VerifierAccount | null,
  signal: AbortSignal,
): Promise<Decision> {
  switch (target.kind) {
    case 'record': {
      const { held } = target;
      const judged = judgeRecord(file.digests, held, account?.method() ?? null);
      learnFrom(judged, account);
      return decided(file, judged, held, account);
    }
    case 'certificate': {
      const { reading, isOurs, held } = target;
      if (reading === null) {
        const verdict: Verdict = {
          kind: 'unsure',
          doubt: { kind: 'not-a-certificate' },
          record: null,
          matches: matchesOf(file, null, account),
        };
        return { verdict, decidedBy: 'certificate', isAsUploaded: null };
      }
      const method = isOurs ? (account?.method() ?? null) : null;
      return decided(file, judgeCertificate(file.digests, reading, method), held, account);
    }
    case 'many':
      return search(file, target, account, signal);
    default:
      return assertNever(target);
  }
}

function decided(
  file: ReadFile,
  judged: Judgement,
  held: HeldRecord | null,
  account: VerifierAccount | null,
): Decision {
  const record = held?.facts ?? null;
  const isAsUploaded = held === null ? null : isAsSent(file.digests, held);
  const { decidedBy } = judged;
  switch (judged.kind) {
    case 'match':
      return {
        verdict: { kind: 'match', record, comparison: judged.comparison },
        decidedBy,
        isAsUploaded,
      };
    case 'mismatch': {
      const { comparison, missing } = judged;
      const size = record?.sizeBytes ?? null;
      const longerByBytes = size === null ? null : file.sizeBytes - size;
      const matches = matchesOf(file, record, account);
      const verdict: Verdict = { kind: 'mismatch', record, comparison, longerByBytes, matches };
      return { verdict, decidedBy, isAsUploaded, missing };
    }
    case 'unsure': {
      const matches = matchesOf(file, record, account);
      const { doubt, missing = [] } = judged;
      const verdict: Verdict = { kind: 'unsure', doubt, record, matches };
      return { verdict, decidedBy, isAsUploaded, missing };
    }
    default:
      return assertNever(judged);
  }
}

/** The best record that has this content; without one, the doubt of the best that could have it. */
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
  const judged = asked.map((held) => ({
    held,
    judgement: judgeRecord(file.digests, held, account?.method() ?? null),
  }));
  const found = best(judged.filter(({ judgement }) => judgement.kind === 'match')) ?? best(judged);
  if (found !== null) {
    learnFrom(found.judgement, account);
    return { ...decided(file, found.judgement, found.held, account), decidedBy: 'search' };
  }
  const uncompared = (records ?? []).filter(isUncompared).length;
  const compared = (records?.length ?? account?.held.count() ?? 0) - uncompared;
  const verdict: Verdict = {
    kind: 'unsure',
    doubt: { kind: 'no-such-record', projectId, compared, uncompared },
    record: null,
    matches: [],
  };
  return { verdict, decidedBy: 'search', isAsUploaded: null };
}

/** What is not on the chain has nothing to be compared with. */
function isUncompared({ facts, sent, fileHash }: HeldRecord): boolean {
  const isUnknown = sent === null && fileHash.kind !== 'known';
  return isUnknown && doubtAboutStatus(facts.status) === null;
}

/** Only a document of this service's own teaches how this service makes its fingerprints. */
function learnFrom(judged: Judgement, account: VerifierAccount | null): void {
  if (judged.kind !== 'match' || judged.comparison.source !== 'metadata') return;
  account?.learn(judged.comparison.method);
}

/** Records other than `but` that do have this content. */
function matchesOf(
  file: ReadFile,
  but: RecordFacts | null,
  account: VerifierAccount | null,
): readonly RecordFacts[] {
  if (account === null) return [];
  const matching = account.held
    .withDigests(file.digests)
    .filter((held) => held.facts.fileId !== but?.fileId)
    .filter((held) => judgeRecord(file.digests, held, account.method()).kind === 'match');
  return matching.map(({ facts }) => facts).toSorted(bestFirst);
}

function best<Item extends { readonly held: HeldRecord }>(items: readonly Item[]): Item | null {
  return items.toSorted((one, other) => bestFirst(one.held.facts, other.held.facts))[0] ?? null;
}

/** What is on the service before what was deleted there, then the earliest: it proves the most. */
function bestFirst(one: RecordFacts, other: RecordFacts): number {
  return rankOf(one) - rankOf(other) || timeOf(one) - timeOf(other);
}

function rankOf({ status }: RecordFacts): number {
  return status === 'Available' ? 0 : 1;
}

function timeOf({ notarizedAtMs, uploadedAtMs }: RecordFacts): number {
  return notarizedAtMs ?? uploadedAtMs ?? Number.MAX_SAFE_INTEGER;
}
