/** Several digests of one stream in a single pass. */
import { createHash } from 'node:crypto';
import { Blake3Hasher } from '@napi-rs/blake-hash';
import type { HashAlgorithm } from '../control/readings.ts';
import { startKeccak256 } from './keccak256.ts';
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

function hasherFor(algorithm: HashAlgorithm): Hasher {
  if (algorithm === 'keccak-256') return startKeccak256();
  if (algorithm !== 'blake3') {
    const hash = createHash(algorithm);
    return { update: (chunk) => void hash.update(chunk), digest: () => hash.digest() };
  }
  const hash = new Blake3Hasher();
  return { update: (chunk) => void hash.update(chunk), digest: () => hash.digestBuffer() };
}
