/**
 * Sends a frozen form with the file it stands for: opens the file, adds the headers, lets the gate decide about the
 * tail. The same transport for paid uploads and for the free check; neither the form nor the token goes elsewhere.
 */
import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import type { Clock } from '../ports/clock.ts';
import { isSameFile, type FileIdentity } from '../ports/file-identity.ts';
import type { Result } from '../../src-shared/model/result.ts';
import type { ContentHash } from './content-hash.ts';
import { codeOf, writeForm, type FormFault } from './form-bytes.ts';
import { formContentType, type FrozenForm } from './representation.ts';
import { send, type SendEnd } from './send.ts';
import type { OpenSource, SourceFile } from './source-file.ts';
import { mayCarryToken } from './token-door.ts';

/** Plain data: everything that decides which bytes are sent where. */
export interface FormRequest {
  readonly url: string;
  readonly path: string;
  readonly form: FrozenForm;
  /** The file as it was when it was fingerprinted. */
  readonly identity: FileIdentity;
  readonly sha256Hex: string;
  /** One constant value per job; null sends none. */
  readonly idempotencyKey: string | null;
}

export interface FormPorts {
  readonly clock: Clock;
  readonly agentFor: (url: URL) => HttpAgent | HttpsAgent;
  /** Null when nobody is signed in. */
  readonly token: () => string | null;
  readonly openSource: OpenSource;
  readonly makeHash?: () => ContentHash;
}

export interface FormHooks {
  /** Called once, before the first byte; throwing sends nothing. */
  readonly beforeFirstByte: () => void;
  /** Called at most once, before the tail; throwing keeps the tail back. */
  readonly releaseTail: () => void;
  readonly onProgress: (writtenBytes: number) => void;
}

export type FormEnd =
  | SendEnd<FormFault>
  /** Nothing left this computer. */
  | {
      readonly kind: 'not-sent';
      readonly fault: FormFault | { readonly kind: 'not-signed-in'; readonly serviceSays: null };
    };

const EXPECT_FROM_BYTES = 8_388_608; // below it, sending costs less than the question
const EXPECT_WAIT_MS = 1_000; // a service that ignores the question gets the body anyway

/**
 * One attempt to send the form. Resolves with how it ended; rejects only for bugs. An abort ends it at once: before the
 * tail the message stays incomplete, after it the answer is lost.
 */
export async function sendForm(
  request: FormRequest,
  ports: FormPorts,
  hooks: FormHooks,
  signal: AbortSignal,
): Promise<FormEnd> {
  const url = new URL(request.url);
  if (!mayCarryToken(url, url)) throw new Error(`no token goes to a ${url.protocol} address`);
  const token = ports.token();
  if (token === null) {
    return { kind: 'not-sent', fault: { kind: 'not-signed-in', serviceSays: null } };
  }
  const opened = await ports.openSource(request.path);
  if (!opened.ok) return { kind: 'not-sent', fault: opened.fault };
  try {
    if (!isSameFile(request.identity, await opened.value.identity())) {
      return { kind: 'not-sent', fault: { kind: 'source-changed', how: 'identity' } };
    }
    if (signal.aborted) return { kind: 'aborted' };
    try {
      hooks.beforeFirstByte();
    } catch (error) {
      return { kind: 'not-sent', fault: { kind: 'not-released', code: codeOf(error) } };
    }
    return await exchangeForm(request, opened.value, token, ports, hooks, signal);
  } finally {
    await opened.value.close();
  }
}

async function exchangeForm(
  request: FormRequest,
  file: SourceFile,
  token: string,
  ports: FormPorts,
  hooks: FormHooks,
  signal: AbortSignal,
): Promise<FormEnd> {
  const url = new URL(request.url);
  let isTailReleased = false;
  const source = {
    ...request,
    ...ports,
    file,
    releaseTail: () => {
      hooks.releaseTail();
      isTailReleased = true;
    },
  };
  const exchange = (expects: boolean): Promise<SendEnd<FormFault>> =>
    send(
      {
        url,
        method: 'POST',
        headers: { ...headersOf(request, token), ...(expects ? { expect: '100-continue' } : {}) },
        bodyBytes: request.form.totalBytes,
        writeBody: (write, stopped): Promise<Result<null, FormFault>> =>
          writeForm(source, 0, write, stopped),
        bodyWaits: expects ? { forStatuses: [100], atMostMs: EXPECT_WAIT_MS } : null,
        agent: ports.agentFor(url),
        clock: ports.clock,
        onProgress: hooks.onProgress,
      },
      signal,
    );
  const expects = request.form.totalBytes >= EXPECT_FROM_BYTES;
  const end = await exchange(expects);
  const dislikesExpect = expects && end.kind === 'answered' && end.answer.status === 417;
  return dislikesExpect && !isTailReleased ? exchange(false) : end;
}

function headersOf(request: FormRequest, token: string): Record<string, string> {
  return {
    accept: 'application/json',
    authorization: `Bearer ${token}`,
    'content-type': formContentType(request.form),
    ...(request.idempotencyKey === null ? {} : { 'idempotency-key': request.idempotencyKey }),
  };
}
