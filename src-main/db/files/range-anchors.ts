/**
 * Rows of long lists whose positions are known: a window far down a list continues behind the nearest of them instead of
 * counting from the start. Kept in memory; a list that may have changed has none until it is walked again.
 */

export interface Anchor {
  /** In its list, counted from 0. */
  readonly position: number;
  readonly id: number;
  /** What the list is sorted by. */
  readonly key: string | number;
}

interface KnownList {
  readonly version: string;
  /** By position. */
  readonly anchors: Anchor[];
}

/** A page shows one list and remembers one or two others; each takes some 100 KB for a million rows. */
const LISTS = 4;

export function makeRangeAnchors(rowsBetween: number) {
  const lists = new Map<string, KnownList>();

  function anchorsOf(list: string, version: string): Anchor[] {
    const known = lists.get(list);
    lists.delete(list);
    const kept = known?.version === version ? known : { version, anchors: [] };
    lists.set(list, kept); // last: used most recently
    for (const oldest of lists.keys()) {
      if (lists.size <= LISTS) break;
      lists.delete(oldest);
    }
    return kept.anchors;
  }

  /**
   * The known row that is nearest before position `first`; null: the list is read from its start. What lies between is
   * walked with `following`, which returns the row `rows` behind an anchor, and remembered. `version` changes whenever
   * rows may have come, gone or moved.
   */
  return function before(
    { list, version, first }: { list: string; version: string; first: number },
    following: (after: Anchor | null, rows: number) => Omit<Anchor, 'position'> | undefined,
  ): Anchor | null {
    const anchors = anchorsOf(list, version);
    let index = Math.min(anchors.length, Math.floor(first / rowsBetween)) - 1;
    let nearest = anchors[index] ?? null;
    while ((index + 2) * rowsBetween <= first) {
      const found = following(nearest, rowsBetween);
      if (found === undefined) break; // the list ends before
      index += 1;
      nearest = { ...found, position: (index + 1) * rowsBetween - 1 };
      anchors.push(nearest);
    }
    return nearest;
  };
}
