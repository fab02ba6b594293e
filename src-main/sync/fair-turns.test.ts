import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeFairTurns } from './fair-turns.ts';

/** Works for some ms, as what is done about an answer does. */
function work(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

test('of a crowd a little is handed on in each turn, everything in its order', async () => {
  const handedOn: number[] = [];
  const turns = makeFairTurns<number>((item) => {
    handedOn.push(item);
    work(5);
  });
  for (let item = 0; item < 10; item += 1) turns.take(item);
  expect(handedOn).toEqual([0]);
  const perTurn: number[] = [];
  while (handedOn.length < 10) {
    const before = handedOn.length;
    await nextTurn();
    perTurn.push(handedOn.length - before);
  }
  expect(Math.max(...perTurn)).toBe(1);
  expect(handedOn).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('what comes alone is handed on at once, and what is flushed does not wait', () => {
  const handedOn: string[] = [];
  const turns = makeFairTurns<string>((item) => {
    handedOn.push(item);
    work(5);
  });
  for (const item of ['a1', 'b1', 'a2', 'b2']) turns.take(item);
  expect(handedOn).toEqual(['a1']);
  turns.flush((item) => item.startsWith('b'));
  expect(handedOn).toEqual(['a1', 'b1', 'b2']);
});
