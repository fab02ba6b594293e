/**
 * One request to the store behind a pre-signed link, with the response read as a stream. The link is the only
 * credential: no token, no cookie and no other address is sent, no redirect is followed, and the link is never
 * disclosed.
 */
import * as http from 'node:http';
import * as https from 'node:https';
import { addAbortSignal } from 'node:stream';
import { MINUTE_MS, SECOND_MS } from '../../../../src-shared/model/text/time.ts';
import { type Agents, refuseUpgrade } from '../../../service/agents.ts';
import { type CallLimits, startWatchdog } from '../../../service/call-limits.ts';
import type { ExchangeTools } from '../../../service/exchange.ts';
import type { CoreFault } from '../../../../src-shared/model/status/core-fault.ts';
import type { StartedAgain } from '../../../../src-shared/model/files/download-view.ts';
import type { Visibility } from '../../../../src-shared/model/money/price.ts';
import { fail, ok, type Result } from '../../../../src-shared/model/result.ts';
import { type BaseAddress, evaluateLink } from '../../../service/base-address.ts';
import type { ServiceClient } from '../../../service/service-client.ts';
import type { State } from '../../../db/state.ts';
import type { Files } from '../../files/files.ts';
import type { PlatformFiles } from '../../projects/platform-files.ts';

/** A large content may take any time as long as data keeps arriving. */
export const STORE_LIMITS: CallLimits = {
  connectMs: 30 * SECOND_MS,
  silenceMs: MINUTE_MS,
  wholeMs: Infinity,
};

export interface OpenAnswer extends StoreAnswer {
  /** The body, once. Rejects with the network's error when it ends early, or stalls for too long. */
  readonly pieces: () => AsyncGenerator<Uint8Array>;
}

/**
 * Sends the request and lets `read` consume the response; the connection is closed when `read` returns. Rejects with
 * the network's error, or with `signal.reason`.
 */
export async function askStore<Value>(
  url: string,
  headers: Readonly<Record<string, string>>,
  read: (answer: OpenAnswer) => Promise<Value>,
  { agents, clock, limits }: ExchangeTools,
  signal: AbortSignal,
): Promise<Value> {
  signal.throwIfAborted();
  const watchdog = startWatchdog(clock, limits);
  const either = AbortSignal.any([signal, watchdog.signal]);
  try {
    const answer = await answerOf(url, headers, agents, either);
    watchdog.moved();
    const body = addAbortSignal(either, answer);
    body.on('error', () => undefined); // its reader gets the error; without a listener it would be thrown
    try {
      return await read({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        async *pieces() {
          for await (const piece of body as AsyncIterable<Uint8Array>) {
            watchdog.moved();
            yield piece;
            watchdog.moved(); // a disk may be slower than the network
          }
        },
      });
    } finally {
      body.destroy();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw watchdog.signal.aborted ? watchdog.signal.reason : error;
  } finally {
    await watchdog.end();
  }
}

function answerOf(
  url: string,
  headers: Readonly<Record<string, string>>,
  agents: Agents,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const at = new URL(url);
  const options = {
    method: 'GET',
    agent: agents.fresh(at),
    headers: {
      Accept: '*/*',
      'Accept-Encoding': 'identity',
      'User-Agent': 'Labseal',
      ...headers,
    },
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = (at.protocol === 'https:' ? https : http).request(at, options);
    refuseUpgrade(request);
    request.once('response', resolve).on('error', reject).end();
  });
}

// What a response of the store means for the bytes that are already here. Pure. Bytes of two contents must
// never be mixed in one file, so a part is accepted only with a proof that it belongs to those bytes.
// Anything else restarts the download.

/** The bytes of a content that are here. */
export interface Have {
  readonly bytes: number;
  /** Identifies the content: a strong entity tag or a modification time; null when there is none. */
  readonly validator: string | null;
  readonly totalBytes: number | null;
}

