/**
 * Makes the digests a service may mean by "hash of the file content". For worker threads: loading this waits for the
 * WebAssembly module of Keccak-256, so the main thread loads it when it needs it.
 */
import { createHash } from 'node:crypto';
import { Blake2BHasher, Blake2BParam, Blake3Hasher } from '@napi-rs/blake-hash';
import { createKeccak } from 'hash-wasm';
import type { Digests, ListAlgorithm } from '../../src-shared/model/proofs/hash-method.ts';
import { assertNever } from '../../src-shared/model/result.ts';

export interface RunningDigest {
  update(chunk: Buffer): void;
  /** In lower-case hex; call it once. */
  finish(): string;
}

export function startDigest(algorithm: ListAlgorithm): RunningDigest {
  switch (algorithm) {
    case 'sha224':
    case 'sha256':
    case 'sha384':
    case 'sha512':
    case 'sha512-224':
    case 'sha512-256':
    case 'sha1':
    case 'md5':
    case 'sha3-224':
    case 'sha3-256':
    case 'sha3-384':
    case 'sha3-512':
      return wrapped(createHash(algorithm));
    case 'blake3':
      return wrapped(new Blake3Hasher());
    case 'blake2b-256':
      return startBlake2b(32);
    case 'blake2b-512':
      return startBlake2b(64);
    case 'keccak-256':
      return startKeccak256();
    default:
      return assertNever(algorithm);
  }
}

export interface RunningDigests {
  update(chunk: Buffer): void;
  /** Call it once. */
  finish(): Digests;
}

/** Several digests of one content. */
export function startDigests(algorithms: readonly ListAlgorithm[]): RunningDigests {
  const running = algorithms.map((algorithm) => [algorithm, startDigest(algorithm)] as const);
  return {
    update(chunk) {
      for (const [, digest] of running) digest.update(chunk);
    },
    finish: () =>
      Object.fromEntries(running.map(([algorithm, digest]) => [algorithm, digest.finish()])),
  };
}

interface Hasher {
  update(chunk: Buffer): unknown;
  digest(format: 'hex'): string;
}

function wrapped(hash: Hasher): RunningDigest {
  return { update: (chunk) => void hash.update(chunk), finish: () => hash.digest('hex') };
}

function startBlake2b(bytes: number): RunningDigest {
  const parameters = new Blake2BParam();
  parameters.hashLength(bytes);
  return wrapped(Blake2BHasher.withParams(parameters));
}

/** One for each thread, since only starting it is asynchronous; every digest keeps its own state beside it. */
const keccak = await createKeccak(256);
const EMPTY_KECCAK = keccak.init().save();

/**
 * Keccak-256 as it was before the standard changed its padding: what Ethereum calls keccak256. Node's library has only
 * the standardised SHA3-256, which gives other digests for the same bytes.
 */
function startKeccak256(): RunningDigest {
  let state = EMPTY_KECCAK;
  return {
    update(chunk) {
      state = keccak.load(state).update(chunk).save();
    },
    finish: () => keccak.load(state).digest('hex'),
  };
}
