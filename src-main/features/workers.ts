/** The threads that read and watch disks and hash outgoing data, started when first needed and ended with the core. */
import { makeDigestThread, type StreamedDigests } from '../digests/streamed-digests.ts';
import {
  makeFingerprinter,
  type WorkerFingerprinter,
} from '../pipeline/fingerprint/fingerprinter.ts';
import type { FolderWatcher } from '../pipeline/watch/folder-watcher.ts';
import { makeWorkerFolderWatcher } from '../pipeline/watch/worker-folder-watcher.ts';
import { makeWorkerFileTree } from '../pipeline/scan/worker-file-tree.ts';
import { makeCopier } from './evidence/bundle/copier.ts';
import { makeSmallFiles, type SmallFiles } from '../pipeline/upload/form/small-files.ts';
import { makeThreadedHashes, type ThreadedHashes } from '../digests/content-hash.ts';

export function makeWorkers() {
  let tree: ReturnType<typeof makeWorkerFileTree> | null = null;
  let fingerprinter: WorkerFingerprinter | null = null;
  let verifier: WorkerFingerprinter | null = null;
  let streamed: StreamedDigests | null = null;
  let copier: ReturnType<typeof makeCopier> | null = null;
  let watcher: FolderWatcher | null = null;
  let hashes: ThreadedHashes | null = null;
  let smallFiles: SmallFiles | null = null;
  return {
    fileTree: () => (tree ??= makeWorkerFileTree()),
    fingerprinter: () => (fingerprinter ??= makeFingerprinter()),
    /** Reads for a person who waits: it does not queue behind files that await their first fingerprint. */
    verifier: () => (verifier ??= makeFingerprinter()),
    /** Hashes an incoming stream. */
    streamedDigests: () => (streamed ??= makeDigestThread()),
    /** Copies files into bundles. */
    copier: () => (copier ??= makeCopier()),
    folderWatcher: () => (watcher ??= makeWorkerFolderWatcher()),
    hashes: () => (hashes ??= makeThreadedHashes()),
    /** Reads small files for their upload. */
    smallFiles: () => (smallFiles ??= makeSmallFiles()),
    async close(): Promise<void> {
      await Promise.all([tree?.close(), fingerprinter?.close(), watcher?.close(), hashes?.close()]);
      await Promise.all([verifier?.close(), streamed?.close(), copier?.close()]);
      await smallFiles?.close();
    },
  };
}
export type Workers = ReturnType<typeof makeWorkers>;
