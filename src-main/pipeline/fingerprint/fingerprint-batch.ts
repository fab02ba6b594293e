/**
 * Fingerprints several files with blocking calls; for worker threads. Files that follow each other in one directory are
 * opened from its handle, whose place is proven before the first and after the last of them: proving each file costs as
 * much as reading a small one. If the directory has left its place meanwhile, nothing that was read counts.
 */
import type { DigestAlgorithm } from '../../../src-shared/model/proofs/hash-method.ts';
import { errnoOf } from '../../platform/errno.ts';
import { identityOf, isSameFacts } from '../../platform/disk/file-identity.ts';
import type { HeldDirectory } from '../../platform/place.ts';
import type { Fingerprint } from '../common/fingerprint.ts';
import { hold } from './directory-reader.ts';
import {
  failedReading,
  fingerprintOf,
  makeFileReadings,
  type ReadingContext,
} from './fingerprint-file.ts';
import {
  DIGEST_BYTES,
  unpackFiles,
  type AskedFile,
  type PackedFiles,
  type PackedPrints,
} from './packed-files.ts';

/** Returns the reader; one thread may use it many times. */
export function makeBatchFingerprint() {
  const readings = makeFileReadings();

  return function fingerprintBatch(
    packed: PackedFiles,
    context: ReadingContext,
    more: readonly DigestAlgorithm[] = [],
  ): PackedPrints {
    const files = unpackFiles(packed);
    const digests = Buffer.from(new ArrayBuffer(files.length * DIGEST_BYTES));
    const others = new Map<number, Fingerprint>();

    /** Null when its digest was written; so below. */
    function readAlone({ path, expected }: AskedFile, at: number): Fingerprint | null {
      const reading = readings.atPath(path, expected, context, more);
      const isWholeAnswer = files.length === 1 || expected === null || more.length > 0;
      if (reading.kind !== 'done' || isWholeAnswer) {
        return fingerprintOf(reading);
      }
      digests.write(reading.blake3, at, 'hex');
      return null;
    }

    function readHeld(
      held: HeldDirectory,
      { path, expected }: AskedFile,
      at: number,
    ): Fingerprint | null {
      const name = nameOf(path);
      try {
        const seen = held.look(name);
        if (!seen.isFile()) return { kind: 'special' };
        if (expected !== null && !isSameFacts(seen, expected)) return { kind: 'changed' };
        const failed = readings.inDirectory(held, name, seen, digests, at, context);
        if (failed !== null || expected !== null) return failed;
        const blake3 = digests.toString('hex', at, at + DIGEST_BYTES);
        return { kind: 'done', blake3, sizeBytes: Number(seen.size), identity: identityOf(seen) };
      } catch (error) {
        return failedReading(errnoOf(error), false);
      }
    }

    /** Alone it is found out whether its drive tells of it what is not so. */
    function untrueOr(changed: Fingerprint, file: AskedFile, at: number): Fingerprint {
      const alone = context.isCancelled() ? changed : readAlone(file, at);
      return alone?.kind === 'unreadable' ? alone : changed;
    }

    function readTogether(held: HeldDirectory, from: number, own: readonly AskedFile[]): void {
      let isInPlace = false;
      try {
        for (const [index, file] of own.entries()) {
          const at = (from + index) * DIGEST_BYTES;
          const print = readHeld(held, file, at);
          keep(from + index, print?.kind === 'changed' ? untrueOr(print, file, at) : print);
        }
      } finally {
        isInPlace = held.release();
      }
      if (isInPlace) return;
      for (const index of own.keys()) keep(from + index, { kind: 'changed' });
    }

    function keep(index: number, print: Fingerprint | null): void {
      if (print !== null) others.set(index, print);
    }

    let from = 0;
    for (const [directory, own] of byDirectory(files)) {
      const held = own.length === 1 || more.length > 0 ? null : hold(directory);
      if (held === null) {
        for (const [index, file] of own.entries()) {
          keep(from + index, readAlone(file, (from + index) * DIGEST_BYTES));
        }
      } else readTogether(held, from, own);
      from += own.length;
    }
    return { digests, others };
  };
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

/** Runs of files that follow each other in one directory. */
function byDirectory(
  files: readonly AskedFile[],
): readonly (readonly [directory: string, files: AskedFile[]])[] {
  const runs: [string, AskedFile[]][] = [];
  for (const file of files) {
    const directory = file.path.slice(0, file.path.lastIndexOf('/') + 1);
    const last = runs.at(-1);
    if (last !== undefined && last[0] === directory) last[1].push(file);
    else runs.push([directory, [file]]);
  }
  return runs;
}
