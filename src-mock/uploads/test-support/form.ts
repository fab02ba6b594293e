/** Builds multipart bodies by hand, so that a test decides every byte. */

export const BOUNDARY = '----form-boundary-0123456789abcdef';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

export interface FormParts {
  readonly fields?: Readonly<Record<string, string>>;
  readonly fileName?: string;
  readonly filePart?: string;
  readonly content?: Buffer | string;
  readonly contentType?: string;
}

/** Everything before the file's first byte. */
export function formHead({
  fields = { type: 'primary', label: 'a,b', uploaded: '2026-01-01T00:00:00.000Z' },
  fileName = 'run-01.raw',
  filePart = 'file',
  contentType = 'application/octet-stream',
}: FormParts = {}): Buffer {
  const escaped = fileName.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const texts = Object.entries(fields).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return Buffer.from(
    `${texts.join('')}--${BOUNDARY}\r\n` +
      `Content-Disposition: form-data; name="${filePart}"; filename="${escaped}"\r\n` +
      `Content-Type: ${contentType}\r\n\r\n`,
  );
}

export const FORM_TAIL = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

export function form(parts: FormParts = {}): Buffer {
  return Buffer.concat([formHead(parts), Buffer.from(parts.content ?? 'content'), FORM_TAIL]);
}

/** Bytes that are the same every time and do not repeat within any sensible block. */
export function noise(bytes: number, seed = 1): Buffer {
  const buffer = Buffer.alloc(bytes);
  let state = seed;
  for (let index = 0; index < bytes; index += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    buffer[index] = state >>> 24;
  }
  return buffer;
}
