/**
 * Reads what a service calls the hash of a content without knowing how it makes it: every way the text can be meant is
 * returned, and whoever has the content's digests sees which of them holds. An equal digest identifies a content; a
 * different one says something only when the way is known. Pure.
 */
import { CID } from 'multiformats/cid';
import {
  DIGEST_ALGORITHMS,
  HASH_ENCODINGS,
  type Digests,
  type HashEncoding,
  type HashMethod,
} from '../../src-shared/model/proofs/hash-method.ts';
import { algorithmOfMultihash, algorithmsOfLength } from './digest-algorithms.ts';

/** One way to read a FileHash: the digest it would stand for, in lower-case hex. */
export interface HashReading extends HashMethod {
  readonly digestHex: string;
}

const LONGEST_TEXT = 200; // SHA-512 in hex has 128 characters

/** Every way this text can be meant; empty when it is none of them. */
export function readFileHash(text: string): readonly HashReading[] {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > LONGEST_TEXT) return [];
  return [...readHex(trimmed), ...readBase64(trimmed), ...readCid(trimmed)];
}

/** The first reading that agrees with the digests at hand; null when none does. */
export function equalReading(
  readings: readonly HashReading[],
  digests: Digests,
): HashReading | null {
  return readings.find(({ algorithm, digestHex }) => digests[algorithm] === digestHex) ?? null;
}

export function isSameMethod(one: HashMethod, other: HashMethod): boolean {
  return one.algorithm === other.algorithm && one.encoding === other.encoding;
}

/** As one word, for the database. */
export function methodText({ algorithm, encoding }: HashMethod): string {
  return `${algorithm} ${encoding}`;
}

/** Reads what `methodText` wrote; null for anything else. */
export function methodOfText(text: string): HashMethod | null {
  for (const algorithm of DIGEST_ALGORITHMS) {
    for (const encoding of HASH_ENCODINGS) {
      if (methodText({ algorithm, encoding }) === text) return { algorithm, encoding };
    }
  }
  return null;
}

function readHex(text: string): readonly HashReading[] {
  const digits = /^(?:0x)?((?:[\da-f]{2})+)$/i.exec(text)?.[1]?.toLowerCase();
  return digits === undefined ? [] : ofLength('hex', digits);
}

function readBase64(text: string): readonly HashReading[] {
  if (!/^[\w+/-]+={0,2}$/.test(text)) return [];
  return ofLength('base64', Buffer.from(text, 'base64').toString('hex')); // the URL-safe alphabet too
}

function ofLength(encoding: HashEncoding, digestHex: string): readonly HashReading[] {
  return algorithmsOfLength(digestHex.length / 2).map((algorithm) => ({
    algorithm,
    encoding,
    digestHex,
  }));
}

function readCid(text: string): readonly HashReading[] {
  const cid = parseCid(text);
  const algorithm = cid === null ? null : algorithmOfMultihash(cid.multihash.code);
  if (cid === null || algorithm === null) return [];
  const digestHex = Buffer.from(cid.multihash.digest).toString('hex');
  return [{ algorithm, encoding: cid.version === 0 ? 'cid-v0' : 'cid-v1', digestHex }];
}

/** Null for text that is no content identifier; the library can only say so by throwing. */
function parseCid(text: string): CID | null {
  try {
    return CID.parse(text);
  } catch {
    return null;
  }
}
