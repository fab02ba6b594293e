/** Directories and files are read by the real code, but without its threads: for tests in which no disk hangs. */
import type { DigestAlgorithm } from '../../../../src-shared/model/proofs/hash-method.ts';
import type { FileIdentity } from '../../../platform/file-identity.ts';
import type { FileTree } from '../file-tree.ts';
import {
  makeFileFingerprint,
  realFileReader,
  type FileReader,
  type ReadingContext,
} from '../../fingerprint/fingerprint-file.ts';
import type { Fingerprint } from '../../common/fingerprint.ts';
import { unpackEntries } from '../packed-entries.ts';
import type { makeEntryFingerprints } from '../fingerprint-entries.ts';
import { readDirectoryFacts, readPath, rulesFor } from '../read-directory.ts';

type FingerprintEntries = ReturnType<typeof makeEntryFingerprints>;

/** `fingerprintEntries`: null reads no file, whatever is asked. */
export function makeOnThreadTree(fingerprintEntries: FingerprintEntries | null): FileTree {
  const readsNothing = fingerprintEntries === null;
  return {
    async readDirectory(path, signal, question) {
      signal.throwIfAborted();
      const facts =
        question === undefined || readsNothing
          ? readDirectoryFacts(path, question && { ...question, fingerprints: null })
          : readDirectoryFacts(path, question, { fingerprintEntries });
      return facts.kind === 'read' ? { ...facts, entries: unpackEntries(facts.entries) } : facts;
    },
    async identify(path, signal) {
      signal.throwIfAborted();
      return readPath(path);
    },
    async rulesFor(root, relativePath, rules, signal) {
      signal.throwIfAborted();
      return rulesFor(root, relativePath, rules);
    },
  };
}

export const onThreadTree = makeOnThreadTree(null);

interface Circumstances extends Partial<ReadingContext> {
  readonly expected?: FileIdentity | null;
  readonly more?: readonly DigestAlgorithm[];
  /** What the file system does otherwise. */
  readonly files?: Partial<FileReader>;
}

const usualReading = makeFileFingerprint();

export function fingerprintHere(path: string, circumstances: Circumstances = {}): Fingerprint {
  const { expected = null, more = [], files, ...over } = circumstances;
  const context = { isCancelled: () => false, pause() {}, onRead() {}, ...over };
  const read = files ? makeFileFingerprint({ ...realFileReader, ...files }) : usualReading;
  return read(path, expected, context, more);
}
