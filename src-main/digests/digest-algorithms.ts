/**
 * The digests a service may mean by "hash of the file content". One table for everything that compares contents with
 * what a service says about them: finding uploads whose answer was lost, and verifying certificates.
 */
import { createHash } from 'node:crypto';
import { Blake2BHasher, Blake2BParam, Blake3Hasher } from '@napi-rs/blake-hash';
import {
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
} from '../../src-shared/model/proofs/hash-method.ts';
import { assertNever } from '../../src-shared/model/result.ts';
import { startKeccak256 } from './keccak256.ts';

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

export interface RunningDigest {
  update(chunk: Buffer): void;
  /** In lower-case hex; to be called once. */
  finish(): string;
}

export function startDigest(algorithm: DigestAlgorithm): RunningDigest {
  switch (algorithm) {
    case 'sha256':
    case 'sha512':
    case 'sha1':
    case 'md5':
    case 'sha3-256':
      return running(createHash(algorithm));
    case 'blake3':
      return running(new Blake3Hasher());
    case 'blake2b-256':
    case 'blake2b-512': {
      const parameters = new Blake2BParam();
      parameters.hashLength(FACTS[algorithm].bytes);
      return running(Blake2BHasher.withParams(parameters));
    }
    case 'keccak-256': {
      const hash = startKeccak256();
      return { update: (chunk) => hash.update(chunk), finish: () => hash.digest().toString('hex') };
    }
    default:
      return assertNever(algorithm);
  }
}

interface Hasher {
  update(chunk: Buffer): unknown;
  digest(format: 'hex'): string;
}

function running(hash: Hasher): RunningDigest {
  return { update: (chunk) => void hash.update(chunk), finish: () => hash.digest('hex') };
}

/** Algorithms whose digests are that long. */
export function algorithmsOfLength(bytes: number): readonly DigestAlgorithm[] {
  return DIGEST_ALGORITHMS.filter((algorithm) => FACTS[algorithm].bytes === bytes);
}

/** The algorithm of a multihash number; null for one that is not in the table. */
export function algorithmOfMultihash(number: number): DigestAlgorithm | null {
  return DIGEST_ALGORITHMS.find((algorithm) => FACTS[algorithm].multihash === number) ?? null;
}
