import { expect, test } from 'vitest';
import { makeFakeClock } from '../../test-support/fake-clock.ts';
import { temporaryFolder } from '../../test-support/temporary-state.ts';
import { openRunningPage } from './open-running-page.ts';
import { writeRuntimeFile } from './runtime-file.ts';

const FIRST = 'http://127.0.0.1:4100/#first';

/** A runtime file with an address, and a browser that is told of it. */
async function running() {
  const dataFolder = temporaryFolder();
  const keep = (address: string) =>
    writeRuntimeFile(dataFolder, { processId: process.pid, address });
  await keep(FIRST);
  const done: string[] = [];
  const show = (isOpened: boolean) => async (address: string) => {
    done.push(address);
    return { isOpened, close: async () => void done.push('taken away') };
  };
  return { dataFolder, keep, done, show };
}

/** Time passes whenever somebody sleeps. */
function sleepless() {
  const clock = makeFakeClock();
  const sleep: typeof clock.sleep = async (ms, signal) => {
    signal.throwIfAborted();
    await clock.advance(ms);
  };
  return { ...clock, sleep };
}

const { signal } = new AbortController();

test('the address is shown, and what led to it is taken away as soon as the key was used', async () => {
  const { dataFolder, keep, done, show } = await running();
  const clock = sleepless();
  const sleep: typeof clock.sleep = async (ms, until) => {
    await keep('http://127.0.0.1:4100/#second');
    return clock.sleep(ms, until);
  };
  const parts = { dataFolder, clock: { ...clock, sleep }, signal, show: show(true) };
  expect(await openRunningPage({ address: FIRST }, parts)).toBe(true);
  expect(done).toEqual([FIRST, 'taken away']);
  expect(clock.monotonicMs()).toBe(200);
});

test('a browser that never comes is waited for half a minute; without one, and when stopped, nobody waits', async () => {
  const { dataFolder, done, show } = await running();
  const clock = sleepless();
  const stopped = AbortSignal.abort(new Error('SIGINT'));
  const open = (isOpened: boolean, until = signal) =>
    openRunningPage({ address: FIRST }, { dataFolder, clock, signal: until, show: show(isOpened) });
  expect(await open(false)).toBe(false);
  expect(await open(true, stopped)).toBe(true);
  expect(clock.monotonicMs()).toBe(0);
  expect(await open(true)).toBe(true);
  expect(clock.monotonicMs()).toBe(30_000);
  expect(done).toEqual(Array.from({ length: 3 }, () => [FIRST, 'taken away']).flat());
});
