/**
 * Reads one multipart/form-data body: text fields into memory, the file straight to disk with its digests. It holds a
 * few buffers at a time, whatever the file's size, and leaves no temporary file behind when it fails.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Dicer } from '@fastify/busboy';
import type { HashAlgorithm } from '../control/readings.ts';
import { Refusal } from '../http/answer.ts';
import { chunksOf } from '../http/write-answer.ts';
import { startDigests } from './digests.ts';
import type { ReceivedFile, ReceivedForm } from './upload-types.ts';

/** What a form may weigh beside its file: fields, part headers, delimiters. */
export const FORM_MARGIN_BYTES = 1024 * 1024;
const MAX_PARTS = 100; // the service knows seven
const TEMPORARY_SUFFIX = '.part';

/** The bytes of a form, as they come. */
export type Body = AsyncIterable<Buffer> | Iterable<Buffer>;

export interface FormRules {
  readonly filePart: string;
  readonly maxFileBytes: number;
  /** Otherwise only its digests: nothing is written to disk. */
  readonly wantsContent: boolean;
  readonly algorithm: HashAlgorithm;
  /** Existing folder for the temporary file; on the disk the content will stay on, so that keeping it is a rename. */
  readonly folder: string;
}

/** Throws `Refusal` 400 unless `contentType` is multipart/form-data with a boundary. */
export function requireBoundary(contentType: string | undefined): string {
  const boundary = readBoundary(contentType);
  if (boundary === null) throw malformed('the body must be multipart/form-data with a boundary');
  return boundary;
}

export function isTemporaryName(name: string): boolean {
  return name.endsWith(TEMPORARY_SUFFIX);
}

/** Removes what `complete` did not rename. */
export function discardForm(form: ReceivedForm): void {
  rmSync(form.file.temporaryPath, { force: true });
}

export function tooLarge(maxFileBytes: number): Refusal {
  return new Refusal(413, `the file exceeds ${maxFileBytes} bytes`, 'FILE_TOO_LARGE');
}

/**
 * Resolves once `body` has ended and the closing delimiter was in it. Rejects with `Refusal` (400 malformed, 413 too
 * large as soon as that is certain), or with whatever `body` throws when it breaks. The caller owns the temporary file.
 */
export async function receiveForm(
  body: Body,
  contentType: string | undefined,
  rules: FormRules,
): Promise<ReceivedForm> {
  const reading = startReading(requireBoundary(contentType), rules);
  try {
    for await (const chunk of body) await reading.write(chunk);
    return await reading.finish();
  } catch (error) {
    await reading.abandon();
    throw error;
  }
}

type PartHeaders = Readonly<Record<string, readonly string[] | undefined>>;

function malformed(message: string): Refusal {
  return new Refusal(400, message, 'MALFORMED_FORM');
}

