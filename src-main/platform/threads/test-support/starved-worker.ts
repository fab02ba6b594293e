/** A worker of which every second one finds no room for its open files, for tests of the pool. */
import { threadId } from 'node:worker_threads';

if (threadId % 2 === 0) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
await import('./pool-worker.ts');
