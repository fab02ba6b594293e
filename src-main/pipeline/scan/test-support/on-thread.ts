/** Directories and files are read by the real code, but without its threads: for tests in which no disk hangs. */
import type { DigestAlgorithm } from '../../../../src-shared/model/proofs/hash-method.ts';
import { factsOf, identityOf, type FileIdentity } from '../../../platform/disk/file-identity.ts';
import type { FileTree } from '../file-tree.ts';
import {
  fingerprintOf,
  makeFileReadings,
  realFileReader,
  type FileReader,
  type ReadingContext,
} from '../../fingerprint/fingerprint-file.ts';
import type { Fingerprint } from '../../common/fingerprint.ts';
import { unpackEntries } from '../packed-entries.ts';
import type { openDirectoryReader } from '../../fingerprint/directory-reader.ts';
import { readDirectoryFacts, readPath, rulesFor } from '../read-directory.ts';

type OpenReader = typeof openDirectoryReader;

/** Reads the files of listed directories one by one. */
export function readerWith(
  fingerprint: (path: string, expected: FileIdentity) => Fingerprint,
): OpenReader {
  return (directory) => ({
    read(name, expected, digests, at) {
      const print = fingerprint(directory + name, identityOf(expected));
      if (print.kind !== 'done') return print;
      digests.write(print.blake3, at, 'hex');
      return null;
    },
    release: () => true,
  });
}

/** `openReader`: null reads no file, whatever is asked. */
export function makeOnThreadTree(
  openReader: OpenReader | null,
  nowMs = () => performance.now(),
): FileTree {
  return {
    async readDirectory(path, signal, question) {
      signal.throwIfAborted();
      const facts =
        question === undefined || openReader === null
          ? readDirectoryFacts(path, question && { ...question, fingerprints: null })
          : readDirectoryFacts(path, question, { openReader, nowMs });
      return facts.kind === 'read' ? { ...facts, entries: unpackEntries(facts.entries) } : facts;
    },
    async identify(path, signal) {
      signal.throwIfAborted();
      return readPath(path);
    },
    volumeOf: () => null,
    partsOf: () => [],
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

const usualReadings = makeFileReadings();

export function fingerprintHere(path: string, circumstances: Circumstances = {}): Fingerprint {
  const { expected = null, more = [], files, ...over } = circumstances;
  const context = { isCancelled: () => false, pause() {}, onRead() {}, ...over };
  const readings = files ? makeFileReadings({ ...realFileReader, ...files }) : usualReadings;
  const facts = expected === null ? null : factsOf(expected);
  return fingerprintOf(readings.atPath(path, facts, context, more));
}