export interface StoreAnswer {
  readonly status: number;
  /** One value for each lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export type AnswerPlan =
  /** The response body continues where we are. */
  | { readonly do: 'append'; readonly totalBytes: number; readonly validator: string }
  /** The response body is the complete content. */
  | {
      readonly do: 'begin';
      readonly totalBytes: number | null;
      readonly validator: string | null;
      readonly again: StartedAgain | null;
    }
  /** The download is complete. */
  | { readonly do: 'finish' }
  /** The bytes here are unusable: request the complete content. */
  | { readonly do: 'ask-anew'; readonly again: StartedAgain }
  /** The link has expired. */
  | { readonly do: 'new-link' }
  | { readonly do: 'wait'; readonly status: number }
  | { readonly do: 'give-up'; readonly fault: CoreFault };

/**
 * The request headers. Without a validator a part could be of another content, so the complete content is requested.
 */
export function rangeHeaders(have: Have): Readonly<Record<string, string>> {
  if (have.bytes === 0 || have.validator === null) return {};
  return { Range: `bytes=${have.bytes}-`, 'If-Range': have.validator };
}

export function evaluateAnswer(have: Have, answer: StoreAnswer): AnswerPlan {
  const { status } = answer;
  const encoding = textOf(answer, 'content-encoding');
  if (status === 200 || status === 206) {
    // Compressed bytes are not those of the file, and a part of them is not a part of the file.
    if (encoding !== null && encoding !== 'identity') return giveUp('compressed', status);
    return status === 200 ? evaluateComplete(have, answer) : evaluatePart(have, answer);
  }
  if (status === 416) return evaluateBeyond(have, answer);
  if (status === 400 || status === 401 || status === 403) return { do: 'new-link' };
  if (status === 404 || status === 410) return giveUp('gone', status);
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return { do: 'wait', status };
  if (status >= 300 && status < 400) return giveUp('redirect', status);
  return status < 300 ? strange(status) : giveUp('refused', status);
}

function evaluateComplete(have: Have, answer: StoreAnswer): AnswerPlan {
  const totalBytes = lengthOf(answer);
  const validator = validatorOf(answer);
  if (have.bytes === 0) return { do: 'begin', totalBytes, validator, again: null };
  const isSame = have.validator !== null && validator === have.validator;
  const again = isSame || have.validator === null ? 'no-ranges' : 'changed';
  return { do: 'begin', totalBytes, validator, again };
}

function evaluatePart(have: Have, answer: StoreAnswer): AnswerPlan {
  if (have.bytes === 0 || have.validator === null) return strange(206); // no part was requested
  const range = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(
    textOf(answer, 'content-range') ?? '',
  );
  if (range === null) return { do: 'ask-anew', again: 'no-ranges' };
  const [first, last, totalBytes] = range.slice(1).map(Number) as [number, number, number];
  const validator = validatorOf(answer);
  const isOther =
    (validator !== null && validator !== have.validator) ||
    (have.totalBytes !== null && have.totalBytes !== totalBytes);
  if (isOther) return { do: 'ask-anew', again: 'changed' };
  const length = lengthOf(answer);
  const fits = first === have.bytes && last === totalBytes - 1;
  if (!fits || (length !== null && length !== totalBytes - first)) {
    return { do: 'ask-anew', again: 'no-ranges' };
  }
  return { do: 'append', totalBytes, validator: have.validator };
}

/** "Range not satisfiable": either all of it is here, or the content is another one. */
function evaluateBeyond(have: Have, answer: StoreAnswer): AnswerPlan {
  if (have.bytes === 0) return strange(416);
  const total = /^bytes \*\/(\d{1,15})$/.exec(textOf(answer, 'content-range') ?? '')?.[1];
  if (Number(total) === have.bytes && have.totalBytes === have.bytes) return { do: 'finish' };
  return { do: 'ask-anew', again: 'changed' };
}

/** A strong entity tag, else the last modification time. A weak tag does not identify bytes. */
function validatorOf(answer: StoreAnswer): string | null {
  const tag = textOf(answer, 'etag');
  if (tag !== null && /^"[^"]*"$/.test(tag)) return tag;
  return textOf(answer, 'last-modified');
}

function lengthOf(answer: StoreAnswer): number | null {
  const text = textOf(answer, 'content-length');
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function textOf({ headers }: StoreAnswer, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

function strange(status: number): AnswerPlan {
  return giveUp('strange', status);
}

function giveUp(
  what: Extract<CoreFault, { kind: 'store-trouble' }>['what'],
  status: number,
): AnswerPlan {
  return { do: 'give-up', fault: { kind: 'store-trouble', what, status } };
}

export interface DownloadLinkParts {
  readonly client: ServiceClient;
  readonly state: Pick<State, 'records'>;
  readonly files: Pick<Files, 'find'>;
  readonly platformFiles: Pick<PlatformFiles, 'lookUp'>;
  readonly address: BaseAddress;
}

export interface DownloadLink {
  readonly url: string;
  readonly fileName: string;
}

/** The purpose of a link. The service counts a download each time. */
export interface LinkRequest {
  /** Row number, path, or the service's id of a version. */
  readonly asked: string;
  /** If set, `file` is the id of a file that the service lists in this project, whoever uploaded it. */
  readonly projectId?: string | undefined;
}

export type AskForLink = (
  wish: LinkRequest,
  signal: AbortSignal,
) => Promise<Result<DownloadLink, CoreFault>>;

/** A public file of the service. */
export interface PublicFile {
  readonly projectId: string;
  readonly fileId: string;
  /** The name as the service has it: untrusted. */
  readonly name: string;
}

interface Listed extends PublicFile {
  readonly visibility: Visibility;
}

/** Download addresses of public files. They are passed on and never saved. A private file has none. */
export function makeDownloadLinks(parts: DownloadLinkParts) {
  const { client, state, files, platformFiles, address } = parts;

  function own(asked: string): Result<Listed, CoreFault> {
    const byId = state.records.withFileId(asked);
    const view = byId === null ? files.find(asked) : null;
    if (byId === null && view === null) return fail({ kind: 'unknown-file', asked });
    const record = byId ?? state.records.withFileId(view?.fileId ?? '');
    return record === null
      ? fail({ kind: 'not-on-platform', asked, wish: 'download' })
      : ok(record);
  }

  async function listed(
    projectId: string,
    fileId: string,
    signal: AbortSignal,
  ): Promise<Result<Listed, CoreFault>> {
    const found = await platformFiles.lookUp(projectId, fileId, signal);
    return found.ok ? ok({ ...found.value, projectId }) : found;
  }

  /** The requested public file; the fault says why there is nothing to download. */
  async function find(
    { asked, projectId: place }: LinkRequest,
    signal: AbortSignal,
  ): Promise<Result<PublicFile, CoreFault>> {
    const found = place === undefined ? own(asked) : await listed(place, asked, signal);
    if (!found.ok) return found;
    const { projectId, fileId, name, visibility } = found.value;
    if (visibility === 'private') return fail({ kind: 'no-download', asked });
    return ok({ projectId, fileId, name });
  }

  /** A new, validated link. */
  async function linkTo(
    { projectId, fileId }: PublicFile,
    signal: AbortSignal,
  ): Promise<Result<string, CoreFault>> {
    const read = await client.call('downloadPublicFile', { path: { projectId, fileId } }, signal);
    if (!read.ok) return read;
    const url = evaluateLink(read.value.objectStoreUrl, address);
    return url === null ? fail({ kind: 'bad-link' }) : ok(url);
  }

  const ask: AskForLink = async (wish, signal) => {
    const found = await find(wish, signal);
    if (!found.ok) return found;
    const link = await linkTo(found.value, signal);
    return link.ok ? ok({ url: link.value, fileName: found.value.name }) : link;
  };
  return { find, linkTo, ask };
}
export type DownloadLinks = ReturnType<typeof makeDownloadLinks>;
