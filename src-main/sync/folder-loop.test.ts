import { expect, test } from 'vitest';
import { makeFolderLoop } from './folder-loop.ts';

const neverAborted = new AbortController().signal;

async function microtasks(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await Promise.resolve();
}

/** A loop whose passes take `passTicks` microtasks and note what they saw of `world`. */
function observedLoop(passTicks: number) {
  const seen = { world: 0, passes: 0, atOnce: 0, mostAtOnce: 0, latest: -1 };
  const loop = makeFolderLoop(async () => {
    seen.passes += 1;
    seen.atOnce += 1;
    seen.mostAtOnce = Math.max(seen.mostAtOnce, seen.atOnce);
    seen.latest = seen.world;
    await microtasks(passTicks);
    seen.atOnce -= 1;
  }, neverAborted);
  return { loop, seen };
}

/** A pass that began after the wake has ended, so it has seen the change the wake was about. */
async function expectSeen(
  seen: { readonly latest: number },
  change: number,
  awake: Promise<void>,
): Promise<void> {
  await awake;
  expect(seen.latest).toBeGreaterThanOrEqual(change);
}

const OFFSETS = Array.from({ length: 40 }, (_, offset) => offset);

test.each([0, 1, 2, 5])(
  '[SY60] no wake is lost, at whichever microtask it falls, in passes of %d microtasks',
  async (passTicks) => {
    for (const first of OFFSETS) {
      for (const second of OFFSETS.slice(0, 12)) {
        const { loop, seen } = observedLoop(passTicks);
        const waits = [loop.wake()];
        for (const offset of [first, second]) {
          await microtasks(offset);
          seen.world += 1;
          const saw = seen.world;
          waits.push(expectSeen(seen, saw, loop.wake()));
        }
        await Promise.all(waits);
        expect(seen.latest).toBe(2);
        expect(seen.mostAtOnce).toBe(1);
      }
    }
  },
);

test('[SY61] any number of wakes during a pass cost exactly one more', async () => {
  const { loop, seen } = observedLoop(10);
  const first = loop.wake();
  await microtasks(4);
  await Promise.all([first, ...Array.from({ length: 50 }, () => loop.wake())]);
  expect(seen.passes).toBe(2);
});

test('[SY61] wakes before the first pass begins share it', async () => {
  const { loop, seen } = observedLoop(3);
  await Promise.all([loop.wake(), loop.wake(), loop.wake()]);
  expect(seen.passes).toBe(1);
});

test('[SY62] a failing pass rejects those who waited for it; later ones get their own', async () => {
  const outcomes = ['fail', 'succeed', 'succeed'];
  const loop = makeFolderLoop(async () => {
    await microtasks(3);
    if (outcomes.shift() === 'fail') throw new Error('the disk said no');
  }, neverAborted);
  const failing = [loop.wake(), loop.wake()];
  await microtasks(2);
  const later = loop.wake();
  const results = await Promise.allSettled([...failing, later]);
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  await expect(loop.wake()).resolves.toBeUndefined();
});

test('[SY62] a pass that wakes its own loop gets one more pass', async () => {
  let passes = 0;
  const later: Promise<void>[] = [];
  const loop = makeFolderLoop(async () => {
    passes += 1;
    if (passes === 1) later.push(loop.wake());
    await microtasks(1);
  }, neverAborted);
  await loop.wake();
  await Promise.all(later);
  expect(passes).toBe(2);
});

test('[SY63] once stopped no pass starts, and those who wait hear the reason', async () => {
  const stopping = new AbortController();
  let passes = 0;
  const loop = makeFolderLoop(async () => {
    passes += 1;
    await microtasks(5);
  }, stopping.signal);
  const running = loop.wake();
  await microtasks(3);
  const waiting = loop.wake();
  stopping.abort(new Error('the folder was removed'));
  await expect(running).resolves.toBeUndefined();
  await expect(waiting).rejects.toThrow('the folder was removed');
  await expect(loop.wake()).rejects.toThrow('the folder was removed');
  expect(passes).toBe(1);
});
