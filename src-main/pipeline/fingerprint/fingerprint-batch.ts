/**
 * Fingerprints several files with blocking calls; for worker threads. Files that follow each other in one directory are
 * opened from its handle, whose place is proven before the first and after the last of them: proving each file costs as
 * much as reading a small one. If the directory has left its place meanwhile, nothing that was read counts.
 */
import type { DigestAlgorithm } from '../../../src-shared/model/proofs/hash-method.ts';
import { errnoOf } from '../../platform/errno.ts';
import { places, type HeldDirectory } from '../../platform/place.ts';
import type { ExpectedFile, Fingerprint } from '../common/fingerprint.ts';
import {
  makeFileFingerprint,
  realFileReader,
  type FileReader,
  type ReadingContext,
} from './fingerprint-file.ts';

/** Returns the reader; one thread may use it many times. */
export function makeBatchFingerprint(base: FileReader = realFileReader) {
  let held: HeldDirectory | null = null;
  let last: ReturnType<HeldDirectory['open']> = null;
  const fingerprintFile = makeFileFingerprint({
    ...base,
    open(file, flags) {
      last = held === null ? null : held.open(nameOf(file), flags);
      return last === null ? base.open(file, flags) : last.handle;
    },
    fstat: (handle) => (last === null ? base.fstat(handle) : last.facts),
    lookAgain: (file, handle) =>
      last === null || held === null ? base.lookAgain(file, handle) : held.look(nameOf(file)),
  });

  function inOneDirectory(
    directory: string,
    files: readonly ExpectedFile[],
    read: (file: ExpectedFile) => Fingerprint,
  ): readonly Fingerprint[] {
    held = files.length === 1 ? null : hold(directory);
    let prints: readonly Fingerprint[] = [];
    let isInPlace = true;
    try {
      prints = files.map(read);
    } finally {
      if (held !== null) isInPlace = held.release();
      held = null;
    }
    return isInPlace ? prints : prints.map(() => ({ kind: 'changed' }));
  }

  /** The results are in the order of the files. */
  return function fingerprintBatch(
    files: readonly ExpectedFile[],
    context: ReadingContext,
    more: readonly DigestAlgorithm[] = [],
  ): readonly Fingerprint[] {
    return byDirectory(files).flatMap(([directory, own]) =>
      inOneDirectory(directory, own, (file) =>
        fingerprintFile(file.path, file.expected, context, more),
      ),
    );
  };
}

/** Null when it cannot be held; then each file is reached, and fails, by itself. */
function hold(directory: string): HeldDirectory | null {
  try {
    return places.hold(directory);
  } catch (error) {
    errnoOf(error); // a bug is thrown again
    return null;
  }
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

/** Runs of files that follow each other in one directory. */
function byDirectory(
  files: readonly ExpectedFile[],
): readonly (readonly [directory: string, files: ExpectedFile[]])[] {
  const runs: [string, ExpectedFile[]][] = [];
  for (const file of files) {
    const directory = file.path.slice(0, -nameOf(file.path).length);
    const last = runs.at(-1);
    if (last !== undefined && last[0] === directory) last[1].push(file);
    else runs.push([directory, [file]]);
  }
  return runs;
}
