/**
 * Hands on what arrives in crowds, a little in each turn of the loop. Node hands over up to a thousand messages of a thread
 * in a row, and what is done about each would hold up everybody else.
 */
import { setImmediate } from 'node:timers';

/** While a turn is younger than this, more of the same fits into it. */
const YOUNG_MS = 4;

export interface MessageFairness<Item> {
  /** Hands it on now, or after those that wait already. */
  take(item: Item): void;
  /** Hands on at once what waits and fits; whoever sent it is no more. */
  flush(isMeant: (item: Item) => boolean): void;
}

export function makeMessageFairness<Item>(handOn: (item: Item) => void): MessageFairness<Item> {
  let waiting: Item[] = [];
  let turnBeganMs: number | null = null;

  /** What was handed on before has been dealt with by now, in the microtasks after it. */
  function nextTurn(): void {
    turnBeganMs = null;
    const item = waiting.shift();
    if (item === undefined) return;
    beginTurn();
    handOn(item);
  }

  function beginTurn(): void {
    turnBeganMs = performance.now();
    setImmediate(nextTurn);
  }

  return {
    take(item) {
      if (turnBeganMs === null) beginTurn();
      const isYoung = performance.now() - (turnBeganMs ?? 0) < YOUNG_MS;
      if (isYoung && waiting.length === 0) handOn(item);
      else waiting.push(item);
    },
    flush(isMeant) {
      const meant = waiting.filter(isMeant);
      waiting = waiting.filter((item) => !isMeant(item));
      for (const item of meant) handOn(item);
    },
  };
}
