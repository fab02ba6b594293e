/** Several digests of one stream in a single pass. */
import { createHash } from 'node:crypto';
import { Blake3Hasher } from '@napi-rs/blake-hash';
import { keccak_256 } from '@noble/hashes/sha3';
import type { HashAlgorithm } from '../control/readings.ts';
import type { Digests } from './upload-types.ts';

interface Hasher {
  update(chunk: Buffer): void;
  digest(): Buffer;
}

export interface RunningDigests {
  update(chunk: Buffer): void;
  /** Ends the pass; to be called once. */
  finish(): Digests;
}

/** SHA-256 and `algorithm`. Not all of them: seven hashes of 2.5 GB would take longer than the upload. */
export function startDigests(algorithm: HashAlgorithm): RunningDigests {
  const sha256 = hasherFor('sha256');
  const other = algorithm === 'sha256' ? null : hasherFor(algorithm);
  return {
    update(chunk) {
      sha256.update(chunk);
      other?.update(chunk);
    },
    finish() {
      const digests = { sha256: sha256.digest() };
      return other === null ? digests : { ...digests, [algorithm]: other.digest() };
    },
  };
}

/** For Keccak-256 another library than the client's: what both make has been made twice. Node has only the later SHA3. */
function hasherFor(algorithm: HashAlgorithm): Hasher {
  if (algorithm === 'keccak-256') {
    const hash = keccak_256.create();
    return { update: (chunk) => void hash.update(chunk), digest: () => Buffer.from(hash.digest()) };
  }
  if (algorithm === 'blake3') {
    const hash = new Blake3Hasher();
    return { update: (chunk) => void hash.update(chunk), digest: () => hash.digestBuffer() };
  }
  const hash = createHash(algorithm);
  return { update: (chunk) => void hash.update(chunk), digest: () => hash.digest() };
}
