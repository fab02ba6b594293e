/** The fields of one request in the resumable protocol, read once, and the decisions that need nothing else. */
import type { IncomingMessage } from 'node:http';
import type { Readings } from '../control/readings.ts';
import { FORM_MARGIN_BYTES } from './receive-form.ts';
import { readBoolean, readInteger, writeDictionary } from './structured-fields.ts';

export interface UploadFields {
  /** Null when absent or malformed: the request is then an ordinary one. */
  readonly complete: boolean | null;
  readonly offset: number | null;
  readonly length: number | null;
  readonly interopVersion: number | null;
  /** Null for a chunked body. */
  readonly contentLength: number | null;
}

export function readUploadFields({ headers }: IncomingMessage): UploadFields {
  const isChunked = headers['transfer-encoding'] !== undefined;
  return {
    complete: readBoolean(headers['upload-complete']),
    offset: readInteger(headers['upload-offset']),
    length: readInteger(headers['upload-length']),
    interopVersion: readInteger(headers['upload-draft-interop-version']),
    contentLength: isChunked ? null : Number(headers['content-length'] ?? 0),
  };
}

/** Whether a request to an endpoint asks for resumption in words this service knows. */
export function asksForResumption(
  { complete, interopVersion }: UploadFields,
  readings: Readings,
): boolean {
  return (
    readings.resumableUploads === 'on' &&
    complete !== null &&
    interopVersion === readings.resumableInteropVersion
  );
}

/**
 * The length of the whole upload after this request, from everything said so far: null when still unknown,
 * `beyond` when the request would outgrow it, `inconsistent` when two statements differ in another way.
 */
export function agreeOnLength(
  known: number | null,
  offset: number,
  { complete, length, contentLength }: UploadFields,
): number | null | 'inconsistent' | 'beyond' {
  const end = contentLength === null ? null : offset + contentLength;
  if ((end ?? offset) > (known ?? length ?? Infinity)) return 'beyond';
  const said = [known, length, complete === true ? end : null].filter((value) => value !== null);
  return new Set(said).size > 1 ? 'inconsistent' : (said[0] ?? null);
}

/** The largest body of a complete form around a file of the largest size. */
export function maxUploadBytes(maxFileBytes: number): number {
  return maxFileBytes + FORM_MARGIN_BYTES;
}

/** The value of Upload-Limit. `maxAgeSeconds`: what is left of the upload's life. */
export function uploadLimit(
  maxFileBytes: number,
  readings: Readings,
  maxAgeSeconds: number,
): string {
  const limits = {
    'max-size': maxUploadBytes(maxFileBytes),
    'max-append-size': readings.resumableMaxAppendBytes,
    'max-age': maxAgeSeconds,
  };
  return writeDictionary(limits);
}
