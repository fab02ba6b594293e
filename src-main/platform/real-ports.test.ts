import { expect, test } from 'vitest';
import { realClock } from './real-ports.ts';

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

test('an abort ends a real sleep with its reason and leaves no timer; a sleep that was not aborted ends by itself', async () => {
  const before = timers();
  const stop = new AbortController();
  const asleep = realClock.sleep(1_000_000, stop.signal);
  expect(timers()).toBe(before + 1);
  stop.abort('enough');
  await expect(asleep).rejects.toBe('enough');
  await expect(realClock.sleep(0, stop.signal)).rejects.toBe('enough');
  expect(timers()).toBe(before);
  await expect(realClock.sleep(1, new AbortController().signal)).resolves.toBeUndefined();
});

test('nothing to wait for is a turn of the loop: others come first, and no timer is made', async () => {
  const before = timers();
  const order: string[] = [];
  setImmediate(() => order.push('other work'));
  const turn = realClock.sleep(0, new AbortController().signal).then(() => order.push('woken'));
  expect(timers()).toBe(before);
  await turn;
  expect(order).toEqual(['other work', 'woken']);
});
