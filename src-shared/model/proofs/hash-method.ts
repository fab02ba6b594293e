/** How a service may make its FileHash, which its document leaves open: an algorithm, and how the digest is written. */

/** The two of our own come first: BLAKE3, by which a content is known here, and SHA-256, which is made when it is sent. */
export const DIGEST_ALGORITHMS = [
  'sha256',
  'blake3',
  'sha512',
  'sha1',
  'md5',
  'sha3-256',
  'keccak-256',
  'blake2b-256',
  'blake2b-512',
] as const;
export type DigestAlgorithm = (typeof DIGEST_ALGORITHMS)[number];

/** Two contents with the same digest can be made on purpose. */
export const isForgeable = (algorithm: ListAlgorithm): algorithm is 'md5' | 'sha1' =>
  algorithm === 'md5' || algorithm === 'sha1';

export const HASH_ENCODINGS = ['hex', 'base64', 'cid-v0', 'cid-v1'] as const;
export type HashEncoding = (typeof HASH_ENCODINGS)[number];

export interface HashMethod {
  readonly algorithm: DigestAlgorithm;
  readonly encoding: HashEncoding;
}

/** In lists of other programs alone: no service is known to use them. */
export const FURTHER_ALGORITHMS = [
  'sha224',
  'sha384',
  'sha512-224',
  'sha512-256',
  'sha3-224',
  'sha3-384',
  'sha3-512',
] as const;
export const LIST_ALGORITHMS = [...DIGEST_ALGORITHMS, ...FURTHER_ALGORITHMS] as const;
export type ListAlgorithm = DigestAlgorithm | (typeof FURTHER_ALGORITHMS)[number];

/** Digests in lower-case hex, of whichever algorithms were asked for. */
export type Digests = Readonly<Partial<Record<ListAlgorithm, string>>>;
/** The same of a file that was read by us: our own two are always there. */
export type FileDigests = Digests & { readonly sha256: string; readonly blake3: string };
