/**
 * The two headers of multipart/form-data, read the way the WHATWG form encoding writes them. General header parsers
 * treat a backslash as an escape, which silently changes file names: here it is an ordinary character.
 */

export interface Disposition {
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
