/** The threads that read disks, started when first needed and ended with the core. */
import { makeFingerprinter, type WorkerFingerprinter } from '../sync/fingerprinter.ts';
import { makeWorkerFileTree } from '../sync/worker-file-tree.ts';

export interface Workers {
  fileTree(): ReturnType<typeof makeWorkerFileTree>;
  fingerprinter(): WorkerFingerprinter;
  close(): Promise<void>;
}

export function makeWorkers(): Workers {
  let tree: ReturnType<typeof makeWorkerFileTree> | null = null;
  let fingerprinter: WorkerFingerprinter | null = null;
  return {
    fileTree: () => (tree ??= makeWorkerFileTree()),
    fingerprinter: () => (fingerprinter ??= makeFingerprinter()),
    async close() {
      await Promise.all([tree?.close(), fingerprinter?.close()]);
    },
  };
}
