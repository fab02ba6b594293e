/** Verifying files as faces ask for it: by path, or handed over; with an account, or with a certificate alone. */
import type {
  ReportForm,
  ReportLanguage,
  VerificationReport,
  VerifyAgainst,
} from '../../../src-shared/bridge/verify-calls.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { HashMethod } from '../../../src-shared/model/proofs/hash-method.ts';
import { fail, type Result } from '../../../src-shared/model/result.ts';
import type { Verification } from '../../../src-shared/model/proofs/verdict.ts';
import { verificationReport } from '../../../src-shared/model/words/verification-report.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { makeHandedFiles, type HandedFiles } from './received-files.ts';
import { makeReadDigests, type ReadDigests } from './read-digests.ts';
import type { VerifierAccount } from './decide-verdict.ts';
import { makeVerify, type OnRead, type VerifiedThing } from './verifier.ts';
import { realClock, realIds } from '../../platform/real-ports.ts';
import { makeWorkers, type Workers } from '../workers.ts';

export interface FileVerification {
  /** Aborting ends the reading and rejects with the signal's reason. */
  verify(
    thing: VerifiedThing,
    against: VerifyAgainst,
    onProgress: OnRead | undefined,
    signal: AbortSignal,
  ): Promise<Result<Verification, CoreFault>>;
  /** How the account's service makes its fingerprints; null: not known, or nobody has signed in. */
  method(): HashMethod | null;
  /** Of a verification of this run of the program; null when there was none of that id. */
  report(id: string, form: ReportForm, language: ReportLanguage): VerificationReport | null;
  readonly handed: HandedFiles;
  readonly read: ReadDigests;
}

const MOST_KEPT = 200; // reports that can still be asked for

export interface FileVerificationParts {
  readonly workers: Pick<Workers, 'verifier' | 'streamedDigests'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly ids: Ids;
  readonly account: () => Result<VerifierAccount, CoreFault>;
}

export function makeFileVerification(parts: FileVerificationParts): FileVerification {
  const { workers, clock, ids, account } = parts;
  const read = makeReadDigests(workers);
  const verify = makeVerify({ read, clock, ids, account });
  const kept = new Map<string, Verification>();
  const method = () => {
    const opened = account();
    return opened.ok ? opened.value.method() : null;
  };
  return {
    read,
    method,
    handed: makeHandedFiles({ workers, ids, method }),
    async verify(thing, against, onProgress, signal) {
      const verified = await verify(thing, against, onProgress, signal);
      if (!verified.ok) return verified;
      kept.set(verified.value.id, verified.value);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return verified;
    },
    report(id, form, language) {
      const verification = kept.get(id);
      return verification === undefined ? null : verificationReport(verification, form, language);
    },
  };
}

/** Without a data folder, for a certificate alone: another program may be at work with the account. */
export function openVerificationAlone() {
  const workers = makeWorkers();
  const verification = makeFileVerification({
    workers,
    clock: realClock,
    ids: realIds,
    account: () => fail({ kind: 'no-account' }),
  });
  return { verification, close: () => workers.close() };
}
