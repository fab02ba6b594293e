/** The threads that read and watch disks and hash outgoing data, started when first needed and ended with the core. */
import { makeDigestThread, type StreamedDigests } from '../digests/streamed-digests.ts';
import { makeFingerprinter } from '../pipeline/fingerprint/fingerprinter.ts';
import { makeWorkerFolderWatcher } from '../pipeline/watch/worker-folder-watcher.ts';
import { makeWorkerFileTree } from '../pipeline/scan/worker-file-tree.ts';
import { makeCopier } from './evidence/bundle/copier.ts';
import { makePdfReader } from './evidence/check/pdf-reader.ts';
import { makeReader } from './evidence/check/reader.ts';
import { makeSmallFiles } from '../pipeline/upload/form/small-files.ts';
import { makeThreadedHashes } from '../digests/content-hash.ts';

export function makeWorkers() {
  const started: { close(): Promise<unknown> }[] = [];

  function whenNeeded<Threads extends { close(): Promise<unknown> }>(start: () => Threads) {
    let threads: Threads | null = null;
    return (): Threads => {
      if (threads === null) {
        threads = start();
        started.push(threads);
      }
      return threads;
    };
  }

  return {
    fileTree: whenNeeded(makeWorkerFileTree),
    fingerprinter: whenNeeded(makeFingerprinter),
    /** Reads for a person who waits: it does not queue behind files that await their first fingerprint. */
    verifier: whenNeeded(makeFingerprinter),
    /** Hashes an incoming stream. */
    streamedDigests: whenNeeded((): StreamedDigests => makeDigestThread()),
    /** Copies files into bundles. */
    copier: whenNeeded(makeCopier),
    /** Reads what was chosen to be checked. */
    reader: whenNeeded(makeReader),
    pdfReader: whenNeeded(makePdfReader),
    folderWatcher: whenNeeded(makeWorkerFolderWatcher),
    hashes: whenNeeded(makeThreadedHashes),
    /** Reads small files for their upload. */
    smallFiles: whenNeeded(makeSmallFiles),
    async close(): Promise<void> {
      await Promise.all(started.map((threads) => threads.close()));
    },
  };
}
export type Workers = ReturnType<typeof makeWorkers>;
