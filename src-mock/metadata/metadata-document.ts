/** The metadata document of a file: what the content-addressed store holds, and what the ipfs endpoints answer. */
import { createHash } from 'node:crypto';
import { CID } from 'multiformats/cid';
import { create as multihash } from 'multiformats/hashes/digest';
import * as z from 'zod/mini';
import type { HashAlgorithm } from '../control/readings.ts';

/** Private documents carry no link: their content has no copy in the object store. */
const MetadataDocument = z.strictObject({
  FileHash: z.string(),
  FileLinkStore: z.optional(z.string()),
});
export type MetadataDocument = z.output<typeof MetadataDocument>;

export interface SealedDocument {
  readonly cid: string;
  /** The exact text the CID was made from. */
  readonly text: string;
}

export function sealDocument(document: MetadataDocument): SealedDocument {
  const text = JSON.stringify(document);
  return { cid: documentCid(text), text };
}

export function readDocument(text: string): MetadataDocument {
  return MetadataDocument.parse(JSON.parse(text));
}

/** Content identifiers (CIDv1, base32) of the metadata store. */
const JSON_CODEC = 0x0200;
const RAW_CODEC = 0x55;

/** Codes of the multihash table (multiformats/multicodec). */
const MULTIHASH_CODES: Readonly<Record<HashAlgorithm, number>> = {
  sha1: 0x11,
  sha256: 0x12,
  sha512: 0x13,
  'sha3-256': 0x16,
  'keccak-256': 0x1b,
  blake3: 0x1e,
  md5: 0xd5,
  blake2b512: 0xb240,
};

/** Of a JSON document: codec json, SHA-256 of exactly these bytes. */
function documentCid(document: string): string {
  const digest = createHash('sha256').update(document).digest();
  return CID.createV1(JSON_CODEC, multihash(MULTIHASH_CODES.sha256, digest)).toString();
}

/** The older form, which knows SHA-256 alone. */
export function contentCidV0(sha256: Buffer): string {
  const SHA2_256 = 0x12; // as a literal: the library's type of version 0 knows this code alone
  return CID.createV0(multihash(SHA2_256, sha256)).toString();
}

/** Of raw content whose digest is known. */
export function contentCid(algorithm: HashAlgorithm, digest: Buffer): string {
  return CID.createV1(RAW_CODEC, multihash(MULTIHASH_CODES[algorithm], digest)).toString();
}
