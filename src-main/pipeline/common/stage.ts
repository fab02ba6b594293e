/** One step in the processing of files: work that is claimed from the database, a bounded amount at a time. */
import { makeListeners } from '../../../src-shared/model/listeners.ts';
import type { Clock } from '../../platform/clock.ts';

/** `advanced`: something was achieved. `waiting`: checked, but it is not time yet. */
export type Step = 'advanced' | 'waiting';

export type RenewedBy = 'person' | 'clock';

export interface Stage {
  readonly concurrency: number;
  /** Claims up to `limit` jobs that can start now. */
  take(limit: number): readonly ((signal: AbortSignal) => Promise<Step>)[];
  /**
   * The next future time at which there will be more to take than now; null: only when something changes. A time that
   * has passed says nothing, and must not hide a future one.
   */
  nextDueMs(): number | null;
  /** When to check again if the run is still going by then. It does not keep a run alive. */
  nextRecheckMs?(): number | null;
  /**
   * A run that goes on for days begins a new round. A person wants to know now: what was given up is tried again. The
   * clock alone must not do that for ever: what is given up is then tried again more and more seldom.
   */
  renew?(by: RenewedBy): void;
}

/**
 * Tells the stage runner that there may be work now, because of a hint or a person. The signal carries no data; the
 * receiver checks for itself.
 */
export interface WakeSource {
  /** Returns the function that removes the listener. */
  subscribe(listener: () => void): () => void;
}

export function makeWakeSignal() {
  const { on: subscribe, tell: wake } = makeListeners();
  return { subscribe, wake };
}

/**
 * Converts a moment of the steady clock into the wall time that stages report to the stage runner: when
 * `atMonotonicMs` will be, as wall time now. A future moment stays in the future, however near: added to milliseconds
 * since 1970, a small fraction of one would vanish, and the run would take its next round for past.
 */
export function wallTimeMs(atMonotonicMs: number, clock: Clock): number {
  return clock.nowMs() + Math.ceil(atMonotonicMs - clock.monotonicMs());
}

/** Which rows, contents or destinations a stage is working on, so that none is taken twice. */
export interface Claims<Key> {
  has(key: Key): boolean;
  /** Keeps the claim while `work` runs. */
  during<Value>(key: Key, work: () => Promise<Value>): Promise<Value>;
  /** The same for several keys, none of which is held yet. */
  duringAll<Value>(keys: readonly Key[], work: () => Promise<Value>): Promise<Value>;
  readonly size: number;
}

export function makeClaims<Key>(): Claims<Key> {
  const held = new Set<Key>();

  async function duringAll<Value>(
    keys: readonly Key[],
    work: () => Promise<Value>,
  ): Promise<Value> {
    for (const key of keys) held.add(key);
    try {
      return await work();
    } finally {
      for (const key of keys) held.delete(key);
    }
  }

  return {
    has: (key) => held.has(key),
    during: (key, work) => duringAll([key], work),
    duringAll,
    get size() {
      return held.size;
    },
  };
}

/** The first `limit` items whose key is free, one for each key. */
export function takeFree<Item, Key>(
  items: readonly Item[],
  claims: Claims<Key>,
  keyOf: (item: Item) => Key,
  limit: number,
): readonly Item[] {
  const chosen = new Map<Key, Item>();
  for (const item of items) {
    if (chosen.size === limit) break;
    const key = keyOf(item);
    if (!claims.has(key) && !chosen.has(key)) chosen.set(key, item);
  }
  return [...chosen.values()];
}

/**
 * Like `takeFree`, from a list that is read as far as needed: many items with one key at its head must not block the
 * others.
 */
export function takeFreeFrom<Item, Key>(
  read: (limit: number) => readonly Item[],
  claims: Claims<Key>,
  keyOf: (item: Item) => Key,
  limit: number,
): readonly Item[] {
  for (let size = limit + claims.size; ; size *= 4) {
    const items = read(size);
    const free = takeFree(items, claims, keyOf, limit);
    if (free.length === limit || items.length < size) return free;
  }
}
