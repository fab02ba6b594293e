/**
 * Verifies a file: finds what to compare it with, reads it once, and decides. Without an account, a certificate alone
 * must suffice. The service is asked for a record's metadata document at most, never anything about the file.
 */
import { basename } from 'node:path';
import type { VerifyAgainst } from '../../../src-shared/bridge/verify-calls.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import {
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  type HashMethod,
} from '../../../src-shared/model/proofs/hash-method.ts';
import { assertNever, ok, type Result } from '../../../src-shared/model/result.ts';
import type {
  Doubt,
  ReadFile,
  Verdict,
  Verification,
} from '../../../src-shared/model/proofs/verdict.ts';
import {
  algorithmsForCertificate,
  algorithmsForRecord,
} from '../../../src-shared/model/proofs/judge.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { decide, type Decision, type VerifierAccount } from './decide-verdict.ts';
import type { ReadDigests } from './read-digests.ts';
import { findTarget, type PdfText, readingOf, type Target } from './verify-target.ts';
import type { ArrivalVerdict } from '../../../src-shared/model/files/download-view.ts';
import type { PublicFile } from '../downloads/content/ask-store.ts';

/** The subject: a file at an absolute path, or one that was read already. */
export type VerifiedThing = { readonly path: string } | { readonly file: ReadFile };

export interface VerifierParts {
  readonly read: ReadDigests;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly ids: Ids;
  readonly pdfText: PdfText;
  /** Fails while no user has signed in on this computer, or the account's data cannot be read. */
  readonly account: () => Result<VerifierAccount, CoreFault>;
}

/** Bytes read so far, and the size when the reading began. */
export type OnRead = (doneBytes: number, totalBytes: number) => void;

/** Aborting ends the reading and rejects with the signal's reason. */
export type Verify = (
  thing: VerifiedThing,
  against: VerifyAgainst,
  onProgress: OnRead | undefined,
  signal: AbortSignal,
) => Promise<Result<Verification, CoreFault>>;

const ALL: readonly DigestAlgorithm[] = DIGEST_ALGORITHMS.filter(
  (each) => each !== 'sha256' && each !== 'blake3',
);

export function makeVerify({
  read,
  clock,
  ids,
  pdfText,
  account: findAccount,
}: VerifierParts): Verify {
  return async (thing, against, onProgress, signal) => {
    const opened = findAccount();
    if (!opened.ok && against.kind !== 'certificate') return opened;
    const account = opened.ok ? opened.value : null;
    const filePath = 'path' in thing ? thing.path : thing.file.path;
    const name = 'path' in thing ? basename(thing.path) : thing.file.name;
    const target = await targetOf(against, filePath, account, pdfText, signal);
    if (!target.ok) return target;
    const known = account?.method() ?? null;
    const algorithms = algorithmsOf(target.value, known);
    const reading = await readThing(thing, algorithms);
    const about = { asked: { name, path: filePath }, against: against.kind };
    const doubted = (doubt: Doubt) => {
      const record = target.value.kind === 'many' ? null : (target.value.held?.facts ?? null);
      const verdict: Verdict = { kind: 'unsure', doubt, record, matches: [] };
      const confirmation = { kind: 'unconfirmed', why: 'unread-record' } as const;
      return reported(
        { verdict, decidedBy: 'reading', isAsUploaded: null, confirmation },
        { ...about, file: null },
      );
    };
    if (reading.kind === 'doubt') return ok(doubted(reading.doubt));
    const { file } = reading;
    const decision = await decide(file, target.value, account, signal);
    const { missing = [] } = decision;
    if (missing.length === 0) return ok(reported(decision, { ...about, file }));
    if ('file' in thing) return ok({ ...reported(decision, { ...about, file }), untried: missing });
    // Before a file is reported as different, every possible reading of the fingerprint is tried.
    const again = await readThing(thing, [...algorithms, ...missing]);
    if (again.kind === 'doubt') return ok(doubted(again.doubt));
    if (again.file.digests.blake3 !== file.digests.blake3) {
      return ok(doubted({ kind: 'changed-while-read' }));
    }
    const final = await decide(again.file, target.value, account, signal);
    return ok(reported(final, { ...about, file: again.file }));

    async function readThing(what: VerifiedThing, wanted: readonly DigestAlgorithm[]) {
      if ('file' in what) return { kind: 'read', file: what.file } as const;
      return read(what.path, { algorithms: [...new Set(wanted)], onProgress }, signal);
    }

    function reported(
      { verdict, decidedBy, isAsUploaded, confirmation }: Decision,
      facts: Pick<Verification, 'asked' | 'against' | 'file'>,
    ): Verification {
      return {
        id: ids.hex(8),
        checkedAtMs: clock.nowMs(),
        ...facts,
        verdict,
        decidedBy,
        confirmation,
        serviceAnswer: null,
        method: account?.method() ?? null,
        isAsUploaded,
        service: account?.service ?? null,
      };
    }
  };
}

/** Without an account only the certificate is used. */
async function targetOf(
  against: VerifyAgainst,
  filePath: string | null,
  account: VerifierAccount | null,
  pdfText: PdfText,
  signal: AbortSignal,
): Promise<Result<Target, CoreFault>> {
  if (account !== null) return findTarget(against, filePath, account, pdfText, signal);
  if (against.kind !== 'certificate') throw new Error(`${against.kind} needs an account`);
  const reading = await readingOf(against, pdfText);
  return ok({ kind: 'certificate', reading, isOurs: false, held: null });
}

/** All algorithms while it is unknown which are needed: the file is read only once. */
function algorithmsOf(target: Target, method: HashMethod | null): readonly DigestAlgorithm[] {
  switch (target.kind) {
    case 'record':
      return algorithmsForRecord(target.held, method);
    case 'certificate':
      if (target.reading === null) return [];
      return algorithmsForCertificate(target.reading, target.isOurs ? method : null);
    case 'many':
      return method === null ? ALL : [method.algorithm].filter((each) => ALL.includes(each));
    default:
      return assertNever(target);
  }
}

/**
 * Compares a download with its record and sends nothing of it. If no verdict is possible, for whatever reason, the
 * result says so. Aborting rejects with the signal's reason.
 */
export function makeVerifyArrival(verify: Verify) {
  return async (
    path: string,
    { projectId, fileId }: PublicFile,
    signal: AbortSignal,
  ): Promise<ArrivalVerdict> => {
    const against = { kind: 'record', fileId, projectId } as const;
    const verified = await verify({ path }, against, undefined, signal);
    return verified.ok ? verified.value.verdict.kind : 'unsure';
  };
}
