/** Uses a pool with several threads, closes it at rest and says so: nothing else keeps this process alive. */
import { makeWorkerPool } from '../worker-pool.ts';
import type { PoolJob } from './pool-worker.ts';

const pool = makeWorkerPool<PoolJob, string, string>({
  url: new URL('./pool-worker.ts', import.meta.url),
  workers: 4,
  jobsPerWorker: 1,
  maxWaiting: 10,
});
const { signal } = new AbortController();
const words = ['a', 'b', 'c', 'd'];
await Promise.all(words.map((value) => pool.run({ do: 'echo', value }, () => {}, signal)));
await pool.close();
process.stdout.write('closed');
