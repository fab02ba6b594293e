/** A watching thread that announces every directory, and ends when it is to watch one named `deadly`. */
import { serveJobs } from '../../../platform/threads/serve-jobs.ts';
import type { WatchCommand, WatchReport } from '../watch-worker.ts';

serveJobs<WatchCommand, null, WatchReport>((command, { report }) => {
  if (command.kind === 'close') process.exit(0);
  if (command.kind === 'watch') {
    if (command.directory.endsWith('deadly')) process.exit(1);
    report({ kind: 'dirty', directories: [command.directory] });
  }
  return { reply: null, transfer: [] };
});
