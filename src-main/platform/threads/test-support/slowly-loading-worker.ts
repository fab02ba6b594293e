/** Tells that it loads, and a while later that it has loaded. */
import { parentPort } from 'node:worker_threads';
import { serveJobs } from '../serve-jobs.ts';

const LOADING_MS = 200;
const tell = (report: string) => parentPort?.postMessage({ id: 0, kind: 'report', report });

tell('loading');
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOADING_MS);
tell('loaded');
serveJobs<string, string, string>(() => ({ reply: '', transfer: [] }));
