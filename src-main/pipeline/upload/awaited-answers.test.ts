/** A large upload of which only the answer is missing takes nothing of the line: another may begin beside it. */
import { expect, test } from 'vitest';
import type { SendHooks } from '../common/ports.ts';
import type { UploadOutcome } from '../common/upload-outcome.ts';
import { pipeline } from '../common/test-support/pipeline.ts';
import { playUploader } from '../common/test-support/fake-ports.ts';
import { makeUploadStage } from './upload-stage.ts';

const never = new AbortController().signal;
const LARGE_BYTES = 50_000_000;

/** Files of a size, approved; each upload ends when the test says so. */
function sending(count: number, sizeBytes: number, parallel: number | null = null) {
  const p = pipeline();
  p.state.transferRules.setParallel(parallel);
  const names = Array.from({ length: count }, (_, index) => `run-${index}`);
  const files = names.map((name) => p.put(name, name, 'ready', { sizeBytes }));
  const under: {
    readonly jobId: string;
    readonly hooks: SendHooks;
    readonly end: (how: UploadOutcome) => void;
  }[] = [];
  const { uploader } = playUploader(p, () => ({ kind: 'recorded', fileId: 'unused' }));
  let woken = 0;
  const stage = makeUploadStage({
    ...p,
    uploader: {
      ...uploader,
      send({ id: jobId }, _source, hooks) {
        const { promise, resolve } = Promise.withResolvers<UploadOutcome>();
        under.push({ jobId, hooks, end: resolve });
        return promise;
      },
    },
    balance: () => 5,
    wake: () => (woken += 1),
  });
  p.approved.approve(files.map(({ id }) => id));
  /** Begins what may begin, until it is on its way; how many that is. */
  const begin = async (): Promise<number> => {
    const jobs = stage.take(8);
    for (const job of jobs) ended.push(job(never));
    await p.clock.advance(0); // its group is committed
    return jobs.length;
  };
  const ended: Promise<unknown>[] = [];
  /** All its bytes have left. */
  const complete = (index: number) => {
    const { jobId = '', hooks } = under[index] ?? {};
    p.state.uploads.move(jobId, { type: 'attempt-begun', attemptId: jobId });
    p.state.uploads.move(jobId, { type: 'tail-released', attemptId: jobId });
    hooks?.onComplete?.();
  };
  const answer = async (index: number) => {
    under[index]?.end({ kind: 'recorded', fileId: `remote-${index}` });
    await p.clock.play(ended[index] ?? Promise.resolve());
  };
  return { begin, complete, answer, woken: () => woken };
}

test('a large upload begins beside those that only wait for their answer, up to two of them', async () => {
  const { begin, complete, answer, woken } = sending(8, LARGE_BYTES);
  expect([await begin(), await begin()]).toEqual([3, 0]);
  complete(0);
  expect([woken(), await begin(), await begin()]).toEqual([1, 1, 0]);
  complete(1);
  complete(2);
  expect([await begin(), await begin()]).toEqual([1, 0]);
  await answer(0);
  expect([await begin(), await begin()]).toEqual([1, 0]);
});

test('a person’s own number is the most there ever is, whatever they wait for', async () => {
  const { begin, complete, answer } = sending(4, LARGE_BYTES, 2);
  expect(await begin()).toBe(2);
  complete(0);
  complete(1);
  expect(await begin()).toBe(0);
  await answer(0);
  expect(await begin()).toBe(1);
});

test('small uploads are as many as before, and wake nobody', async () => {
  const { begin, complete, woken } = sending(8, 100_000);
  expect(await begin()).toBe(5);
  complete(0);
  expect([await begin(), woken()]).toEqual([0, 0]);
});
