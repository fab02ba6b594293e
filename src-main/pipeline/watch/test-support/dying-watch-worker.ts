/** A watching thread that announces every directory, and ends when it is to watch one named `deadly`. */
import { parentPort } from 'node:worker_threads';
import type { WatchCommand, WatchReport } from '../watch-worker.ts';

parentPort?.on('message', (command: WatchCommand) => {
  if (command.kind === 'close') process.exit(0);
  if (command.kind !== 'watch') return;
  if (command.directory.endsWith('deadly')) process.exit(1);
  const report: WatchReport = { kind: 'dirty', directories: [command.directory] };
  parentPort?.postMessage(report);
});
