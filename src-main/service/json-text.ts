/** Reads JSON that a stranger wrote: UTF-8 or nothing, and never deeper than any honest answer. */
import { fail, ok, type Result } from '../../src-shared/model/result.ts';

/** The deepest documented answer has five levels; a certificate may have more. Recursion elsewhere relies on it. */
const DEEPEST_NESTING = 64;

/** Decodes as UTF-8, without a byte order mark; null when the bytes are something else. */
export function utf8Text(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Parses; the fault says nothing more, as nobody could act on it. `__proto__` arrives as an ordinary own key. */
export function parseJson(text: string): Result<unknown, 'unreadable'> {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (isTooDeep(plain)) return fail('unreadable');
  try {
    return ok(JSON.parse(plain));
  } catch {
    return fail('unreadable');
  }
}

/**
 * Counts brackets outside strings. A loop, not a pattern: patterns run out of stack on a string of ten megabytes.
 * On text that is not JSON the result means nothing, and the parser refuses the text anyway.
 */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) inString = !inString;
    else if (inString) at += character === BACKSLASH ? 1 : 0;
    else if (character === OPEN_BRACKET || character === OPEN_BRACE) {
      depth += 1;
      if (depth > DEEPEST_NESTING) return true;
    } else if (character === CLOSE_BRACKET || character === CLOSE_BRACE) depth -= 1;
  }
  return false;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_BRACKET, CLOSE_BRACKET] = [0x5b, 0x5d];
const [OPEN_BRACE, CLOSE_BRACE] = [0x7b, 0x7d];

const DECODERS = {
  gzip: 'gunzipSync',
  'x-gzip': 'gunzipSync',
  deflate: 'inflateSync',
  br: 'brotliDecompressSync',
} as const;
/** As `Accept-Encoding` names them, the best first. */
export const DECODED_CONTENT = 'br, gzip, deflate';

/**
 * The content of an answer whose `content-encoding` this is. Where plain content is asked for, not every proxy gives it.
 * Null when it cannot be decoded, or is larger than `maxBytes`.
 */
export function decodedContent(
  bytes: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Buffer | null {
  const name = encoding?.trim().toLowerCase() ?? 'identity';
  if (name === 'identity' || name === '') return bytes;
  const decoder = Object.hasOwn(DECODERS, name) ? DECODERS[name as keyof typeof DECODERS] : null;
  if (decoder === null) return null;
  try {
    return process.getBuiltinModule('node:zlib')[decoder](bytes, { maxOutputLength: maxBytes });
  } catch {
    return null; // of another encoding, cut, or too large: no content either way
  }
}
