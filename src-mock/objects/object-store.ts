/**
 * The object store: content of public files under random keys, readable through pre-signed links only. It knows no
 * accounts, and like S3 it refuses a request that brings a token along: a client that sends one everywhere is leaking.
 */
import { randomBytes, createHmac, timingSafeEqual } from 'node:crypto';
import { createReadStream, mkdirSync, renameSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Readings } from '../control/readings.ts';
const KEY_SHAPE = /^[0-9a-f]{32}$/;

export interface ObjectStoreOptions {
  /** Made when missing. On the disk uploads arrive on, so that keeping one is a rename. */
  readonly folder: string;
  /** Signs links; they hold as long as it stays the same. */
  readonly secret: string;
  readonly nowMs: () => number;
  readonly readings: () => Readings;
}

export type ObjectStore = ReturnType<typeof makeObjectStore>;

export function makeObjectStore({ folder, secret, nowMs, readings }: ObjectStoreOptions) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  /** The path of an object. Throws on anything that is not a key. */
  function path(key: string): string {
    if (!KEY_SHAPE.test(key)) throw new Error('not a key of the object store');
    return join(folder, key);
  }

  async function sizeOf(key: string): Promise<number | null> {
    if (!KEY_SHAPE.test(key)) return null;
    const found = await stat(path(key)).catch(missingAsNull);
    return found?.size ?? null;
  }

  return {
    /** Moves a finished file in and returns its key. */
    keep(temporaryPath: string) {
      const key = randomBytes(16).toString('hex');
      renameSync(temporaryPath, path(key));
      return key;
    },
    path,
    /** No error when it is gone already. */
    remove: (key: string) => rm(path(key), { force: true }),
    /** A link that works for `readings.linkLifetimeMs`, and downloads as `fileName`. */
    link(baseUrl: string, key: string, fileName: string) {
      const expiresAtMs = nowMs() + readings().linkLifetimeMs;
      return signLink(baseUrl, { key, fileName, expiresAtMs }, secret);
    },
    /** Every request below `/object-store/`, whatever base path precedes it. */
    async handle(request: IncomingMessage, response: ServerResponse) {
      const { method, headers, url = '' } = request;
      request.resume();
      if (method !== 'GET' && method !== 'HEAD') {
        return refuse(response, 405, 'MethodNotAllowed', { Allow: 'GET, HEAD' });
      }
      if (headers.authorization !== undefined) {
        return refuse(response, 400, 'InvalidArgument: only one auth mechanism allowed');
      }
      const grant = verifyLink(url, secret, nowMs());
      if (grant === null) return refuse(response, 403, 'AccessDenied');
      const sizeBytes = await sizeOf(grant.key);
      if (sizeBytes === null) return refuse(response, 404, 'NoSuchKey');

      const etag = `"${grant.key}"`; // objects never change, so the key says everything
      const selection = rangeStillHolds(single(headers['if-range']), etag)
        ? selectRange(headers.range, sizeBytes)
        : ({ kind: 'whole' } as const);
      if (selection.kind === 'unsatisfiable') {
        const contentRange = { 'Content-Range': `bytes */${sizeBytes}` };
        return refuse(response, 416, 'InvalidRange', contentRange);
      }
      const { first, last } = bounds(selection, sizeBytes);
      response.writeHead(selection.kind === 'part' ? 206 : 200, {
        'Content-Type': 'application/octet-stream',
        'Content-Length': last - first + 1,
        'Content-Disposition': attachment(grant.fileName),
        'X-Content-Type-Options': 'nosniff',
        'Accept-Ranges': 'bytes',
        ETag: etag,
        ...(selection.kind === 'part'
          ? { 'Content-Range': `bytes ${first}-${last}/${sizeBytes}` }
          : {}),
      });
      if (method === 'HEAD' || sizeBytes === 0) {
        response.end();
        return;
      }
      await sendBytes(path(grant.key), first, last, response);
    },
  };
}

function bounds(
  selection: Exclude<Selection, { kind: 'unsatisfiable' }>,
  sizeBytes: number,
): { readonly first: number; readonly last: number } {
  return selection.kind === 'part' ? selection : { first: 0, last: sizeBytes - 1 };
}

