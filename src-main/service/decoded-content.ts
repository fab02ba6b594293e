import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

const DECODERS: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/**
 * The content of an answer whose `content-encoding` this is: plain content is asked for, and not every proxy gives it.
 * Null when it cannot be decoded, or is larger than `maxBytes`.
 */
export function decodedContent(
  bytes: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Buffer | null {
  const name = encoding?.trim().toLowerCase() ?? 'identity';
  if (name === 'identity' || name === '') return bytes;
  try {
    return DECODERS[name]?.(bytes, { maxOutputLength: maxBytes }) ?? null;
  } catch {
    return null; // of another encoding, cut, or too large: no content either way
  }
}
