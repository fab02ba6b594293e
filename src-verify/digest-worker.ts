/** Makes the fingerprints of a file in a thread of the page, a piece at a time, however large the file is. */
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

export interface DigestOrder {
  readonly file: Blob;
  readonly algorithms: readonly ListAlgorithm[];
}

export type DigestAnswer =
  | { readonly kind: 'read'; readonly readBytes: number }
  | { readonly kind: 'done'; readonly digests: Digests; readonly sizeBytes: number }
  | { readonly kind: 'unreadable' };

interface Hasher {
  init(): Hasher;
  update(piece: Uint8Array): unknown;
  digest(): string;
}

const PIECE_BYTES = 4_194_304;

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

const answer = (message: DigestAnswer) => postMessage(message);

async function digest({ file, algorithms }: DigestOrder): Promise<void> {
  const hashers = await Promise.all(algorithms.map(hasherOf));
  for (const hasher of hashers) hasher.init();
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    let piece: Uint8Array;
    try {
      piece = new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer());
    } catch {
      answer({ kind: 'unreadable' }); // it was changed or removed, or the person may not read it
      return;
    }
    for (const hasher of hashers) hasher.update(piece);
    answer({ kind: 'read', readBytes: at + piece.length });
  }
  const digests = Object.fromEntries(
    algorithms.map((algorithm, index) => [algorithm, hashers[index]?.digest() ?? '']),
  );
  answer({ kind: 'done', digests, sizeBytes: file.size });
}

onmessage = ({ data }: MessageEvent<DigestOrder>) => void digest(data);
