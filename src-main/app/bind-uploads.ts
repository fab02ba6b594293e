/** Binds what sends contents for an account, and what becomes of uploads whose result is unknown. */
import { makeBandwidth } from '../pipeline/upload/wire/bandwidth.ts';
import { gatedChecker } from '../pipeline/common/service-gate.ts';
import type { AccountBase } from './account-base.ts';
import { bindCredits } from './bind-files.ts';
import { bindRecorded } from './bind-remote.ts';
import { bindQuirks } from './bind-remote.ts';
import {
  bindChecker,
  bindForgetUpload,
  bindUploader,
  type PreRetryCheck,
  sentFieldsOf,
  type TransferParts,
} from './bind-transfer.ts';
import { assertNever, type Result } from '../../src-shared/model/result.ts';
import { isRefusal, type ServiceFault } from '../../src-shared/model/status/service-fault.ts';
import type { Session } from '../session/session.ts';
import { concernsEverything } from '../pipeline/common/circuit-breaker.ts';
import type { UploadOutcome } from '../pipeline/common/upload-outcome.ts';
import { type ListPorts, listProjectFiles } from '../pipeline/common/list-project-files.ts';
import { judgedFrom, type SearchPorts, searchUpload } from '../pipeline/confirm/search-upload.ts';
import type { DigestAlgorithm, Digests } from '../../src-shared/model/proofs/hash-method.ts';
import { SECOND_MS } from '../../src-shared/model/text/time.ts';
import type { StreamedDigests } from '../digests/streamed-digests.ts';
import type { ContentDigests, SourceVersion } from '../pipeline/common/ports.ts';
import {
  closeOpened,
  type OpenSource,
  openSourceFile,
  type SourceFile,
} from '../pipeline/upload/form/source-file.ts';
import type { Clock } from '../platform/clock.ts';
import { errnoOf } from '../platform/errno.ts';
import { isSameFile } from '../platform/disk/file-identity.ts';
import { makeNotedTimes, makeTimeLimit, TOO_LATE, untilAborted } from '../platform/waiting.ts';

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

const BLOCK_BYTES = 256 * 1024;
const LIMIT_MS = 30 * SECOND_MS; // for one call of the file system: a sleeping disk needs ten
const MOST_KEPT = 100;

export interface DigestsParts {
  readonly clock: Clock;
  readonly streamed: () => Pick<StreamedDigests, 'of'>;
  readonly openSource?: OpenSource | undefined;
  /** Stores the SHA-256 of a content, so that it is not read again for it. */
  readonly keepSha256: (made: { readonly blake3: string; readonly sha256: string }) => void;
}

/**
 * Makes further digests of a fingerprinted content. They count only if it is proven to be that content. The bytes are
 * read block by block and hashed in a thread, so a large file costs a user interface nothing.
 */
export function bindDigests({
  clock,
  streamed,
  openSource = openSourceFile,
  keepSha256,
}: DigestsParts): ContentDigests {
  /** By BLAKE3. A content never changes, so it is read once, with however many hashes it is compared. */
  const kept = new Map<string, Digests>();

  async function read(
    source: SourceVersion,
    wanted: readonly DigestAlgorithm[],
    signal: AbortSignal,
  ): Promise<Digests | null> {
    const over = new AbortController();
    const either = AbortSignal.any([signal, over.signal]);
    const limit = makeTimeLimit(LIMIT_MS, clock, either);
    /** Calls that have not returned. */
    const running = new Set<Promise<unknown>>();
    async function inTime<Value>(call: Promise<Value>): Promise<Value> {
      running.add(call);
      const returned = (): void => void running.delete(call);
      call.then(returned, returned);
      // It ends the wait, not the call: a call of the file system cannot be taken back.
      const answer = await limit.during((stop) => untilAborted(call, stop));
      if (answer === TOO_LATE) throw new StillReading();
      return answer;
    }
    const opening = openSource(source.path);
    try {
      const opened = await inTime(opening);
      if (!opened.ok) return null;
      const file = opened.value;
      if (!isSameFile(source.identity, await inTime(file.identity()))) return null;
      const blocks = blocksOf(file, source.identity.sizeBytes, inTime);
      return await streamed().of(blocks, wanted, either);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof StillReading)) errnoOf(error); // a bug goes on
      return null; // the file cannot be read now: it proves nothing
    } finally {
      over.abort();
      const closing = Promise.allSettled(running).then(() => closeOpened(opening));
      // A drive that hangs may never return; what it has open stays open until it does.
      if (running.size > 0) closing.catch(() => undefined);
      else await closing;
    }
  }

  return {
    async of(source, algorithms, signal) {
      signal.throwIfAborted();
      const before = kept.get(source.blake3);
      if (before !== undefined && algorithms.every((name) => name in before)) return before;
      const made = await read(source, [...new Set(['blake3' as const, ...algorithms])], signal);
      if (made === null || made.blake3 !== source.blake3) return null;
      const { blake3, sha256 } = made;
      if (sha256 !== undefined) keepSha256({ blake3, sha256 });
      const digests = { ...before, ...made };
      kept.set(source.blake3, digests);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return digests;
    },
  };
}

class StillReading extends Error {}

/** The block is used again for the next part: the caller copies each at once. A file that ends early ends them. */
async function* blocksOf(
  file: SourceFile,
  sizeBytes: number,
  inTime: <Value>(call: Promise<Value>) => Promise<Value>,
): AsyncGenerator<Uint8Array> {
  const block = Buffer.alloc(BLOCK_BYTES);
  for (let position = 0; position < sizeBytes;) {
    const count = await inTime(file.read(block, block.length, position));
    if (count === 0) return;
    yield block.subarray(0, count);
    position += count;
  }
}
