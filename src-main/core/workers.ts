/** The threads that read disks and hash what is sent, started when first needed and ended with the core. */
import { makeFingerprinter, type WorkerFingerprinter } from '../sync/fingerprinter.ts';
import { makeWorkerFileTree } from '../sync/worker-file-tree.ts';
import { makeThreadedHashes, type ThreadedHashes } from '../transfer/threaded-hash.ts';

export interface Workers {
  fileTree(): ReturnType<typeof makeWorkerFileTree>;
  fingerprinter(): WorkerFingerprinter;
  hashes(): ThreadedHashes;
  close(): Promise<void>;
}

export function makeWorkers(): Workers {
  let tree: ReturnType<typeof makeWorkerFileTree> | null = null;
  let fingerprinter: WorkerFingerprinter | null = null;
  let hashes: ThreadedHashes | null = null;
  return {
    fileTree: () => (tree ??= makeWorkerFileTree()),
    fingerprinter: () => (fingerprinter ??= makeFingerprinter()),
    hashes: () => (hashes ??= makeThreadedHashes()),
    async close() {
      await Promise.all([tree?.close(), fingerprinter?.close(), hashes?.close()]);
    },
  };
}
