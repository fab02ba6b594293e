/** A thread that plays counter loops one after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { openScratchFolder } from '../scratch-folder.ts';
import { runLoop, type LoopOrder, type LoopVerdict } from './run-loop.ts';

let stray: unknown = null;
process.on('unhandledRejection', (reason) => {
  stray ??= reason;
});

const scratchFolder = openScratchFolder();
try {
  for (const order of workerData as readonly LoopOrder[]) {
    const verdict = await runLoop(order, scratchFolder);
    if (stray !== null) throw new Error(`unheard in "${order.fault}"`, { cause: stray });
    parentPort?.postMessage(verdict satisfies LoopVerdict);
  }
} finally {
  scratchFolder.close();
}
