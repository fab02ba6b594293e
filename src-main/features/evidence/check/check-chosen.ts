/** Checks what somebody chose on this computer, with what this account read from the service. Asks nobody, writes nothing. */
import { checkChoice } from '../../../../src-shared/evidence/gather.ts';
import {
  type Evaluation,
  judgeAlone,
  judgeCertificate,
  type JudgedFile,
} from '../../../../src-shared/model/proofs/judge.ts';
import type { Judgement } from '../../../../src-shared/model/proofs/judgement.ts';
import type { Confirmation } from '../../../../src-shared/model/proofs/proof.ts';
import type { CertificateReading } from '../../../../src-shared/model/proofs/read-certificate.ts';
import { judgeWith, type VerifierAccount } from '../../verify/decide-verdict.ts';
import { certificateTarget } from '../../verify/verify-target.ts';
import type { Workers } from '../../workers.ts';
import { chosenOnDisk, digestAllWith } from './chosen-on-disk.ts';

/** `paths`: absolute. `account` null: nobody has signed in here. Rejects with `signal.reason` on abort. */
export async function checkChosen(
  paths: readonly string[],
  account: VerifierAccount | null,
  workers: Pick<Workers, 'reader' | 'streamedDigests' | 'pdfReader'>,
  onRead: (doneBytes: number, totalBytes: number) => void,
  signal: AbortSignal,
): Promise<Judgement> {
  const chosen = await chosenOnDisk(paths, signal);
  return checkChoice(chosen, {
    digestAll: digestAllWith(workers.reader(), workers.streamedDigests(), signal),
    pdfText: (bytes) => workers.pdfReader().text(bytes),
    judge: ({ reading }, file) => judgeHere(reading, file, account),
    method: account?.method() ?? null,
    onRead,
  });
}

/** Both lights of a file and a certificate. */
export async function judgeHere(
  reading: CertificateReading | null,
  file: JudgedFile,
  account: VerifierAccount | null,
): Promise<{ readonly evaluation: Evaluation; readonly confirmation: Confirmation }> {
  if (reading === null) {
    const confirmation = { kind: 'unconfirmed', why: 'no-record' } as const;
    return { evaluation: judgeCertificate(file, null, null), confirmation };
  }
  if (account === null) return judgeAlone(reading, file);
  const target = certificateTarget(reading, account);
  const { evaluation, confirmation } = await judgeWith(file, { ...target, reading }, account);
  return { evaluation, confirmation };
}
