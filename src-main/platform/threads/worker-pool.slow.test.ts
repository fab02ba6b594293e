import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import type { PoolJob } from './test-support/pool-worker.ts';
import { makeWorkerPool, THREADS_REST_MS, type WorkerPoolOptions } from './worker-pool.ts';

const support = (name: string) => new URL(`./test-support/${name}.ts`, import.meta.url);

function pool(over: Partial<WorkerPoolOptions<PoolJob>> = {}) {
  const options = { url: support('pool-worker'), workers: 2, jobsPerWorker: 2, maxWaiting: 100 };
  const made = makeWorkerPool<PoolJob, string, string>({ ...options, ...over });
  onTestFinished(() => made.close());
  const run = (
    job: PoolJob,
    { signal }: Aborting = unhurried,
    onProgress: (words: string) => void = () => {},
  ) => made.run(job, onProgress, signal);
  return {
    close: () => made.close(),
    run,
    echo: (value: string, aborting?: Aborting) => run({ do: 'echo', value }, aborting),
    /** A job that only ends when it is aborted; resolves once a thread has begun with it. */
    begin: async (aborting: Aborting) => {
      const { promise: hasBegun, resolve } = Promise.withResolvers<string>();
      const ended = run({ do: 'wait' }, aborting, resolve);
      await Promise.race([hasBegun, ended]);
      return { ended };
    },
  };
}

type Aborting = Pick<AbortController, 'signal'>;
const unhurried = new AbortController();
const word = () => new SharedArrayBuffer(4);
const countIn = (counter: SharedArrayBuffer) => new Int32Array(counter)[0];
const answered = (reply: string) => ({ kind: 'answered', reply });
const DIED = { kind: 'worker-died' };
const jobNames = Array.from({ length: 50 }, (_, index) => `job ${index}`);

test('every job gets its own answer, and its progress before that', async () => {
  const { run } = pool();
  const progress: string[] = [];
  const outcomes = await Promise.all(
    jobNames.map((value) =>
      run({ do: 'echo', value }, unhurried, (words) => void progress.push(words)),
    ),
  );
  expect(outcomes).toEqual(jobNames.map(answered));
  expect(progress.toSorted()).toEqual(jobNames.map((value) => `began ${value}`).toSorted());
});

test('a job whose worker died is given out once more, and those behind it are not blamed', async () => {
  const { run, echo } = pool({ workers: 1, jobsPerWorker: 4 });
  const counter = word();
  const deadlyOnce = run({ do: 'die', counter, times: 1 });
  const outcomes = await Promise.all([deadlyOnce, echo('behind'), echo('further behind')]);
  expect(outcomes).toEqual(['survived', 'behind', 'further behind'].map(answered));
  expect(countIn(counter)).toBe(2);
});

test('a job that kills two workers is answered as such; the pool goes on', async () => {
  const { run, echo } = pool({ workers: 1, jobsPerWorker: 4 });
  const counter = word();
  const deadly = [run({ do: 'die', counter, times: 9 }), run({ do: 'throw' })];
  expect(await Promise.all([...deadly, echo('behind')])).toEqual([DIED, DIED, answered('behind')]);
  expect(countIn(counter)).toBe(2);
});

test('a worker that cannot even start is no endless loop', async () => {
  expect(await pool({ url: support('no-such-worker') }).echo('x')).toEqual(DIED);
});

test('threads that find no room for their open files leave the jobs to those that stand', async () => {
  const { echo } = pool({ url: support('starved-worker'), workers: 4 });
  const outcomes = jobNames.map((value) => echo(value));
  expect(await Promise.all(outcomes)).toEqual(jobNames.map(answered));
});

test('with no thread at all the jobs fail for that reason, each time anew', async () => {
  const { echo } = pool({ url: support('starving-worker') });
  const failed = { status: 'rejected', reason: expect.objectContaining({ code: 'EMFILE' }) };
  for (let turn = 0; turn < 2; turn += 1) {
    const jobs = ['a', 'b', 'c'].map((value) => echo(value));
    expect(await Promise.allSettled(jobs)).toEqual([failed, failed, failed]);
  }
});

