/**
 * What a certificate in its PDF form says, from its text: the fingerprint, the size, the ids, the addresses. It is handed on in the
 * shape of a certificate's data, to be compared and never trusted. Pure.
 */

/** Digits of SHA-1, SHA-224, SHA-256, SHA-384 and SHA-512. */
const DIGEST_DIGITS: ReadonlySet<number> = new Set([40, 56, 64, 96, 128]);
/** In groups of four, over lines. */
const GROUPED = /(?<![0-9a-z])[0-9a-f]{4}(?:\s+[0-9a-f]{4}(?![0-9a-z])){9,31}/gi;
/** Whole; those of a chain begin with 0x. */
const WHOLE = /(?<![0-9a-z])[0-9a-f]{40,128}(?![0-9a-z])/gi;
const ID = /(?<![0-9a-z-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z-])/gi;
const ADDRESS = /https?:\/\/\S+/gi;
/** In full, with separators or without: "6,442,450,944 bytes". A number that comes in pieces is none. */
const SIZE =
  /(?<!\d[^\S\n]*|[.,]\s*)(\d{1,3}(?:[,.’'\u00A0\u2009\u202F]\d{3})+|\d{1,15})\s+bytes?(?![a-z])/gi;
const MOST_TEXTS = 100;

/** Null when it names no fingerprint that can be read. */
export function certificateInText(text: string): string | null {
  const digests = distinct(text, GROUPED, WHOLE).filter(({ length }) => DIGEST_DIGITS.has(length));
  if (digests.length === 0) return null;
  const [only, ...others] = digests;
  const sizes = new Set(
    Array.from(text.matchAll(SIZE), ([, size = '']) => size.replaceAll(/\D/g, '')),
  );
  return JSON.stringify({
    // Two of them: which one is the file's cannot be told.
    ...(others.length === 0 ? { FileHash: only } : { fingerprints: digests }),
    // Of several, the file's cannot be told either.
    ...(sizes.size === 1 ? { sizeBytes: [...sizes][0] } : {}),
    ids: distinct(text, ID),
    addresses: distinct(text, ADDRESS),
  });
}

function distinct(text: string, ...patterns: readonly RegExp[]): readonly string[] {
  const found = patterns.flatMap((pattern) => text.match(pattern) ?? []);
  return [...new Set(found.map((each) => each.replaceAll(/\s+/g, '')))].slice(0, MOST_TEXTS);
}
