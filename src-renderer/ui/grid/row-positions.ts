/**
 * Which element shows which row. Elements whose row left are taken over by rows that came, because new ones cost the
 * browser most. None ever changes its place among the others: what moves would lose the focus, and is read out of order.
 */

export interface RowPlace {
  readonly key: number;
  readonly row: number;
}

/** `rows`: those to be shown now, ascending, none twice. Pure. */
export function placeRows(
  before: readonly RowPlace[],
  rows: readonly number[],
): readonly RowPlace[] {
  const stays = new Set(rows);
  let fresh = before.reduce((highest, { key }) => Math.max(highest, key), -1) + 1;
  let at = 0;
  /** Keys that stand before `row`, or that are left at the end, and whose rows left. */
  const free: number[] = [];
  const passTo = (row: number) => {
    free.length = 0;
    for (; at < before.length && before[at]?.row !== row; at += 1) {
      const place = before[at];
      if (place !== undefined && !stays.has(place.row)) free.push(place.key);
    }
  };
  const kept = new Map(before.map(({ key, row }) => [row, key]));
  const nextKept = (from: number) => rows.slice(from).find((row) => kept.has(row)) ?? -1;

  passTo(nextKept(0));
  return rows.map((row, index) => {
    const key = kept.get(row);
    if (key === undefined) {
      const taken = free.shift();
      if (taken !== undefined) return { key: taken, row };
      fresh += 1;
      return { key: fresh - 1, row };
    }
    at += 1;
    passTo(nextKept(index + 1));
    return { key, row };
  });
}
