/**
 * Reads a small file completely and proves it with blocking calls; for a worker thread. Five promises for it cost more
 * than the whole upload, and a disk that hangs may block a thread, never the program.
 */
import { hash } from 'node:crypto';
import { closeSync, fstatSync, readSync, type BigIntStats } from 'node:fs';
import { startBlake3 } from '../../../digests/blake3.ts';
import { identityOf, isSameFile, type FileIdentity } from '../../../platform/disk/file-identity.ts';
import { places } from '../../../platform/place.ts';
import { fail, ok, type Result } from '../../../../src-shared/model/result.ts';
import {
  changed,
  type SourceChanged,
  OPEN_FLAGS,
  unreadable,
  type SourceUnreadable,
} from './source-file.ts';

/** A larger file is read while it is sent. */
export const SMALL_BYTES = 65_536;

/** Plain data: the file that is expected. */
export interface SmallSource {
  readonly path: string;
  /** As it was when it was fingerprinted. */
  readonly identity: FileIdentity;
  readonly fileBytes: number;
  readonly blake3Hex: string;
  readonly wantsSha256: boolean;
}

/** The fingerprinted bytes, of a file that was the same before the first and after the last of them. */
export interface ProvenBytes {
  readonly bytes: Uint8Array;
  /** Null: not wanted. */
  readonly sha256Hex: string | null;
}

export type Proof = Result<ProvenBytes, SourceChanged | SourceUnreadable>;

/** Rejects with `signal.reason` on abort. */
export type ProveSmall = (source: SmallSource, signal: AbortSignal) => Promise<Proof>;

/** The file system as this module uses it. */
export interface BlockingFiles {
  open(path: string, flags: number): number;
  fstat(handle: number): BigIntStats;
  /** What the path leads to now. */
  lookAgain(path: string, handle: number): BigIntStats;
  read(handle: number, into: Buffer, offset: number): number;
  close(handle: number): void;
}

const realFiles: BlockingFiles = {
  open: (path, flags) => places.open(path, flags),
  fstat: (handle) => fstatSync(handle, { bigint: true }),
  lookAgain: (path, handle) => places.lookAgain(path, handle),
  read: (handle, into, offset) => readSync(handle, into, 0, into.length, offset),
  close: (handle) => closeSync(handle),
};

/** Returns the reader of a file; one thread may use it many times. */
export function makeProof(files: BlockingFiles = realFiles) {
  const blake3 = startBlake3();
  const memory = Buffer.alloc(SMALL_BYTES + 1); // one more byte reveals a file that grew

  /** The number of bytes read, at most what fits. */
  function readToEnd(handle: number): number {
    let position = 0;
    while (position < memory.length) {
      const count = files.read(handle, memory.subarray(position), position);
      if (count === 0) break;
      position += count;
    }
    return position;
  }

  function prove(handle: number, source: SmallSource): Proof {
    const { path, identity, fileBytes, blake3Hex, wantsSha256 } = source;
    const stats = files.fstat(handle);
    if (!stats.isFile()) return fail({ kind: 'source-unreadable', code: 'NOT_A_FILE' });
    if (!isSameFile(identity, identityOf(stats))) return changed('identity');
    const count = readToEnd(handle);
    if (!isSameFile(identity, identityOf(files.fstat(handle)))) return changed('identity');
    if (!isSameFile(identity, identityOf(files.lookAgain(path, handle))))
      return changed('identity');
    if (count !== fileBytes) return changed('length');
    const content = memory.subarray(0, count);
    blake3.reset();
    blake3.update(content);
    if (blake3.digest('hex') !== blake3Hex) return changed('content');
    const sha256Hex = wantsSha256 ? hash('sha256', content) : null;
    return ok({ bytes: new Uint8Array(content), sha256Hex });
  }

  return function proveSmallFile(source: SmallSource): Proof {
    try {
      const handle = files.open(source.path, OPEN_FLAGS);
      try {
        return prove(handle, source);
      } finally {
        files.close(handle);
      }
    } catch (error) {
      return fail(unreadable(error));
    }
  };
}
