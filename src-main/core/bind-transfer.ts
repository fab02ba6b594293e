/** Binds the transfer room to what sync asks for: checking contents and sending uploads. */
import { fillPath } from '../../src-shared/service/endpoint.ts';
import { endpoints } from '../../src-shared/service/endpoints.ts';
import { assertNever } from '../../src-shared/model/result.ts';
import type { Visibility } from '../../src-shared/model/price.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Agents } from '../service/agents.ts';
import type { BaseAddress } from '../service/base-address.ts';
import type { State } from '../state/state.ts';
import type { ContentChecker, SourceVersion, Uploader, UploadOutcome } from '../sync/ports.ts';
import type { StopFault } from '../transfer/attempt.ts';
import { mediaTypeOf } from '../transfer/media-type.ts';
import type { AttemptOutcome } from '../transfer/outcome.ts';
import { freezeForm, newBoundary, type FrozenForm } from '../transfer/representation.ts';
import { openSourceFile } from '../transfer/source-file.ts';
import { makeStateJournal } from '../transfer/state-journal.ts';
import { runUpload } from '../transfer/upload.ts';
import { openIntent } from '../transfer/upload-intent.ts';
import { verifyContent } from '../transfer/verify-content.ts';

export interface TransferParts {
  readonly address: BaseAddress;
  readonly agents: Agents;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly token: () => string | null;
  readonly onTokenRefused: (token: string) => void;
}

export function bindChecker(parts: TransferParts): ContentChecker {
  const { address, ids, clock } = parts;
  const formPorts = formPortsOf(parts);
  return {
    async check(source, onProgress, signal) {
      const form = freezeForm({
        boundary: newBoundary(ids),
        fields: [],
        filePart: 'file',
        fileName: source.name,
        contentType: mediaTypeOf(source.name),
        sizeBytes: source.identity.sizeBytes,
      });
      const url = address.href + endpoints.verifyContent.path;
      const request = { ...sourceOf(source), url, form };
      const token = parts.token();
      const result = await verifyContent(request, { ...formPorts, clock }, { onProgress }, signal);
      if (result.ok) return { kind: 'answered', ...result.value };
      const { fault } = result;
      if (fault.kind === 'source-changed') return { kind: 'source-changed' };
      if (fault.kind === 'source-unreadable') {
        return { kind: 'source-unreadable', errno: fault.code };
      }
      if (fault.kind === 'not-signed-in' && token !== null) parts.onTokenRefused(token);
      return { kind: 'fault', fault };
    },
  };
}

export function bindUploader(parts: TransferParts, state: State): Uploader {
  const { address, clock, ids } = parts;
  const formPorts = formPortsOf(parts);
  return {
    open({ file, content, assignment, credits, balance }) {
      const { sizeBytes } = content;
      const order = { fileId: file.id, fileName: file.name, contentId: content.id, sizeBytes };
      const money = { estimatedCredits: credits, balanceBefore: balance };
      return openIntent({ ...order, ...money, assignment }, { state, clock, ids });
    },
    async send(job, source, onProgress, signal) {
      const token = parts.token();
      const url = address.href + uploadPath(job.projectId, job.visibility);
      const form = JSON.parse(job.form) as FrozenForm;
      const outcome = await runUpload(
        { ...sourceOf(source), url, form, attemptId: ids.uuid(), idempotencyKey: job.id },
        { ...formPorts, journal: makeStateJournal(state, job.id, clock) },
        { onProgress: ({ sentBytes }) => onProgress(sentBytes) },
        signal,
      );
      if ('fault' in outcome && outcome.fault.kind === 'not-signed-in' && token !== null) {
        parts.onTokenRefused(token);
      }
      return uploadOutcome(outcome);
    },
  };
}

function formPortsOf({ agents, clock, token }: TransferParts) {
  const agentFor = (url: URL) => (url.protocol === 'https:' ? agents.https : agents.http);
  return { clock, token, agentFor, openSource: openSourceFile };
}

function sourceOf({ path, identity, sha256 }: SourceVersion) {
  return { path, identity, sha256Hex: sha256 };
}

function uploadPath(projectId: string, visibility: Visibility): string {
  const endpoint =
    visibility === 'public' ? endpoints.uploadPublicFile : endpoints.uploadPrivateFile;
  return fillPath(endpoint.path, { projectId });
}

function uploadOutcome(outcome: AttemptOutcome): UploadOutcome {
  switch (outcome.kind) {
    case 'recorded':
    case 'source-changed':
    case 'refused':
      return outcome;
    case 'recorded-without-id':
    case 'unknown':
      return { kind: 'unknown', message: null };
    case 'stopped':
      return stopped(outcome.fault);
    default:
      return assertNever(outcome);
  }
}

function stopped(fault: StopFault): UploadOutcome {
  if (fault.kind === 'source-unreadable') return { kind: fault.kind, errno: fault.code };
  if (fault.kind === 'journal-failed') {
    throw new Error(`the journal could not be written (${fault.code ?? 'unknown reason'})`);
  }
  const isOurs = fault.kind === 'cancelled' || fault.kind === 'crashed';
  return { kind: 'stopped', fault: isOurs ? null : fault };
}
