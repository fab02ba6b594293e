/**
 * The multipart form of one job, frozen as plain data before its first byte is sent. Offsets of a resumed upload count
 * bytes of the whole body, so the body must be the same bytes on every attempt: nothing here may depend on the time, on
 * chance or on the file's content.
 */
import type { Ids } from '../../../platform/ids.ts';

export interface FormDescription {
  /** From `newBoundary`; kept in the intent row with everything else. */
  readonly boundary: string;
  /** Text parts, sent in this order, before the file. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Name of the part that carries the file; it is always the last part. */
  readonly filePart: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

/** The body is `head` ‖ the file's `fileBytes` bytes ‖ `tail`; the texts are UTF-8. Survives JSON unchanged. */
export interface FrozenForm {
  readonly boundary: string;
  readonly head: string;
  readonly tail: string;
  readonly fileBytes: number;
  /** Content-Length of the whole body. */
  readonly totalBytes: number;
}

const BOUNDARY = /^[0-9A-Za-z'()+_,./:=?-]{1,70}$/; // RFC 2046 5.1.1, without the space
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:; ?[\w-]+=[\w.-]+)*$/;

/** 128 random bits: no file contains it by accident, and nobody can prepare one that does. */
export function newBoundary(ids: Ids): string {
  return `----${ids.hex(16)}`;
}

/** Throws when the description could be mistaken for the form's own structure: a bug of the caller. */
export function freezeForm(form: FormDescription): FrozenForm {
  const { boundary, filePart, fileName, contentType, sizeBytes } = form;
  if (!BOUNDARY.test(boundary)) throw new Error('the boundary is not one of RFC 2046');
  if (!MEDIA_TYPE.test(contentType)) throw new Error('the content type is not a media type');
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0) throw new Error('the size is no count');
  if (fileName === '') throw new Error('a form with an empty file name carries no file');
  const texts = form.fields.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${quotable(name)}"\r\n\r\n${value}\r\n`,
  );
  const fileHead = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${quotable(filePart)}"; filename="${quotable(fileName)}"`,
    `Content-Type: ${contentType}`,
    '\r\n',
  ].join('\r\n');
  if ([...form.fields.flat(), fileName].some((text) => text.includes(boundary))) {
    throw new Error('the boundary occurs in the form itself');
  }
  const head = wellFormed([...texts, fileHead].join(''));
  const tail = `\r\n--${boundary}--\r\n`;
  const totalBytes = Buffer.byteLength(head) + sizeBytes + Buffer.byteLength(tail);
  return { boundary, head, tail, fileBytes: sizeBytes, totalBytes };
}

/** The value of a text part as it is sent; null when the form has no such part. */
export function sentField({ boundary, head }: FrozenForm, name: string): string | null {
  const start = `--${boundary}\r\nContent-Disposition: form-data; name="${quotable(name)}"\r\n\r\n`;
  const from = head.indexOf(start);
  if (from === -1) return null;
  // The boundary occurs in no value, so the next one ends this one.
  return head.slice(from + start.length, head.indexOf(`\r\n--${boundary}`, from + start.length));
}

/** Content-Type header of the whole request; quoted, because a boundary may hold characters no bare token may. */
export function formContentType(form: FrozenForm): string {
  return `multipart/form-data; boundary=${/^[\w-]+$/.test(form.boundary) ? form.boundary : `"${form.boundary}"`}`;
}

/** As browsers write names (WHATWG HTML, multipart/form-data encoding): the three characters that could end the quote. */
function quotable(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** A lone surrogate would be written one way to the socket and another way by a database: it is replaced here, once. */
function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

// The media type a file part is sent with, from the file's name alone: content is never sniffed, so that the same name
// gives the same bytes on the wire on every attempt and on every computer. Unknown means octet-stream, never a guess.

const OCTET_STREAM = 'application/octet-stream';

/**
 * Types that laboratories send often and that the IANA registry (or, for text formats, common use) names without
 * ambiguity. Instrument formats such as .raw or .d have no registered type and several meanings, so they are left out.
 */
const BY_EXTENSION: Readonly<Record<string, string>> = {
  bmp: 'image/bmp',
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  fits: 'application/fits',
  gif: 'image/gif',
  gz: 'application/gzip',
  h5: 'application/x-hdf5',
  hdf5: 'application/x-hdf5',
  htm: 'text/html',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  md: 'text/markdown',
  mp4: 'video/mp4',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odt: 'application/vnd.oasis.opendocument.text',
  pdf: 'application/pdf',
  png: 'image/png',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  svg: 'image/svg+xml',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain',
  wav: 'audio/wav',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
};

/** Media type of a file called `fileName`; the letter case of the extension does not matter. */
export function mediaTypeOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  if (dot < 1) return OCTET_STREAM; // no extension, or a hidden file whose whole name follows the dot
  const extension = fileName.slice(dot + 1).toLowerCase();
  return Object.hasOwn(BY_EXTENSION, extension)
    ? (BY_EXTENSION[extension] ?? OCTET_STREAM)
    : OCTET_STREAM;
}
