/**
 * Makes the fingerprints of a file in a thread of the page, a piece at a time, however large the file is. The page
 * reads the pieces: WebKit lets no thread of a page from a disk read a file.
 */
import { sha512_224, sha512_256 } from '@noble/hashes/sha2';
import {
  createBLAKE2b,
  createBLAKE3,
  createKeccak,
  createMD5,
  createSHA1,
  createSHA224,
  createSHA256,
  createSHA3,
  createSHA384,
  createSHA512,
} from 'hash-wasm';
import type { Digests, ListAlgorithm } from '../src-shared/model/proofs/hash-method.ts';

/** One after the other, each answered: the page reads the next piece meanwhile. */
export type DigestOrder =
  | { readonly kind: 'start'; readonly algorithms: readonly ListAlgorithm[] }
  | { readonly kind: 'piece'; readonly bytes: ArrayBuffer }
  | { readonly kind: 'finish' };

interface Hasher {
  init(): Hasher;
  update(piece: Uint8Array): unknown;
  digest(): string;
}

const MAKE: Readonly<Record<ListAlgorithm, () => Promise<Hasher>>> = {
  sha256: createSHA256,
  blake3: () => createBLAKE3(),
  sha512: createSHA512,
  sha1: createSHA1,
  md5: createMD5,
  'sha3-256': () => createSHA3(256),
  'keccak-256': () => createKeccak(256),
  'blake2b-256': () => createBLAKE2b(256),
  'blake2b-512': () => createBLAKE2b(512),
  sha224: createSHA224,
  sha384: createSHA384,
  'sha3-224': () => createSHA3(224),
  'sha3-384': () => createSHA3(384),
  'sha3-512': () => createSHA3(512),
  'sha512-224': async () => plain(sha512_224),
  'sha512-256': async () => plain(sha512_256),
};

function plain(kind: typeof sha512_224): Hasher {
  let hash = kind.create();
  return {
    init() {
      hash = kind.create();
      return this;
    },
    update: (piece) => hash.update(piece),
    digest: () => Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  };
}

const made = new Map<ListAlgorithm, Promise<Hasher>>();

function hasherOf(algorithm: ListAlgorithm): Promise<Hasher> {
  const hasher = made.get(algorithm) ?? MAKE[algorithm]();
  made.set(algorithm, hasher);
  return hasher;
}

let running: readonly (readonly [ListAlgorithm, Hasher])[] = [];

/** The digests at the end; nothing before. */
async function carryOut(order: DigestOrder): Promise<Digests> {
  if (order.kind === 'start') {
    running = await Promise.all(
      order.algorithms.map(
        async (algorithm) => [algorithm, (await hasherOf(algorithm)).init()] as const,
      ),
    );
  } else if (order.kind === 'piece') {
    const bytes = new Uint8Array(order.bytes);
    for (const [, hasher] of running) hasher.update(bytes);
  } else
    return Object.fromEntries(running.map(([algorithm, hasher]) => [algorithm, hasher.digest()]));
  return {};
}

onmessage = ({ data }: MessageEvent<DigestOrder>) => void carryOut(data).then(postMessage);