/** A client that leaves in the middle of a download is no error; a disk that fails is. */
async function sendBytes(
  path: string,
  start: number,
  end: number,
  response: ServerResponse,
): Promise<void> {
  try {
    await pipeline(createReadStream(path, { start, end }), response);
  } catch (error) {
    if (!response.destroyed || codeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

function refuse(
  response: ServerResponse,
  status: number,
  reason: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = Buffer.from(`${reason}\n`);
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': bytes.length,
    ...headers,
  });
  response.end(bytes);
}

function single(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function missingAsNull(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null;
  throw error;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}

/**
 * The Range header of one download (RFC 9110, section 14), decided from texts and a size alone. `whole`: answer 200 as
 * if there were no Range. Both ends are included.
 */
type Selection =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly first: number; readonly last: number }
  | { readonly kind: 'unsatisfiable' };

const WHOLE = { kind: 'whole' } as const;

/** Several ranges, other units and malformed ones are ignored, as the RFC allows. */
export function selectRange(range: string | undefined, sizeBytes: number): Selection {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range?.replaceAll(' ', '') ?? '');
  const [, from = '', to = ''] = found ?? [];
  if (from === '' && to === '') return WHOLE;
  if (from === '') {
    const count = Math.min(Number(to), sizeBytes);
    if (count === 0) return { kind: 'unsatisfiable' };
    return { kind: 'part', first: sizeBytes - count, last: sizeBytes - 1 };
  }
  const first = Number(from);
  const last = to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (to !== '' && Number(to) < first) return WHOLE;
  return first >= sizeBytes ? { kind: 'unsatisfiable' } : { kind: 'part', first, last };
}

/** If-Range: the range counts only when what the client has is what we have. Dates and weak tags never match. */
function rangeStillHolds(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange === etag;
}

/**
 * Content-Disposition of a download (RFC 6266): the real name for those who read it, a harmless one for the others. A
 * header value in printable ASCII, whatever the name holds.
 */
export function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^ -~]|["\\/%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${extendedValue(fileName)}`;
}

/** RFC 8187. Lone surrogates have no UTF-8 and become U+FFFD; `encodeURIComponent` alone would throw on them. */
function extendedValue(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const OBJECT_STORE_PATH = '/object-store/';

interface Grant {
  readonly key: string;
  readonly fileName: string;
  readonly expiresAtMs: number;
}

/**
 * Whoever holds the link may read one object until it expires, and nothing else. The signature covers everything in it
 * that means something. `baseUrl` without a slash at its end.
 */
function signLink(baseUrl: string, grant: Grant, secret: string): string {
  const url = new URL(`${baseUrl}${OBJECT_STORE_PATH}${grant.key}`);
  url.searchParams.set('expires', String(grant.expiresAtMs));
  url.searchParams.set('name', grant.fileName.toWellFormed());
  url.searchParams.set('signature', signatureOf(grant, secret));
  return url.href;
}

/** Null unless the signature is right and the grant has not expired. `url` is a request's path and query. */
function verifyLink(url: string, secret: string, nowMs: number): Grant | null {
  const { pathname, searchParams } = new URL(url, 'http://object-store');
  const expires = searchParams.get('expires') ?? '';
  const start = pathname.indexOf(OBJECT_STORE_PATH);
  if (start === -1 || !/^\d{1,15}$/.test(expires)) return null;
  const grant = {
    key: pathname.slice(start + OBJECT_STORE_PATH.length),
    fileName: searchParams.get('name') ?? '',
    expiresAtMs: Number(expires),
  };
  const given = Buffer.from(searchParams.get('signature') ?? '');
  const right = Buffer.from(signatureOf(grant, secret));
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  return grant.expiresAtMs > nowMs ? grant : null;
}

function signatureOf({ key, fileName, expiresAtMs }: Grant, secret: string): string {
  const text = JSON.stringify([key, expiresAtMs, fileName.toWellFormed()]);
  return createHmac('sha256', secret).update(text).digest('base64url');
}
