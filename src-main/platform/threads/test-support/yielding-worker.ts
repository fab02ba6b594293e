/** A worker that gives way, and answers with the priorities of its thread and of the main thread. */
import fs from 'node:fs';
import os from 'node:os';
import { giveWay } from '../give-way.ts';
import { serveJobs } from '../serve-jobs.ts';

serveJobs<'look', readonly number[], never>(() => {
  giveWay();
  const thread = Number(fs.readlinkSync('/proc/thread-self').split('/').at(-1));
  return { reply: [os.getPriority(thread), os.getPriority(process.pid)], transfer: [] };
});
