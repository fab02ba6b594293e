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
