/** A thread that plays its share of the statuses, in every circumstance. */
import { parentPort, workerData } from 'node:worker_threads';
import { openScratchFolder } from '../scratch-folder.ts';
import { playStatus } from './play-status.ts';
import { CIRCUMSTANCES } from './status-cells.ts';
import type { StatusResult } from './status-table.ts';

const scratchFolder = openScratchFolder();
try {
  for (const status of workerData as readonly number[]) {
    for (const circumstances of CIRCUMSTANCES) {
      const verdict = await playStatus(status, circumstances, scratchFolder);
      parentPort?.postMessage({ status, circumstances, ...verdict } satisfies StatusResult);
    }
  }
} finally {
  scratchFolder.close();
}
