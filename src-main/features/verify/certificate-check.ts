/**
 * What can be checked about a certificate without knowing its shape, which the service's document leaves open: that it
 * is a complete PDF or JSON object, and that it is not about another file. It cannot prove that a certificate is
 * genuine.
 */
import type { NotACertificate } from '../../../src-shared/model/proofs/not-a-certificate.ts';
import { isObject } from '../../../src-shared/service/reading.ts';
import { readErrorBody } from '../../../src-shared/service/envelopes.ts';

/** Where readers look for the head and the end mark (ISO 32000-1, annex H.3). */
const WINDOW_BYTES = 1_024;
const PDF_START = '%PDF-';
const PDF_END = '%%EOF';

/** Null when the bytes are a complete PDF, by its head and end mark. Other bytes may come before and after it. */
export function pdfProblem(bytes: Uint8Array): NotACertificate | null {
  if (bytes.byteLength === 0) return 'empty';
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (looksLikeHtml(buffer)) return 'html';
  const start = buffer.subarray(0, WINDOW_BYTES).toString('latin1');
  if (!start.includes(PDF_START)) return 'not-a-pdf';
  const end = withoutZeros(buffer).subarray(-WINDOW_BYTES).toString('latin1');
  const mark = end.lastIndexOf(PDF_END);
  // A further object after an end mark is part of an update, or of the rest, that was cut.
  return mark < 0 || /\d obj\b/.test(end.slice(mark)) ? 'cut-pdf' : null;
}

/** Some drives and mailers fill the last block of a file. */
function withoutZeros(buffer: Buffer): Buffer {
  let end = buffer.length;
  while (end > 0 && buffer[end - 1] === 0) end -= 1;
  return buffer.subarray(0, end);
}

/**
 * Keys under which a certificate can identify a file. Compared without regard to case: hashes are written both ways.
 */
export interface FileNames {
  readonly fileId: string;
  /** Hashes of the content, in every notation that the service is known to use. */
  readonly fingerprints: readonly string[];
  /** Whether a text is the id or a fingerprint of some other file, except the ones that this file cites. */
  readonly namesAnother: (text: string) => boolean;
}

/** Null when the bytes are a JSON object that does not contradict its file. */
export function jsonProblem(bytes: Uint8Array, names: FileNames): NotACertificate | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.toString('utf8').trim() === '') return 'empty';
  const value = parsed(buffer);
  if (!isObject(value)) return looksLikeHtml(buffer) ? 'html' : 'not-json';
  if (readErrorBody(value) !== null) return 'error-message';
  return speaksOfAnother(value, names) ? 'another-file' : null;
}

/**
 * A certificate that names our file is ours, whatever else it cites. One that names only another file we know is not.
 * One that names nothing we know is kept: its shape is not documented, and it may use names of its own.
 */
function speaksOfAnother(value: object, names: FileNames): boolean {
  const own = new Set([names.fileId, ...names.fingerprints].map((name) => name.toLowerCase()));
  const texts = [...textsIn(value)];
  // First: most name their own file, and looking for others asks the database about each text.
  if (texts.some((text) => own.has(text.toLowerCase()))) return false;
  return texts.some((text) => names.namesAnother(text));
}

/** Every text in a JSON value, keys included. Not recursive, because the depth is untrusted input. */
function* textsIn(value: unknown): Generator<string> {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') yield next;
    else if (Array.isArray(next)) for (const item of next) open.push(item);
    else if (isObject(next)) for (const [key, item] of Object.entries(next)) open.push(key, item);
  }
}

function parsed(buffer: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(buffer));
  } catch {
    return null;
  }
}

function looksLikeHtml(buffer: Buffer): boolean {
  return /^\s*<(!doctype|html|head|body)\b/i.test(buffer.subarray(0, 512).toString('latin1'));
}
