import { expect, test } from 'vitest';
import { makeStallWatch } from './call-limits.ts';
import { makeFakeClock } from '../test-support/fake-clock.ts';

function watched() {
  const clock = makeFakeClock();
  const stalls: string[] = [];
  return { clock, stalls, watch: makeStallWatch<string>(clock, (phase) => stalls.push(phase)) };
}

test('each phase has its own limit; what moves is left alone for ever', async () => {
  const { clock, stalls, watch } = watched();
  watch.enter('connect', 30);
  await clock.advance(29);
  watch.enter('body', 60);
  for (let step = 0; step < 100; step += 1) {
    await clock.advance(59);
    watch.moved();
  }
  expect(stalls).toEqual([]);
  await clock.advance(60);
  expect(stalls).toEqual(['body']);
  watch.stop();
  await clock.advance(1_000);
  expect(stalls).toEqual(['body']);
  expect(clock.wakeTimesMs()).toEqual([]);
});

test('a shorter phase after a longer one counts from its own start', async () => {
  const { clock, stalls, watch } = watched();
  watch.enter('answer', 300);
  await clock.advance(290);
  watch.enter('reading', 60);
  await clock.advance(59);
  expect(stalls).toEqual([]);
  await clock.advance(1);
  expect(stalls).toEqual(['reading']);
});

test('while our own limit holds everything back nothing stalls; afterwards the limit counts anew', async () => {
  const { clock, stalls, watch } = watched();
  watch.enter('body', 60);
  await clock.advance(50);
  watch.rest();
  await clock.advance(100_000);
  expect(stalls).toEqual([]);
  watch.moved();
  await clock.advance(59);
  expect(stalls).toEqual([]);
  await clock.advance(60);
  expect(stalls).toEqual(['body']);
  watch.rest();
  watch.enter('answer', 60);
  await clock.advance(60);
  expect(stalls).toEqual(['body', 'answer']);
});

test('many at once have one timer, each its own limit, and none is left behind', async () => {
  const clock = makeFakeClock();
  const stalls: string[] = [];
  const started = [30, 10, 20, 10].map((limitMs, index) => {
    const watch = makeStallWatch<string>(clock, (phase) => stalls.push(`${phase} ${index}`));
    watch.enter('body', limitMs);
    return watch;
  });
  await clock.advance(0);
  expect(clock.wakeTimesMs()).toHaveLength(1);
  started[3]?.stop();
  await clock.advance(10);
  expect(stalls).toEqual(['body 1']);
  started[1]?.enter('answer', 5);
  await clock.advance(5);
  await clock.advance(5);
  expect(stalls).toEqual(['body 1', 'answer 1', 'body 2']);
  started[0]?.stop();
  await clock.advance(0);
  expect(clock.wakeTimesMs()).toEqual([]);
});
