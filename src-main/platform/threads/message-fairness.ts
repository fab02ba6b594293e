/**
 * Delivers messages that arrive in large numbers, a few in each turn of the loop. Node delivers up to a thousand
 * messages of a thread in a row, and handling all of them would block everything else.
 */
import { setImmediate } from 'node:timers';

/** While a turn is younger than this, more messages fit into it. */
const YOUNG_MS = 4;

export function makeMessageFairness<Item>(handOn: (item: Item) => void) {
  let waiting: Item[] = [];
  let turnBeganMs: number | null = null;

  /** By now the microtasks of earlier messages have finished. */
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
    /** Delivers it now, or after those that wait already. */
    take(item: Item) {
      if (turnBeganMs === null) beginTurn();
      const isYoung = performance.now() - (turnBeganMs ?? 0) < YOUNG_MS;
      if (isYoung && waiting.length === 0) handOn(item);
      else waiting.push(item);
    },
    /** Delivers at once all matching waiting messages, whose sender has ended. */
    flush(isMeant: (item: Item) => boolean) {
      const meant = waiting.filter(isMeant);
      waiting = waiting.filter((item) => !isMeant(item));
      for (const item of meant) handOn(item);
    },
  };
}
