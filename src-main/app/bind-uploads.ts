/** Binds what checks and sends contents for an account, and what becomes of uploads whose result is unknown. */
import { makeBandwidth, type Bandwidth } from '../pipeline/upload/wire/bandwidth.ts';
import { gatedChecker } from '../pipeline/common/service-gate.ts';
import type { AccountBase } from './account-base.ts';
import { bindCredits } from './bind-files.ts';
import { bindRecorded, bindQuirks } from './bind-remote.ts';
import { assertNever, type Result } from '../../src-shared/model/result.ts';
import {
  isRefusal,
  unsent,
  type ServiceFault,
} from '../../src-shared/model/status/service-fault.ts';
import type { Session } from '../session/session.ts';
import { concernsEverything } from '../pipeline/common/circuit-breaker.ts';
import type { UploadOutcome } from '../pipeline/common/upload-outcome.ts';
import { type ListPorts, listProjectFiles } from '../pipeline/common/list-project-files.ts';
import { judgedFrom, type SearchPorts, searchUpload } from '../pipeline/confirm/search-upload.ts';
import type { DigestAlgorithm, Digests } from '../../src-shared/model/proofs/hash-method.ts';
import { SECOND_MS } from '../../src-shared/model/text/time.ts';
import type { StreamedDigests } from '../digests/streamed-digests.ts';
import type {
  ContentDigests,
  SourceVersion,
  ContentChecker,
  ForgetUpload,
  LostAnswers,
  SentFields,
  Uploader,
  WaitsFor,
} from '../pipeline/common/ports.ts';
import {
  closeOpened,
  type OpenSource,
  openSourceFile,
  type SourceFile,
} from '../pipeline/upload/form/source-file.ts';
import type { Clock } from '../platform/clock.ts';
import { errnoOf, codeOf } from '../platform/errno.ts';
import { isSameFile } from '../platform/disk/file-identity.ts';
import { makeNotedTimes, makeTimeLimit, TOO_LATE, untilAborted } from '../platform/waiting.ts';
import { fillPath } from '../../src-shared/service/endpoint.ts';
import { endpoints } from '../../src-shared/service/endpoints.ts';
import type { Visibility } from '../../src-shared/model/money/price.ts';
import type { Agents } from '../service/agents.ts';
import type { BaseAddress } from '../service/base-address.ts';
import type { State } from '../db/state.ts';
import type { ResumableUpload, UploadJobRow } from '../db/uploads/upload-repository.ts';
import type { EnginePorts } from './settings.ts';
import {
  areLeftOut,
  type OwnFieldsQuirk,
  type ServiceQuirks,
  taughtByRefusal,
} from '../pipeline/common/service-quirks.ts';
import type { OwnFields } from '../pipeline/upload/form/form-request.ts';
import { cancelUpload } from '../pipeline/upload/cancel-upload.ts';
import type { MakeHash } from '../digests/content-hash.ts';
import {
  mediaTypeOf,
  freezeForm,
  newBoundary,
  sentField,
  type FrozenForm,
} from '../pipeline/upload/form/representation.ts';
import { haveBytesLeft, makeStateJournal, openIntent } from '../pipeline/upload/upload-intent.ts';
import type { ProveSmall } from '../pipeline/upload/form/small-file.ts';
import { runUpload } from '../pipeline/upload/upload.ts';
import { makeStateSupport, recallInterop } from '../pipeline/upload/upload-knowledge.ts';
import { verifyContent } from '../pipeline/upload/verify-content.ts';

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
  return answer.ok || isRefusal(answer.fault) ? null : unsent(answer.fault);
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

export interface TransferParts extends Pick<
  EnginePorts,
  'clock' | 'ids' | 'chance' | 'send' | 'openSource'
