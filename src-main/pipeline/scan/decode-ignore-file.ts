/**
 * The text of an ignore file in whatever encoding a person's editor wrote it. What is not certain is refused: a pattern that is
 * read as another one would let a file be sent that its owner meant to hold back.
 */
import { isUtf8 } from 'node:buffer';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { TextEncodingName } from '../../../src-shared/model/folders/ignore-encoding.ts';

/** What no text has in it: control characters other than tabs and the ends of lines. */
// oxlint-disable-next-line no-control-regex
const NO_TEXT = /[\u0000-\u0008\u000B\u000E-\u001F]/;

/** Without a mark, and with LF alone at the ends of its lines. A failure is the encoding that it seems to be in. */
export function decodeIgnoreFile(bytes: Buffer): Result<string, TextEncodingName> {
  const text = decoded(bytes);
  if (!text.ok) return text;
  if (NO_TEXT.test(text.value)) return fail('binary');
  const unmarked = text.value.replace(/^\uFEFF/, '');
  // With LF in it, a CR alone belongs to a name, as in the icon of a folder on macOS.
  return ok(unmarked.replaceAll(unmarked.includes('\n') ? /\r\n/g : /\r/g, '\n'));
}

function decoded(bytes: Buffer): Result<string, TextEncodingName> {
  const mark = bytes.toString('hex', 0, 4);
  if (mark === 'fffe0000' || mark === '0000feff') return fail('UTF-32');
  if (mark.startsWith('fffe')) return utf16(bytes, 'utf-16le');
  if (mark.startsWith('feff')) return utf16(bytes, 'utf-16be');
  if (bytes.includes(0)) return unmarkedUtf16(bytes);
  if (isUtf8(bytes)) return ok(bytes.toString('utf8'));
  const text = bytes.toString('latin1');
  // In a comment nothing depends on it.
  const isCertain = text.split(/[\r\n]/).every((line) => line.startsWith('#') || isPlain(line));
  return isCertain ? ok(text) : fail('Latin-1');
}

function isPlain(line: string): boolean {
  return Buffer.from(line, 'latin1').every((byte) => byte < 0x80);
}

function utf16(bytes: Buffer, encoding: 'utf-16le' | 'utf-16be'): Result<string, TextEncodingName> {
  try {
    return ok(new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch {
    return fail('UTF-16'); // half a character
  }
}

/** Plain characters have a zero beside them, by which the order of the bytes is known. */
function unmarkedUtf16(bytes: Buffer): Result<string, TextEncodingName> {
  const texts = (['utf-16le', 'utf-16be'] as const).flatMap((encoding) => {
    const text = utf16(bytes, encoding);
    return text.ok && !NO_TEXT.test(text.value) ? [text] : [];
  });
  const plain = texts.filter(({ value }) => /[\r\n*./]/.test(value));
  return plain.length === 1 && plain[0] !== undefined ? plain[0] : fail('binary');
}
