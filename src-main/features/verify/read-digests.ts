/** Reads a file once and computes the requested digests, or says why the result is not reliable. */
import fs from 'node:fs/promises';
import path from 'node:path';
import {
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  type HashMethod,
  type ListAlgorithm,
} from '../../../src-shared/model/proofs/hash-method.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { Doubt, ReadFile } from '../../../src-shared/model/proofs/verdict.ts';
import type { Fingerprinter } from '../../pipeline/fingerprint/fingerprinter.ts';
import type { HandedFile, HandedSet } from '../../../src-shared/bridge/loopback.ts';
import { modifiedAtMs } from '../../platform/disk/file-identity.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Workers } from '../workers.ts';

type DoubtAboutFile = Extract<
  Doubt,
  { kind: 'absent' | 'not-a-file' | 'unreadable' | 'changed-while-read' }
>;

export type FileReading =
  | { readonly kind: 'read'; readonly file: ReadFile }
  | { readonly kind: 'doubt'; readonly doubt: DoubtAboutFile };

export interface ReadingOptions {
  /** Beside BLAKE3 and SHA-256, which a person is shown. */
  readonly algorithms?: readonly DigestAlgorithm[];
  /** At most four times a second: bytes read so far, and the file's size when the reading began. */
  readonly onProgress?: ((doneBytes: number, totalBytes: number) => void) | undefined;
}

/** `filePath`: absolute. Aborting ends the reading and rejects with the signal's reason. */
export type ReadDigests = (
  filePath: string,
  options: ReadingOptions,
  signal: AbortSignal,
) => Promise<FileReading>;

export function makeReadDigests(workers: {
  verifier(): Pick<Fingerprinter, 'fingerprint'>;
}): ReadDigests {
  return async (filePath, { algorithms = [], onProgress }, signal) => {
    const totalBytes = onProgress === undefined ? 0 : await sizeOf(filePath);
    const options = {
      more: [...new Set<DigestAlgorithm>(['sha256', ...algorithms])],
      onProgress: (doneBytes: number) => onProgress?.(doneBytes, totalBytes),
    };
    const print = await workers.verifier().fingerprint(filePath, null, options, signal);
    switch (print.kind) {
      case 'done': {
        const { sizeBytes, blake3, identity, more } = print;
        const sha256 = more?.sha256;
        if (sha256 === undefined) throw new Error('SHA-256 is always made');
        return {
          kind: 'read',
          file: {
            name: path.basename(filePath),
            path: filePath,
            sizeBytes,
            modifiedAtMs: modifiedAtMs(identity),
            digests: { ...more, sha256, blake3 },
          },
        };
      }
      case 'changed':
      case 'unfinished':
        return { kind: 'doubt', doubt: { kind: 'changed-while-read' } };
      case 'absent':
        return { kind: 'doubt', doubt: { kind: 'absent' } };
      case 'special':
        return { kind: 'doubt', doubt: { kind: 'not-a-file' } };
      case 'unreadable':
        return { kind: 'doubt', doubt: { kind: 'unreadable', errno: print.errno } };
      default:
        return assertNever(print);
    }
  };
}

/** 0 for a file whose size cannot be read: the reading reports why. */
function sizeOf(filePath: string): Promise<number> {
  return fs.stat(filePath).then(
    ({ size }) => size,
    () => 0,
  );
}

export type ReceivedFiles = ReturnType<typeof makeReceivedFiles>;

const MOST_KEPT = 100;

interface ReceivedFileParts {
  readonly workers: Pick<Workers, 'streamedDigests'>;
  readonly ids: Ids;
  readonly method: () => HashMethod | null;
}

/**
 * Files that a page uploaded without a path, to be verified. Their bytes are hashed and discarded. The digests stay for
 * a while under an unguessable handle.
 */
export function makeReceivedFiles({ workers, ids, method }: ReceivedFileParts) {
  const kept = new Map<string, ReadFile>();

  function algorithmsOf(set: HandedSet): readonly ListAlgorithm[] {
    if (typeof set !== 'string') return [...new Set<ListAlgorithm>(['sha256', 'blake3', ...set])];
    const known = method();
    if (set === 'all' || known === null) return DIGEST_ALGORITHMS;
    return [...new Set<DigestAlgorithm>(['sha256', 'blake3', known.algorithm])];
  }

  return {
    /** Reads the stream to its end. Aborting ends the reading and rejects with the signal's reason. */
    async take(
      name: string,
      set: HandedSet,
      parts: AsyncIterable<Uint8Array>,
      signal: AbortSignal,
    ): Promise<HandedFile> {
      let sizeBytes = 0;
      async function* counted() {
        for await (const bytes of parts) {
          sizeBytes += bytes.byteLength;
          yield bytes;
        }
      }
      const digests = await workers.streamedDigests().of(counted(), algorithmsOf(set), signal);
      const { sha256, blake3 } = digests;
      if (sha256 === undefined || blake3 === undefined)
        throw new Error('two digests are always made');
      const file: ReadFile = {
        name,
        path: null,
        sizeBytes,
        modifiedAtMs: null,
        digests: { ...digests, sha256, blake3 },
      };
      const handle = ids.hex(16);
      kept.set(handle, file);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return { handle, name, sizeBytes, digests };
    },
    /** What was read under this handle; null when it is not, or no longer, known. */
    of: (handle: string) => kept.get(handle) ?? null,
  };
}