test('abort rejects at once, waiting or running, and later jobs are answered', async () => {
  const { begin, echo } = pool({ workers: 1, jobsPerWorker: 1 });
  const [running, waiting] = [new AbortController(), new AbortController()];
  const { ended } = await begin(running);
  const queued = echo('never', waiting);
  const behind = echo('behind');
  waiting.abort(new Error('stop waiting'));
  await expect(queued).rejects.toThrow('stop waiting');
  running.abort(new Error('stop running'));
  await expect(ended).rejects.toThrow('stop running');
  expect(await behind).toEqual(answered('behind'));
  await expect(echo('too late', running)).rejects.toThrow('stop running');
});

test('a thread that hangs is given up with its job; the others go on, and it may return', async () => {
  const { run, echo } = pool({ workers: 1, jobsPerWorker: 3 });
  const until = word();
  const leaving = new AbortController();
  const hanging = run({ do: 'hang', until }, leaving);
  const behind = [echo('one'), echo('two')];
  leaving.abort(new Error('took too long'));
  await expect(hanging).rejects.toThrow('took too long');
  expect(await Promise.all(behind)).toEqual(['one', 'two'].map(answered));
  Atomics.store(new Int32Array(until), 0, 1);
  Atomics.notify(new Int32Array(until), 0);
  expect(await echo('after')).toEqual(answered('after'));
});

test('the queue is bounded', async () => {
  const { run, echo } = pool({ workers: 1, jobsPerWorker: 1, maxWaiting: 2 });
  const leaving = new AbortController();
  const settled = Promise.allSettled([1, 2, 3].map(() => run({ do: 'wait' }, leaving)));
  await expect(echo('x')).rejects.toThrow(RangeError);
  leaving.abort();
  await settled;
  expect(await echo('x')).toEqual(answered('x'));
});

test.each(['workers', 'jobsPerWorker', 'maxWaiting'])('%s must be positive', (name) => {
  for (const value of [0, -1, 1.5, Number.NaN]) {
    expect(() => pool({ [name]: value })).toThrow(`${name} must be a positive integer`);
  }
});

test('closing ends a busy thread and rejects its job; twice is harmless', async () => {
  const { run, echo, close } = pool();
  const unfinished = run({ do: 'wait' });
  await Promise.all([expect(unfinished).rejects.toThrow('closed'), close()]);
  await close();
  await expect(echo('x')).rejects.toThrow('closed');
});

test('a pool closed at rest is waited for by a program that does nothing else', async () => {
  const program = fileURLToPath(support('close-at-rest'));
  const endings = [1, 2].map(() => promisify(execFile)(process.execPath, [program]));
  const closed = expect.objectContaining({ stdout: 'closed' });
  expect(await Promise.all(endings)).toEqual([closed, closed]);
});

/** A pool, every thread that it starts, and the timer of its rest, which rings when a test says so. */
function poolAtRest() {
  const threads: Worker[] = [];
  const note = (worker: Worker) => void threads.push(worker);
  process.on('worker', note);
  onTestFinished(() => void process.off('worker', note));
  const timers = new Set<() => void>();
  const startTimer = (ms: number, act: () => void) => {
    expect(ms).toBe(THREADS_REST_MS);
    timers.add(act);
    return () => timers.delete(act);
  };
  const ring = () => {
    for (const act of timers) {
      timers.delete(act);
      act();
    }
  };
  return { ...pool({ startTimer }), threads, timers, ring };
}

test('the threads of a pool at rest end, and others start with the next job', async () => {
  const { echo, threads, ring } = poolAtRest();
  await Promise.all([echo('one'), echo('two')]);
  expect(threads).toHaveLength(2);
  const ended = threads.map((thread) => once(thread, 'exit'));
  ring();
  await Promise.all(ended);
  expect(await echo('three')).toEqual(answered('three'));
  expect(threads).toHaveLength(3);
});

test('while one thread has a job none ends, and each job begins the rest anew', async () => {
  const { begin, echo, close, threads, timers } = poolAtRest();
  await echo('before');
  expect(timers.size).toBe(1);
  const leaving = new AbortController();
  const { ended } = await begin(leaving);
  expect(timers.size).toBe(0);
  await echo('beside');
  expect(timers.size).toBe(0);
  leaving.abort(new Error('enough'));
  await expect(ended).rejects.toThrow('enough');
  expect(await echo('after')).toEqual(answered('after'));
  expect(threads).toHaveLength(2);
  await close();
  expect(timers.size).toBe(0);
});