> {
  readonly address: BaseAddress;
  readonly agents: Agents;
  readonly token: () => string | null;
  /** Clears up whether the session has ended, where that is in doubt; a fault: nothing can be sent. */
  readonly settleSession: (signal: AbortSignal) => Promise<ServiceFault | null>;
  readonly onTokenRefused: (token: string) => void;
  /** The service asks for a pause in an answer that nobody reads. */
  readonly onPauseAsked: (fault: ServiceFault) => void;
  readonly makeHash: MakeHash;
  readonly proveSmall: ProveSmall;
  readonly bandwidth: Bandwidth;
}

function bindChecker(parts: TransferParts, state: State): ContentChecker {
  const { address, agents, ids } = parts;
  return {
    async check(source, body, signal) {
      const doubt = await parts.settleSession(signal);
      if (doubt !== null) return { kind: 'fault', fault: doubt };
      const form = freezeForm({
        boundary: newBoundary(ids),
        fields: [],
        filePart: 'file',
        fileName: source.name,
        contentType: mediaTypeOf(source.name),
        sizeBytes: source.identity.sizeBytes,
      });
      const url = address.href + endpoints.verifyContent.path;
      const request = { ...sourceOf(source, state), url, form };
      const { ports, refuseToken } = formPortsOf(parts, state, source);
      const made: { sha256?: string } = {};
      const own = {
        ...ports,
        agentFor: agents.forQuestion,
        freshAgentFor: agents.fresh,
        keepSha256: (sha256: string) => void (made.sha256 = sha256),
      };
      const result = await verifyContent(request, own, body, signal);
      if (result.ok) return { kind: 'answered', ...result.value, ...made }; // written together
      if (made.sha256 !== undefined) ports.keepSha256(made.sha256);
      const { fault } = result;
      if (fault.kind === 'source-changed') return { kind: 'source-changed' };
      if (fault.kind === 'source-unreadable') {
        return { kind: 'source-unreadable', errno: fault.code };
      }
      if (fault.kind === 'not-signed-in') refuseToken();
      return { kind: 'fault', fault };
    },
  };
}

/** Searches once for a job's form on the service; null when it is not there as far as can be told. */
export type PreRetryCheck = (
  job: UploadJobRow,
  waitsFor: WaitsFor,
  signal: AbortSignal,
) => Promise<UploadOutcome | null>;

export function bindUploader(
  parts: TransferParts,
  state: State,
  preRetryCheck: PreRetryCheck,
): Uploader & LostAnswers {
  const { address, clock, ids } = parts;

  /** What `runUpload` takes of an attempt: a new one, or one whose bytes the service still keeps. */
  function attemptOf(job: UploadJobRow, source: SourceVersion, resume: ResumableUpload | null) {
    const url = address.href + uploadPath(job.projectId, job.visibility);
    const form = JSON.parse(job.form) as FrozenForm;
    const attemptId = resume?.attemptId ?? ids.uuid();
    const { ports, refuseToken } = formPortsOf(parts, state, source);
    const journal = makeStateJournal(state, job.id, form.totalBytes);
    return [
      { ...sourceOf(source, state), url, form, attemptId, idempotencyKey: job.id, resume },
      { ...ports, journal, refuseToken, grouped: state.grouped },
    ] as const;
  }

  return {
    open({ file, content, assignment, credits, balance }) {
      const { sizeBytes } = content;
      const order = { fileId: file.id, fileName: file.name, contentId: content.id, sizeBytes };
      const money = { estimatedCredits: credits, balanceBefore: balance };
      return openIntent({ ...order, ...money, assignment }, { state, clock, ids });
    },
    async send(job, source, hooks, signal) {
      const { waitsFor } = hooks;
      const doubt = await parts.settleSession(signal);
      if (doubt !== null) return { kind: 'stopped', fault: doubt };
      const left = state.uploads.resumable(job.id);
      if (left === null && haveBytesLeft(state.uploads.attemptStates(job.id))) {
        // The tail never left, so a correct service recorded nothing; an incorrect one is detected here for free.
        const found = await preRetryCheck(job, waitsFor, signal);
        if (found !== null) return found;
        if (waitsFor() !== null) return { kind: 'put-off' };
      }
      return runUpload(...attemptOf(job, source, left), hooks, signal);
    },
    sentFields: (job) => sentFieldsOf(job),
    async settle(job, source, signal) {
      const left = state.uploads.resumable(job.id);
      if (left === null) return null;
      const doubt = await parts.settleSession(signal);
      if (doubt !== null) return { kind: 'unknown', why: 'not-signed-in', fault: doubt };
      const silent = { onProgress: () => undefined };
      return runUpload(...attemptOf(job, source ?? GONE, left), silent, signal);
    },
  };
}

