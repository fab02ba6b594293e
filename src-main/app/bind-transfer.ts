/** Binds the pipeline's upload modules to its ports: checking contents and sending uploads. */
import { fillPath } from '../../src-shared/service/endpoint.ts';
import { endpoints } from '../../src-shared/service/endpoints.ts';
import type { Visibility } from '../../src-shared/model/money/price.ts';
import type { ServiceFault } from '../../src-shared/model/status/service-fault.ts';
import type { Agents } from '../service/agents.ts';
import type { BaseAddress } from '../service/base-address.ts';
import type { State } from '../db/state.ts';
import type { ResumableUpload } from '../db/uploads/upload-moves.ts';
import type { UploadJobRow } from '../db/uploads/upload-repository.ts';
import type {
  ContentChecker,
  ForgetUpload,
  LostAnswers,
  SentFields,
  SourceVersion,
  Uploader,
  WaitsFor,
} from '../pipeline/common/ports.ts';
import type { EnginePorts } from './settings.ts';
import {
  areLeftOut,
  type OwnFieldsQuirk,
  type ServiceQuirks,
  taughtByRefusal,
} from '../pipeline/common/service-quirks.ts';
import { bindQuirks } from './bind-remote.ts';
import { codeOf } from '../platform/errno.ts';
import type { OwnFields } from '../pipeline/upload/form/form-request.ts';
import type { UploadOutcome } from '../pipeline/common/upload-outcome.ts';
import type { Bandwidth } from '../pipeline/upload/wire/bandwidth.ts';
import { cancelUpload } from '../pipeline/upload/cancel-upload.ts';
import type { MakeHash } from '../digests/content-hash.ts';
import {
  mediaTypeOf,
  freezeForm,
  newBoundary,
  sentField,
  type FrozenForm,
} from '../pipeline/upload/form/representation.ts';
import { haveBytesLeft, makeStateJournal } from '../pipeline/upload/state-journal.ts';
import type { ProveSmall } from '../pipeline/upload/form/small-file.ts';
import { openSourceFile } from '../pipeline/upload/form/source-file.ts';
import { runUpload } from '../pipeline/upload/upload.ts';
import { openIntent } from '../pipeline/upload/upload-intent.ts';
import { makeStateSupport, recallInterop } from '../pipeline/upload/upload-knowledge.ts';
import { verifyContent } from '../pipeline/upload/verify-content.ts';

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

export function bindChecker(parts: TransferParts, state: State): ContentChecker {
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

export function bindForgetUpload(parts: TransferParts, state: State): ForgetUpload {
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
