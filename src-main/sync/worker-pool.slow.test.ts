import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import type { PoolJob } from './test-support/pool-worker.ts';
import {
  makeWorkerPool,
  THREADS_REST_MS,
  type WorkerPool,
  type WorkerPoolOptions,
} from './worker-pool.ts';

const unhurried = new AbortController().signal;

function pool(over: Partial<WorkerPoolOptions> = {}): WorkerPool<PoolJob, string, string> {
  const made = makeWorkerPool<PoolJob, string, string>({
    url: new URL('./test-support/pool-worker.ts', import.meta.url),
    workers: 2,
    jobsPerWorker: 2,
    maxWaiting: 100,
    ...over,
  });
  onTestFinished(() => made.close());
  return made;
}

const silent = (): void => {};
const echo = (value: string): PoolJob => ({ do: 'echo', value });
const word = (): SharedArrayBuffer => new SharedArrayBuffer(4);

test('every job gets its own answer, and its progress before that', async () => {
  const workers = pool();
  const progress: string[] = [];
  const values = Array.from({ length: 50 }, (_, index) => `job ${index}`);
  const outcomes = await Promise.all(
    values.map((value) => workers.run(echo(value), (words) => progress.push(words), unhurried)),
  );
  expect(outcomes).toEqual(values.map((reply) => ({ kind: 'answered', reply })));
  expect(progress.toSorted()).toEqual(values.map((value) => `began ${value}`).toSorted());
});

test('a job whose worker died is given out once more, and those behind it are not blamed', async () => {
  const workers = pool({ workers: 1, jobsPerWorker: 4 });
  const counter = word();
  const outcomes = await Promise.all([
    workers.run({ do: 'die', counter, times: 1 }, silent, unhurried),
    workers.run(echo('behind'), silent, unhurried),
    workers.run(echo('further behind'), silent, unhurried),
  ]);
  expect(outcomes).toEqual(
    ['survived', 'behind', 'further behind'].map((reply) => ({ kind: 'answered', reply })),
  );
  expect(new Int32Array(counter)[0]).toBe(2);
});

test('a job that kills two workers is answered as such; the pool goes on', async () => {
  const workers = pool({ workers: 1, jobsPerWorker: 4 });
  const counter = word();
  const outcomes = await Promise.all([
    workers.run({ do: 'die', counter, times: 9 }, silent, unhurried),
    workers.run({ do: 'throw' }, silent, unhurried),
    workers.run(echo('behind'), silent, unhurried),
  ]);
  expect(outcomes.map((outcome) => outcome.kind)).toEqual([
    'worker-died',
    'worker-died',
    'answered',
  ]);
  expect(new Int32Array(counter)[0]).toBe(2);
});

test('a worker that cannot even start is no endless loop', async () => {
  const workers = pool({ url: new URL('./test-support/no-such-worker.ts', import.meta.url) });
  expect(await workers.run(echo('x'), silent, unhurried)).toEqual({ kind: 'worker-died' });
});

test('threads that find no room for their open files leave the jobs to those that stand', async () => {
  const url = new URL('./test-support/starved-worker.ts', import.meta.url);
  const workers = pool({ url, workers: 4, jobsPerWorker: 2 });
  const values = Array.from({ length: 40 }, (_, index) => `job ${index}`);
  const outcomes = values.map((value) => workers.run(echo(value), silent, unhurried));
  expect(await Promise.all(outcomes)).toEqual(values.map((reply) => ({ kind: 'answered', reply })));
});

test('with no thread at all the jobs fail for that reason, each time anew', async () => {
  const workers = pool({ url: new URL('./test-support/starving-worker.ts', import.meta.url) });
  for (let turn = 0; turn < 2; turn += 1) {
    const jobs = ['a', 'b', 'c'].map((value) => workers.run(echo(value), silent, unhurried));
    const ends = await Promise.allSettled(jobs);
    const reason = expect.objectContaining({ code: 'EMFILE' });
    expect(ends).toEqual(jobs.map(() => ({ status: 'rejected', reason })));
  }
});

test('abort rejects at once, waiting or running, and later jobs are answered', async () => {
  const workers = pool({ workers: 1, jobsPerWorker: 1 });
  const [running, waiting] = [new AbortController(), new AbortController()];
  const hasStarted = new AbortController();
  const job = workers.run({ do: 'wait' }, () => hasStarted.abort(), running.signal);
  const queued = workers.run(echo('never'), silent, waiting.signal);
  const behind = workers.run(echo('behind'), silent, unhurried);
  await once(hasStarted.signal, 'abort');
  waiting.abort(new Error('stop waiting'));
  await expect(queued).rejects.toThrow('stop waiting');
  running.abort(new Error('stop running'));
  await expect(job).rejects.toThrow('stop running');
  expect(await behind).toEqual({ kind: 'answered', reply: 'behind' });
});