function bindForgetUpload(parts: TransferParts, state: State): ForgetUpload {
  return (resource, signal) =>
    cancelUpload(resource, formPortsOf(parts, state, GONE).ports, signal);
}

/** Made for each form: `refuseToken` reports the token that was sent last. */
function formPortsOf(
  {
    agents,
    clock,
    chance,
    makeHash,
    proveSmall,
    bandwidth,
    send,
    openSource = openSourceFile,
    ...parts
  }: TransferParts,
  state: State,
  { blake3 }: Pick<SourceVersion, 'blake3'>,
) {
  const support = makeStateSupport(state, clock);
  const { origin } = new URL(parts.address.href);
  const interop = recallInterop(state, origin);
  const ownFields = ownFieldsOf(bindQuirks({ state, address: { origin }, clock }));
  let lastToken: string | null = null;
  const token = () => (lastToken = parts.token());
  const refuseToken = (): void => {
    if (lastToken !== null) parts.onTokenRefused(lastToken);
  };
  const ports = {
    clock,
    chance,
    onTokenRefused: parts.onTokenRefused,
    onPauseAsked: parts.onPauseAsked,
    token,
    agentFor: agents.forForm,
    openSource,
    makeHash,
    proveSmall,
    // The release of the tail, which follows, waits for the disk and takes it along.
    keepSha256: (sha256: string) =>
      state.repeatable(() => state.contents.keepSha256({ blake3, sha256 })),
    bandwidth,
    support,
    interop,
    ownFields,
    send,
  };
  return { ports, refuseToken };
}

/** What is learned while a form is sent may not stop it. */
function ownFieldsOf(quirks: ServiceQuirks): OwnFields {
  const learn = (quirk: OwnFieldsQuirk | null): void => {
    try {
      if (quirk !== null) quirks.learnOwnFields(quirk);
    } catch (error) {
      if (codeOf(error) === null) throw error; // a disk that accepts no writes stops the upload at its journal
    }
  };
  let wasPlain = false;
  return {
    areLeftOut: () => areLeftOut(quirks.ownFields()),
    sentPlainly: () => void (wasPlain = true),
    wasPlain: () => wasPlain,
    refused: (status, arePlain) => learn(taughtByRefusal(status, arePlain, quirks.ownFields())),
    takenPlainly: () => learn('refused'),
  };
}

export function sentFieldsOf(job: UploadJobRow): SentFields {
  const form = JSON.parse(job.form) as FrozenForm;
  return { fileType: sentField(form, 'type') ?? '', label: sentField(form, 'label') ?? '' };
}

/** The first time that a content is sent, its SHA-256 is made of what is sent. */
function sourceOf(
  { path, identity, blake3 }: SourceVersion,
  { contents }: Pick<State, 'contents'>,
) {
  const wantsSha256 = contents.withBlake3(blake3)?.sha256 === null;
  return { path, identity, blake3Hex: blake3, wantsSha256 };
}

/** No file: opening it fails, and only what needs none continues. */
const GONE: SourceVersion = {
  path: '',
  name: '',
  identity: { dev: '', ino: '', sizeBytes: 0, mtimeNs: '', ctimeNs: '' },
  blake3: '',
};

function uploadPath(projectId: string, visibility: Visibility): string {
  const endpoint =
    visibility === 'public' ? endpoints.uploadPublicFile : endpoints.uploadPrivateFile;
  return fillPath(endpoint.path, { projectId });
}
