/** Several digests of one stream in a single pass. */
import { createHash } from 'node:crypto';
import { Blake3Hasher } from '@napi-rs/blake-hash';
import { blake2b } from '@noble/hashes/blake2';
import { keccak_256, sha3_256 } from '@noble/hashes/sha3';
import { assertNever } from '../assert-never.ts';
import type { HashAlgorithm } from '../control/readings.ts';
import type { Digests } from './upload-types.ts';

interface Hasher {
  update(chunk: Buffer): void;
  digest(): Buffer;
}

/** SHA-256 and `algorithm`. Not all of them: seven hashes of 2.5 GB would take longer than the upload. */
export function startDigests(algorithm: HashAlgorithm) {
  const sha256 = hasherFor('sha256');
  const other = algorithm === 'sha256' ? null : hasherFor(algorithm);
  return {
    update(chunk: Buffer) {
      sha256.update(chunk);
      other?.update(chunk);
    },
    /** Ends the pass; to be called once. */
    finish(): Digests {
      const digests = { sha256: sha256.digest() };
      return other === null ? digests : { ...digests, [algorithm]: other.digest() };
    },
  };
}

/** Another library than the client's: what both make has been made twice. Of Node's library only what Electron's has too. */
const NOBLE = { 'keccak-256': keccak_256, 'sha3-256': sha3_256, blake2b512: blake2b };

function hasherFor(algorithm: HashAlgorithm): Hasher {
  switch (algorithm) {
    case 'keccak-256':
    case 'sha3-256':
    case 'blake2b512': {
      const hash = NOBLE[algorithm].create({});
      return {
        update: (chunk) => void hash.update(chunk),
        digest: () => Buffer.from(hash.digest()),
      };
    }
    case 'blake3': {
      const hash = new Blake3Hasher();
      return { update: (chunk) => void hash.update(chunk), digest: () => hash.digestBuffer() };
    }
    case 'sha256':
    case 'sha512':
    case 'sha1':
    case 'md5': {
      const hash = createHash(algorithm);
      return { update: (chunk) => void hash.update(chunk), digest: () => hash.digest() };
    }
    default:
      return assertNever(algorithm);
  }
}
