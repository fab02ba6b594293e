/**
 * Interprets the service's hash of a content without knowing its algorithm: returns every possible meaning of the text,
 * and a caller with the content's digests sees which one matches. An equal digest identifies a content; a different one
 * is conclusive only when the algorithm is known. Pure.
 */
import { base64 } from 'multiformats/bases/base64';
import { toHex } from 'multiformats/bytes';
import { CID } from 'multiformats/cid';
import { create } from 'multiformats/hashes/digest';
import {
  DIGEST_ALGORITHMS,
  FURTHER_ALGORITHMS,
  HASH_ENCODINGS,
  type DigestAlgorithm,
  type Digests,
  type HashEncoding,
  type HashMethod,
  type ListAlgorithm,
} from './hash-method.ts';

/** One way to read a FileHash: the digest it would stand for, in lower-case hex. */
export interface HashReading extends HashMethod {
  readonly digestHex: string;
  /** The text itself says how it was made. */
  readonly isStated: boolean;
}

interface AlgorithmFacts {
  readonly bytes: number;
  /** Its number in the table of multihashes, as content identifiers carry it. */
  readonly multihash: number;
}

const FACTS: Readonly<Record<DigestAlgorithm, AlgorithmFacts>> = {
  sha256: { bytes: 32, multihash: 0x12 },
  blake3: { bytes: 32, multihash: 0x1e },
  sha512: { bytes: 64, multihash: 0x13 },
  sha1: { bytes: 20, multihash: 0x11 },
  md5: { bytes: 16, multihash: 0xd5 },
  'sha3-256': { bytes: 32, multihash: 0x16 },
  'keccak-256': { bytes: 32, multihash: 0x1b },
  'blake2b-256': { bytes: 32, multihash: 0xb220 },
  'blake2b-512': { bytes: 64, multihash: 0xb240 },
};

const LONGEST_TEXT = 200; // SHA-512 in hex has 128 characters

/** Every possible meaning of this text; empty when there is none. */
export function readFileHash(text: string): readonly HashReading[] {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > LONGEST_TEXT) return [];
  const [, stated = '', digest = ''] = /^([\w-]+(?:\/\d+)?)[:=](.+)$/.exec(trimmed) ?? [];
  const algorithm = algorithmNamed(stated);
  if (algorithm !== null) {
    return readFileHash(digest).flatMap(({ encoding, digestHex, ...reading }) =>
      reading.algorithm === algorithm
        ? [{ algorithm: reading.algorithm, encoding, digestHex, isStated: true }]
        : [],
    );
  }
  return [...readHex(trimmed), ...readBase64(trimmed), ...readCid(trimmed)];
}

/** As people and programs write them, without what is no letter or digit; the longest first. */
const NAMED: readonly (readonly [name: string, algorithm: ListAlgorithm])[] = [
  ...[...DIGEST_ALGORITHMS, ...FURTHER_ALGORITHMS].map((each) => [plainName(each), each] as const),
  ...([224, 256, 384, 512] as const).map((bits) => [`sha2${bits}`, `sha${bits}`] as const),
  ['sha160', 'sha1'] as const,
  ['blake3256', 'blake3'] as const,
  ['blake2b', 'blake2b-512'] as const,
].toSorted(([one], [other]) => other.length - one.length);

/** The algorithm that a text names, however it spells it: "sha256", "SHA-256 (hex)", "sha2-256"; null for another text. */
export function algorithmNamed(text: string): ListAlgorithm | null {
  const plain = plainName(text);
  const found = NAMED.find(
    ([name]) => plain.startsWith(name) && !/^\d/.test(plain.slice(name.length)),
  );
  return found?.[1] ?? null;
}

function plainName(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

/** The first reading that matches the available digests; null when none does. */
export function equalReading(
  readings: readonly HashReading[],
  digests: Digests,
): HashReading | null {
  return readings.find(({ algorithm, digestHex }) => digests[algorithm] === digestHex) ?? null;
}

/** The digests of our own that were made of a content so far. */
export function keptDigests({
  sha256,
  blake3,
}: {
  readonly sha256: string | null;
  readonly blake3: string;
}): Digests {
  return sha256 === null ? { blake3 } : { sha256, blake3 };
}

export function isSameMethod(one: HashMethod, other: HashMethod): boolean {
  return one.algorithm === other.algorithm && one.encoding === other.encoding;
}

/** As one word, for the database. */
export function methodText({ algorithm, encoding }: HashMethod): string {
  return `${algorithm} ${encoding}`;
}

/** Parses the output of `methodText`; null for anything else. */
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
  return digits === undefined ? [] : [...ofLength('hex', digits), ...readMultihash(digits)];
}

const LENGTHS: ReadonlySet<number> = new Set(Object.values(FACTS).map(({ bytes }) => bytes));

function readBase64(text: string): readonly HashReading[] {
  if (!/^[\w+/-]+={0,2}$/.test(text)) return [];
  const usual = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  if (!LENGTHS.has(Math.floor((usual.length * 3) / 4))) return [];
  try {
    return ofLength('base64', toHex(base64.baseDecode(usual)));
  } catch {
    return []; // bits are left over
  }
}

function ofLength(encoding: HashEncoding, digestHex: string): readonly HashReading[] {
  return DIGEST_ALGORITHMS.filter(
    (algorithm) => FACTS[algorithm].bytes === digestHex.length / 2,
  ).map((algorithm) => ({ algorithm, encoding, digestHex, isStated: false }));
}

/** What stands before the digest in a multihash: the number of its algorithm and its length, as "1220". */
const MULTIHASH_HEADS = DIGEST_ALGORITHMS.map((algorithm) => {
  const { bytes, multihash } = FACTS[algorithm];
  const whole = toHex(create(multihash, new Uint8Array(bytes)).bytes);
  return [algorithm, whole.slice(0, -2 * bytes)] as const;
});

function readMultihash(digits: string): readonly HashReading[] {
  for (const [algorithm, head] of MULTIHASH_HEADS) {
    if (!digits.startsWith(head) || digits.length !== head.length + 2 * FACTS[algorithm].bytes)
      continue;
    const digestHex = digits.slice(head.length);
    return [{ algorithm, encoding: 'hex', digestHex, isStated: true }];
  }
  return [];
}

const RAW = 0x55;

/** The alphabets of content identifiers: base58btc, base32, base36. Thousands of other texts are read for each that is one. */
const MAY_BE_CID = /^(?:[Qz][1-9A-HJ-NP-Za-km-z]+|b[a-z2-7]+|k[\da-z]+)$/;

function readCid(text: string): readonly HashReading[] {
  const cid = parseCid(text);
  const algorithm = algorithmOfCode(cid?.multihash.code);
  if (cid === null || algorithm === undefined) return [];
  const digestHex = toHex(cid.multihash.digest);
  const encoding = cid.version === 0 ? 'cid-v0' : 'cid-v1';
  // Of any other form it is the digest of a container, which differs though the content is the same.
  return [{ algorithm, encoding, digestHex, isStated: cid.code === RAW }];
}

function algorithmOfCode(code: number | undefined): DigestAlgorithm | undefined {
  return DIGEST_ALGORITHMS.find((each) => FACTS[each].multihash === code);
}

/** Null for text that is no content identifier; the library can only say so by throwing. */
function parseCid(text: string): CID | null {
  if (!MAY_BE_CID.test(text)) return null;
  try {
    return CID.parse(text);
  } catch {
    return null;
  }
}