function startReading(boundary: string, rules: FormRules) {
  const parser = new Dicer({ boundary });
  const fields = new Map<string, string>();
  const parts: Promise<void>[] = [];
  const openParts = new Set<Dicer.PartStream>();
  const awaitingHeaders = new Set<Dicer.PartStream>();
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => undefined); // it may come while nobody waits; every later step sees it
  const closed = Promise.withResolvers<void>();
  // Either event can come before `end()`: the parser is done at the closing delimiter, not at the end of the body.
  let isClosed = false;
  parser.once('finish', () => {
    isClosed = true;
    closed.resolve();
  });
  parser.once('error', () => failure.reject(malformed('the form is cut off')));

  const temporaryPath = join(rules.folder, `${randomUUID()}${TEMPORARY_SUFFIX}`);
  const found: { file: Promise<ReceivedFile> | null } = { file: null };
  let fieldBytes = 0;

  async function takePart(part: Dicer.PartStream, headers: PartHeaders): Promise<void> {
    const disposition = readDisposition(headers['content-disposition']?.[0] ?? '');
    if (disposition === null) throw malformed('a part has no readable Content-Disposition');
    if (disposition.name === rules.filePart && disposition.fileName !== null) {
      if (found.file !== null) throw malformed(`the part "${rules.filePart}" comes twice`);
      found.file = takeFile(part, disposition, headers['content-type']?.[0]);
      await found.file;
    } else {
      await takeField(part, disposition);
    }
  }

  async function takeField(part: Dicer.PartStream, { name, fileName }: Disposition): Promise<void> {
    if (fileName !== null) throw malformed(`a file in the part "${name}" is not expected`);
    const chunks: Buffer[] = [];
    for await (const chunk of chunksOf(part)) {
      fieldBytes += chunk.length;
      if (fieldBytes > FORM_MARGIN_BYTES) throw malformed('the fields of the form are too large');
      chunks.push(chunk);
    }
    if (fields.has(name)) throw malformed(`the field "${name}" comes twice`);
    fields.set(name, Buffer.concat(chunks).toString('utf8'));
  }

  async function takeFile(
    part: Dicer.PartStream,
    { fileName }: Disposition,
    contentType = 'application/octet-stream',
  ): Promise<ReceivedFile> {
    if (fileName === null || fileName === '') throw malformed('the file has no name');
    const digests = startDigests(rules.algorithm);
    const file = rules.wantsContent ? openSync(temporaryPath, 'wx', 0o600) : null;
    let sizeBytes = 0;
    try {
      for await (const chunk of chunksOf(part)) {
        sizeBytes += chunk.length;
        if (sizeBytes > rules.maxFileBytes) throw tooLarge(rules.maxFileBytes);
        digests.update(chunk);
        if (file !== null) writeFileSync(file, chunk);
      }
    } finally {
      if (file !== null) closeSync(file);
    }
    return { name: fileName, contentType, sizeBytes, temporaryPath, digests: digests.finish() };
  }

  parser.on('part', (part) => {
    if (parts.length === MAX_PARTS) return failure.reject(malformed('the form has too many parts'));
    openParts.add(part);
    awaitingHeaders.add(part);
    const taken = Promise.withResolvers<void>();
    parts.push(taken.promise);
    taken.promise.then(() => openParts.delete(part), failure.reject);
    part.on('error', taken.reject);
    part.once('header', (headers: object) => {
      awaitingHeaders.delete(part);
      takePart(part, headers as PartHeaders).then(taken.resolve, taken.reject);
    });
  });

  return {
    /** Resolves when there is room for more. */
    async write(chunk: Buffer): Promise<void> {
      if (isClosed) return; // an epilogue; RFC 2046 says to ignore it
      const taken = Promise.withResolvers<void>();
      parser.write(chunk, () => taken.resolve());
      // The chunk with the closing delimiter may never be called back (dicer of @fastify/busboy 3.2.6).
      await Promise.race([taken.promise, failure.promise, closed.promise]);
    },
    async finish(): Promise<ReceivedForm> {
      parser.end();
      await Promise.race([closed.promise, failure.promise]);
      // A part whose headers never ended has nobody reading it and would be waited for in vain.
      if (awaitingHeaders.size > 0) throw malformed('the headers of a part are cut off');
      await Promise.race([Promise.all(parts), failure.promise]);
      if (found.file === null) throw malformed(`the part "${rules.filePart}" is missing`);
      return { fields: Object.fromEntries(fields), file: await found.file };
    },
    /** Stops the reader of a part, and removes the temporary file. */
    async abandon(): Promise<void> {
      for (const part of openParts) part.destroy();
      await Promise.allSettled([found.file]);
      rmSync(temporaryPath, { force: true });
    },
  };
}

/**
 * The two headers of multipart/form-data, read the way the WHATWG form encoding writes them. General header parsers
 * treat a backslash as an escape, which silently changes file names: here it is an ordinary character.
 */
interface Disposition {
  readonly name: string;
  /** Null for a text field. */
  readonly fileName: string | null;
}

const MEDIA_TYPE = /^\s*multipart\/form-data\s*(?:;|$)/i;
const BOUNDARY = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i;

/** The boundary of a multipart/form-data content type; null when it is another type or names none. */
export function readBoundary(contentType: string | undefined): string | null {
  if (contentType === undefined || !MEDIA_TYPE.test(contentType)) return null;
  const found = BOUNDARY.exec(contentType);
  return found?.[1] ?? found?.[2] ?? null;
}

/**
 * Reads a part's Content-Disposition. `header` holds one character per byte (latin1); names come out as UTF-8 with
 * `%22`, `%0D` and `%0A` turned back. Null when the header is not of this form or a name is not UTF-8.
 */
export function readDisposition(header: string): Disposition | null {
  const start = /^\s*form-data\s*/i.exec(header);
  if (start === null) return null;
  const parameter = /;\s*([A-Za-z*-]+)=(?:"([^"]*)"|([^\s;"]*))\s*/y;
  parameter.lastIndex = start[0].length;
  const raw = new Map<string, string>();
  while (parameter.lastIndex < header.length) {
    const found = parameter.exec(header);
    if (found === null) return null;
    const key = (found[1] ?? '').toLowerCase();
    if (raw.has(key)) return null;
    raw.set(key, found[2] ?? found[3] ?? '');
  }
  const name = decodeName(raw.get('name'));
  const fileName = decodeName(raw.get('filename'));
  if (name === null || name === undefined || fileName === null) return null;
  return { name, fileName: fileName ?? null };
}

const ESCAPES: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

function decodeName(raw: string | undefined): string | null | undefined {
  if (raw === undefined) return undefined;
  const bytes = Buffer.from(raw, 'latin1');
  const text = bytes.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes)) return null;
  return text.replaceAll(/%22|%0D|%0A/g, (escape) => ESCAPES[escape] ?? escape);
}
