/** A watching thread that announces every directory, and ends when it is to watch one named `deadly`. */
import { serveJobs } from '../../../platform/threads/serve-jobs.ts';
import type { WatchCommands, WatchReport } from '../watch-worker.ts';

serveJobs<WatchCommands, null, WatchReport>((commands, { report }) => {
  for (const command of commands) {
    if (command.kind === 'close') process.exit(0);
    if (command.kind === 'watch') {
      if (command.directory.endsWith('deadly')) process.exit(1);
      report({ kind: 'dirty', directories: [command.directory] });
    }
  }
  return { reply: null, transfer: [] };
});
