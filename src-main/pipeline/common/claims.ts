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
