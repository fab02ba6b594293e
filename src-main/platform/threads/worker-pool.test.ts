import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeMessageFairness } from './worker-pool.ts';

/** What is done about each item takes 5 ms of a played time. */
function busyTurns() {
  let nowMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  onTestFinished(() => clock.mockRestore());
  const handedOn: string[] = [];
  const turns = makeMessageFairness<string>((item) => {
    handedOn.push(item);
    nowMs += 5;
  });
  return { turns, handedOn };
}

test('of a crowd a little is handed on in each turn, everything in its order', async () => {
  const { turns, handedOn } = busyTurns();
  const crowd = ['a', 'b', 'c', 'd', 'e'];
  for (const item of crowd) turns.take(item);
  for (let turn = 1; turn <= crowd.length; turn += 1) {
    expect(handedOn).toEqual(crowd.slice(0, turn));
    await nextTurn();
  }
  turns.take('alone');
  expect(handedOn).toEqual([...crowd, 'alone']);
});

test('what is flushed does not wait', () => {
  const { turns, handedOn } = busyTurns();
  for (const item of ['a1', 'b1', 'a2', 'b2']) turns.take(item);
  expect(handedOn).toEqual(['a1']);
  turns.flush((item) => item.startsWith('b'));
  expect(handedOn).toEqual(['a1', 'b1', 'b2']);
});
