/** Binds what sends contents for an account, and what becomes of uploads whose result is unknown. */
import { makeLostAnswers } from '../features/files/lost-answers.ts';
import { makeRecordErrors } from '../features/files/record-errors.ts';
import { makeTransfers } from '../features/files/transfers.ts';
import { makeVerifyRemote } from '../features/verify/verify-target.ts';
import { makeBandwidth } from '../pipeline/upload/wire/bandwidth.ts';
import { makeNotedTimes } from '../platform/noted-time.ts';
import { gatedChecker } from '../pipeline/common/service-gate.ts';
import type { AccountBase } from './account-base.ts';
import { bindCredits, bindRecorded } from './bind-credits.ts';
import { bindDigests } from './bind-digests.ts';
import { bindShared } from './bind-shared.ts';
import { bindQuirks } from './bind-sync.ts';
import {
  bindChecker,
  bindForgetUpload,
  bindUploader,
  sentFieldsOf,
  type TransferParts,
  type PreRetryCheck,
} from './bind-transfer.ts';
import { type Result, assertNever } from '../../src-shared/model/result.ts';
import { isRefusal, type ServiceFault } from '../../src-shared/model/status/service-fault.ts';
import type { Session } from '../session/session.ts';
import { concernsEverything } from '../pipeline/common/circuit-breaker.ts';
import type { UploadOutcome } from '../pipeline/common/upload-outcome.ts';
import { listProjectFiles, type ListPorts } from '../pipeline/common/list-project-files.ts';
import { judgedFrom, searchUpload, type SearchPorts } from '../pipeline/confirm/search-upload.ts';

/** The limit that holds for everything sent and fetched together. */
export function bindBandwidth({ state, clock }: AccountBase) {
  return makeBandwidth(clock, state.transferRules.get().limitBytesPerSecond);
}

function bindTransfer(account: AccountBase): TransferParts {
  const { use, session, gate, workers } = account;
  return {
    ...account,
    token: () => session.token(),
    settleSession: (signal) => settleSession(session, () => use(bindRecorded).balance(signal)),
    onTokenRefused: (token) => session.tokenRefused(token),
    onPauseAsked: (fault) => gate.failed(fault),
    makeHash: workers.hashes().makeHash,
    proveSmall: workers.smallFiles().prove,
    bandwidth: use(bindBandwidth),
  };
}

/** What a search for an upload on the service goes by. */
export function bindConfirming({
  use,
  state,
  transitions,
  clock,
  workers,
  openSource,
}: AccountBase) {
  return {
    state,
    clock,
    transitions,
    remote: use(bindRecorded),
    quirks: use(bindQuirks),
    digests: bindDigests({
      clock,
      streamed: () => workers.streamedDigests(),
      openSource,
      // If a power cut loses it, it is made again.
      keepSha256: (made) => state.repeatable(() => state.contents.keepSha256(made)),
    }),
    times: makeNotedTimes(clock),
    charges: use(bindCredits).history,
  };
}

export function bindUploads({ use, state, gate }: AccountBase) {
  const transfer = use(bindTransfer);
  const lostAnswers = { sentFields: sentFieldsOf };
  const preRetryCheck = makePreRetryCheck({ ...use(bindConfirming), lostAnswers });
  return {
    uploader: bindUploader(transfer, state, preRetryCheck),
    checker: gatedChecker(bindChecker(transfer, state), gate),
    forgetUpload: bindForgetUpload(transfer, state),
  };
}

/** The queue of uploads: what waits for what, in which order, and how fast. */
export function bindTransfers({ use, address, latest }: AccountBase) {
  return makeTransfers({
    ...use(bindShared),
    server: address.href,
    bandwidth: use(bindBandwidth),
    forgetUpload: use(bindUploads).forgetUpload,
    run: () => latest.run,
  });
}

/** Uploads whose outcome is unknown. */
export function bindDoubts({ use, state, transitions, clock }: AccountBase) {
  return makeLostAnswers({ state, transitions, clock, files: use(bindShared).files });
}

/** Files that the service received and did not write to the chain. */
export function bindRecordErrors({ use }: AccountBase) {
  return makeRecordErrors({ ...use(bindConfirming), files: use(bindShared).files });
}

export function bindVerifyRemote({ use, workers, clock }: AccountBase) {
  return makeVerifyRemote({ workers, clock, checker: use(bindUploads).checker });
}

/**
 * Before a form, which cannot ask by itself: where the token has ended by this computer's clock alone, `read` asks the
 * service, whose answer shows its time. A fault: nothing can be sent.
 */
export async function settleSession(
  session: Pick<Session, 'state' | 'token'>,
  read: () => Promise<Result<unknown, ServiceFault>>,
): Promise<ServiceFault | null> {
  if (session.token() !== null) return null; // asking for it tells whether it has ended since the last time
  const current = session.state();
  if (current.state !== 'withheld' || current.why.by !== 'clock') return null;
  const answer = await read();
  // A refusal shows the time, too, and is none of the form.
  return answer.ok || isRefusal(answer.fault) ? null : answer.fault;
}

/**
 * Checks a destination's list once before a form is begun anew whose bytes have left before: if the service recorded
 * it, it is not sent twice.
 */
export function makePreRetryCheck(ports: ListPorts & SearchPorts): PreRetryCheck {
  return async (job, waitsFor, signal): Promise<UploadOutcome | null> => {
    const { projectId, visibility } = job;
    const destination = { projectId, visibility };
    const read = await listProjectFiles({ ...ports, waitsFor }, destination, () => false, signal);
    if (!read.ok) {
      const { fault } = read;
      return fault === waitsFor() ? { kind: 'put-off' } : { kind: 'stopped', fault };
    }
    let unasked: ServiceFault | null = null;
    const onFault = (fault: ServiceFault): void => {
      if (concernsEverything(fault)) unasked = fault;
    };
    const isJudging = read.value.begunAtMs >= judgedFrom(job, ports.state);
    const found = await searchUpload(job, read.value, isJudging, ports, onFault, signal);
    // A hash that could not be asked for now may be the one that proves it.
    if (unasked !== null && found.kind !== 'found') return { kind: 'stopped', fault: unasked };
    switch (found.kind) {
      case 'found':
        return { kind: 'recorded', fileId: found.file.fileId };
      case 'several':
        return { kind: 'unknown', why: 'several-found' };
      case 'absent':
      case 'cannot-tell':
        return null;
      default:
        return assertNever(found);
    }
  };
}
