/** How a service makes its fingerprints, in the words that other programs use. */
import type {
  DigestAlgorithm,
  HashEncoding,
  HashMethod,
} from '../../../../src-shared/model/proofs/hash-method.ts';

const ALGORITHMS: Readonly<Record<DigestAlgorithm, string>> = {
  sha256: 'SHA-256',
  blake3: 'BLAKE3',
  sha512: 'SHA-512',
  sha1: 'SHA-1',
  md5: 'MD5',
  'sha3-256': 'SHA3-256',
  'keccak-256': 'Keccak-256',
  'blake2b-256': 'BLAKE2b-256',
  'blake2b-512': 'BLAKE2b-512',
};

const ENCODINGS: Readonly<Record<HashEncoding, string>> = {
  hex: 'in hexadecimal digits',
  base64: 'in Base64',
  'cid-v0': 'as a content identifier (CIDv0)',
  'cid-v1': 'as a content identifier (CIDv1)',
};

export function methodWords({ algorithm, encoding }: HashMethod): string {
  return `${ALGORITHMS[algorithm]} ${ENCODINGS[encoding]}`;
}
