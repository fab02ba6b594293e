/**
 * The protocol of resumable uploads (draft-ietf-httpbis-resumable-upload-12): the fields we send and what we accept as
 * an answer to them. Pure. A server without support sees our fields and ignores them; that is all the negotiation.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isObject } from '../../../src-shared/service/reading.ts';
import { parseJson } from '../../service/json-text.ts';
import type { Answer } from './wire/send.ts';
import { parseDictionary, parseItem } from 'structured-headers';
import { isLoopbackHost } from '../../service/base-address.ts';

/** The draft's interop number, one per request; `none`: the final standard, where the field is gone. */
export type Interop = number | 'none';

export const DEFAULT_INTEROP = 9; // draft 12

export interface UploadLimits {
  /** Largest whole upload. */
  readonly maxSizeBytes: number | null;
  /** Largest body of one request. */
  readonly maxAppendBytes: number | null;
}

/** The content of a 104, as far as we may trust it. */
export interface Announcement {
  readonly location: string | null;
  readonly offset: number | null;
  readonly limits: UploadLimits | null;
}

/**
 * Fields of the POST. `isWhole`: its body is the complete form; otherwise it is empty and the form follows by PATCH.
 */
export function creationFields(
  interop: Interop,
  { isWhole, totalBytes }: { readonly isWhole: boolean; readonly totalBytes: number },
): Record<string, string> {
  const fields = { 'upload-complete': isWhole ? '?1' : '?0', 'upload-length': String(totalBytes) };
  return { ...fields, ...interopField(interop) };
}

export function appendFields(
  interop: Interop,
  { fromByte, isLast }: { readonly fromByte: number; readonly isLast: boolean },
): Record<string, string> {
  return {
    'content-type': 'application/partial-upload',
    'upload-offset': String(fromByte),
    'upload-complete': isLast ? '?1' : '?0',
    ...interopField(interop),
  };
}

export function interopField(interop: Interop): Record<string, string> {
  return interop === 'none' ? {} : { 'upload-draft-interop-version': String(interop) };
}

/** Null when the 104 is not in the version we offered: then it is not for us. */
export function readAnnouncement(
  headers: IncomingHttpHeaders,
  interop: Interop,
): Announcement | null {
  if (interop !== 'none' && readCount(headers['upload-draft-interop-version']) !== interop) {
    return null;
  }
  return {
    location: headers.location ?? null,
    offset: readCount(headers['upload-offset']),
    limits: readLimits(headers),
  };
}

/** Null when nothing is limited, or when a known limit has a value of the wrong type: then none of them counts. */
export function readLimits(headers: IncomingHttpHeaders): UploadLimits | null {
  const limits = readCounts(headers['upload-limit']);
  if (limits === null) return null;
  const known = ['max-size', 'min-size', 'max-append-size', 'min-append-size', 'max-age'];
  if (known.some((key) => limits.get(key) === null)) return null;
  return {
    maxSizeBytes: limits.get('max-size') ?? null,
    maxAppendBytes: limits.get('max-append-size') ?? null,
  };
}

/** True: the answer is the endpoint's own verdict. False: it comes from the upload protocol. Null: not stated. */
export function isVerdict({ headers }: Answer): boolean | null {
  return readBoolean(headers['upload-complete']);
}

/** What the service holds; null when the answer does not say. */
export function readOffset({ headers, text }: Answer): number | null {
  const reported = readCount(headers['upload-offset']);
  if (reported !== null) return reported;
  const body = parseJson(text);
  const expected = body.ok && isObject(body.value) ? body.value['expected-offset'] : null;
  return typeof expected === 'number' && isCount(expected) ? expected : null;
}

/** The upload's own address, or null when our token must not be sent there. */
export function uploadAddress(location: string, formUrl: string): string | null {
  const url = URL.parse(location, formUrl);
  if (url === null || url.username !== '' || url.password !== '') return null;
  return mayAuthorize(url, new URL(formUrl)) ? url.href : null;
}

/** A header's value as node:http gives it; repeated fields come joined by a comma. */
type FieldValue = string | readonly string[] | undefined;

/** The library gives 5.0 as the number 5, but a decimal is no integer. */
const DECIMAL = /^-?\d+\./;

/**
 * Reads the structured field values (RFC 9651) that resumable uploads use. What is not exactly of the expected type
 * reads as null: a field that cannot be understood must count as absent, never as something similar. `?1` is true, `?0`
 * false.
 */
export function readBoolean(value: FieldValue): boolean | null {
  const item = parsed(value, parseItem)?.[0];
  return typeof item === 'boolean' ? item : null;
}

/** A whole number from 0 on. */
export function readCount(value: FieldValue): number | null {
  const item = parsed(value, parseItem)?.[0];
  return isCount(item) && !DECIMAL.test(textOf(value)) ? item : null;
}

/**
 * The members of a dictionary, null for one that is no whole number from 0 on. Null when the value is no dictionary.
 */
export function readCounts(value: FieldValue): ReadonlyMap<string, number | null> | null {
  const members = parsed(value, parseDictionary);
  if (members === null) return null;
  return new Map(Array.from(members, ([key, [item]]) => [key, isCount(item) ? item : null]));
}

function isCount(item: unknown): item is number {
  return typeof item === 'number' && Number.isInteger(item) && item >= 0;
}

function textOf(value: FieldValue): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** Null for what the library rejects; it can only throw. */
function parsed<T>(value: FieldValue, parse: (text: string) => T): T | null {
  if (typeof value !== 'string') return null;
  try {
    return parse(textOf(value));
  } catch {
    return null;
  }
}

// Where the token may go: to the origin the form is for, over https, or over http to this computer itself. A `Location` or
// a setting that points elsewhere gets neither the token nor the bytes.

/** True when `url` may be asked with the token of the service at `formUrl`. */
export function mayAuthorize(url: URL, formUrl: URL): boolean {
  if (url.origin !== formUrl.origin || url.origin === 'null') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
}