test('a thread that hangs is given up with its job; the others go on, and it may return', async () => {
  const workers = pool({ workers: 1, jobsPerWorker: 3 });
  const until = word();
  const leaving = new AbortController();
  const hanging = workers.run({ do: 'hang', until }, silent, leaving.signal);
  const behind = [echo('one'), echo('two')].map((job) => workers.run(job, silent, unhurried));
  leaving.abort(new Error('took too long'));
  await expect(hanging).rejects.toThrow('took too long');
  expect(await Promise.all(behind)).toEqual(
    ['one', 'two'].map((reply) => ({ kind: 'answered', reply })),
  );
  Atomics.store(new Int32Array(until), 0, 1);
  Atomics.notify(new Int32Array(until), 0);
  expect(await workers.run(echo('after'), silent, unhurried)).toEqual({
    kind: 'answered',
    reply: 'after',
  });
});

test('the queue is bounded', async () => {
  const workers = pool({ workers: 1, jobsPerWorker: 1, maxWaiting: 2 });
  const leaving = new AbortController();
  const jobs = [1, 2, 3].map(() => workers.run({ do: 'wait' }, silent, leaving.signal));
  const settled = Promise.allSettled(jobs);
  await expect(workers.run(echo('x'), silent, unhurried)).rejects.toThrow(RangeError);
  leaving.abort();
  await settled;
  expect((await workers.run(echo('x'), silent, unhurried)).kind).toBe('answered');
});

test.each(['workers', 'jobsPerWorker', 'maxWaiting'])('%s must be positive', (name) => {
  for (const value of [0, -1, 1.5, Number.NaN]) {
    expect(() => pool({ [name]: value })).toThrow(`${name} must be a positive integer`);
  }
});

test('closing ends a busy thread and rejects its job; twice is harmless', async () => {
  const workers = pool();
  const unfinished = workers.run({ do: 'wait' }, silent, unhurried);
  await Promise.all([expect(unfinished).rejects.toThrow('closed'), workers.close()]);
  await workers.close();
  await expect(workers.run(echo('x'), silent, unhurried)).rejects.toThrow('closed');
});

test('a pool closed at rest is waited for by a program that does nothing else', async () => {
  const script = fileURLToPath(new URL('./test-support/close-at-rest.ts', import.meta.url));
  const endings = await Promise.all(
    Array.from({ length: 6 }, () => promisify(execFile)(process.execPath, [script])),
  );
  expect(endings.map(({ stdout }) => stdout)).toEqual(endings.map(() => 'closed'));
});

/** Every thread that is started from now on. */
function startedThreads(): readonly Worker[] {
  const started: Worker[] = [];
  const note = (worker: Worker): void => void started.push(worker);
  process.on('worker', note);
  onTestFinished(() => void process.off('worker', note));
  return started;
}

/** A timer that rings when a test says so. */
function playedTimer() {
  const waiting = new Set<() => void>();
  return {
    waiting,
    start: (ms: number, act: () => void) => {
      expect(ms).toBe(THREADS_REST_MS);
      waiting.add(act);
      return () => waiting.delete(act);
    },
    ring: () => {
      for (const act of waiting) {
        waiting.delete(act);
        act();
      }
    },
  };
}

test('the threads of a pool at rest end, and others start with the next job', async () => {
  const threads = startedThreads();
  const timer = playedTimer();
  const workers = pool({ startTimer: timer.start });
  await Promise.all(['one', 'two'].map((value) => workers.run(echo(value), silent, unhurried)));
  expect(threads).toHaveLength(2);
  const ended = threads.map((thread) => once(thread, 'exit'));
  timer.ring();
  await Promise.all(ended);
  expect(await workers.run(echo('three'), silent, unhurried)).toEqual({
    kind: 'answered',
    reply: 'three',
  });
  expect(threads).toHaveLength(3);
});

test('while one thread has a job none ends, and each job begins the rest anew', async () => {
  const threads = startedThreads();
  const timer = playedTimer();
  const workers = pool({ startTimer: timer.start });
  await workers.run(echo('before'), silent, unhurried);
  expect(timer.waiting.size).toBe(1);
  const leaving = new AbortController();
  const hasStarted = new AbortController();
  const job = workers.run({ do: 'wait' }, () => hasStarted.abort(), leaving.signal);
  expect(timer.waiting.size).toBe(0);
  await once(hasStarted.signal, 'abort');
  await workers.run(echo('beside'), silent, unhurried);
  expect(timer.waiting.size).toBe(0);
  leaving.abort(new Error('enough'));
  await expect(job).rejects.toThrow('enough');
  expect(await workers.run(echo('after'), silent, unhurried)).toMatchObject({ reply: 'after' });
  expect(threads).toHaveLength(2);
  await workers.close();
  expect(timer.waiting.size).toBe(0);
});
