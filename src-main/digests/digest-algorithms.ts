/**
 * Makes the digests a service may mean by "hash of the file content". Of Node's library only what Electron's has too, which
 * knows no SHA-3. For worker threads: loading this waits for the WebAssembly modules of SHA-3, so the main thread loads it
 * when it needs it.
 */
import { createHash } from 'node:crypto';
import { Blake2BHasher, Blake2BParam, Blake3Hasher } from '@napi-rs/blake-hash';
import { sha512_224 } from '@noble/hashes/sha2';
import { createKeccak, createSHA3, type IHasher } from 'hash-wasm';
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
    case 'sha512-256':
    case 'sha1':
    case 'md5':
      return wrapped(createHash(algorithm));
    case 'sha512-224':
      return startSha512t224();
    case 'blake3':
      return wrapped(new Blake3Hasher());
    case 'blake2b-256':
      return startBlake2b(32);
    case 'blake2b-512':
      return startBlake2b(64);
    case 'keccak-256':
    case 'sha3-224':
    case 'sha3-256':
    case 'sha3-384':
    case 'sha3-512':
      return startSponge(SPONGES[algorithm]);
    default:
      return assertNever(algorithm);
  }
}

export type RunningDigests = ReturnType<typeof startDigests>;

/** Several digests of one content. */
export function startDigests(algorithms: readonly ListAlgorithm[]) {
  const running = algorithms.map((algorithm) => [algorithm, startDigest(algorithm)] as const);
  return {
    update(chunk: Buffer) {
      for (const [, digest] of running) digest.update(chunk);
    },
    /** Call it once. */
    finish: (): Digests =>
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

function startSha512t224(): RunningDigest {
  const hash = sha512_224.create();
  return {
    update: (chunk) => void hash.update(chunk),
    finish: () => Buffer.from(hash.digest()).toString('hex'),
  };
}

/**
 * One for each thread, since only starting it is asynchronous; every digest keeps its own state beside it. Keccak-256 is
 * SHA3-256 before the standard changed its padding, which gives other digests for the same bytes: Ethereum's keccak256.
 */
const [keccak256, sha3x224, sha3x256, sha3x384, sha3x512] = await Promise.all([
  createKeccak(256),
  createSHA3(224),
  createSHA3(256),
  createSHA3(384),
  createSHA3(512),
]);
const SPONGES = {
  'keccak-256': keccak256,
  'sha3-224': sha3x224,
  'sha3-256': sha3x256,
  'sha3-384': sha3x384,
  'sha3-512': sha3x512,
};

function startSponge(hasher: IHasher): RunningDigest {
  let state = hasher.init().save();
  return {
    update(chunk) {
      state = hasher.load(state).update(chunk).save();
    },
    finish: () => hasher.load(state).digest('hex'),
  };
}
