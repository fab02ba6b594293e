/**
 * Finds parts of names among a million in milliseconds. The names are kept in memory, folded, in blocks of text: a block
 * is searched as bytes, which is far faster than asking SQLite for each name, and costs nothing when a file is added.
 * Rows are only ever added behind the last one; a row that is gone is still found, and for the caller to leave out.
 */

export interface NamedRow {
  readonly id: number;
  readonly name: string;
}

/** Rows with a number above `afterId`, by their number. */
export type ReadNames = (afterId: number, count: number) => readonly NamedRow[];

export type NameIndex = ReturnType<typeof makeNameIndex>;

interface Block {
  /** Names, each with a line break behind it. */
  readonly text: Buffer;
  /** Where each name begins. */
  readonly starts: Uint32Array;
  readonly ids: Float64Array;
}

const BLOCK_ROWS = 2_000; // read in about two milliseconds
const LINE_BREAK = 0x0a;
/** Of names that contain the first word and not the others: about ten milliseconds. */
const MOST_NEAR_MISSES = 15_000;

/** The same for names that differ in case, or in how an accent is written. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** The words of what somebody typed; none for blanks. */
export function wordsIn(text: string): readonly string[] {
  return foldName(text)
    .split(/\s+/)
    .filter((word) => word !== '');
}

export function makeNameIndex(readNames: ReadNames) {
  let blocks: Block[] = [];
  const lastId = (of: Block | undefined) => of?.ids.at(-1) ?? 0;

  return {
    /** Reads some milliseconds' worth of new rows; true when there are no more. */
    catchUp() {
      const newest = blocks.at(-1);
      if (readNames(lastId(newest), 1).length === 0) return true;
      // One that is not full is read again with what is new: many small ones would be slow to search.
      if (newest !== undefined && newest.ids.length < BLOCK_ROWS) blocks.pop();
      const rows = readNames(lastId(blocks.at(-1)), BLOCK_ROWS);
      blocks.push(blockOf(rows));
      return rows.length < BLOCK_ROWS;
    },

    /**
     * Up to `most` rows whose names contain every one of the words, the latest first; none for no words. It ends early
     * after many near misses.
     */
    find(words: readonly string[], most: number): readonly number[] {
      const needles = words
        .toSorted((a, b) => b.length - a.length)
        .map((word) => Buffer.from(word, 'utf8'));
      const [first, ...others] = needles;
      const ids: number[] = [];
      if (first === undefined) return ids;
      let nearMisses = 0;
      for (const block of blocks.toReversed()) {
        // A word that is nowhere in the block spares a look at each of its names.
        if (!needles.every((needle) => block.text.includes(needle))) continue;
        const found = searchBlock(block, first, others);
        ids.push(...found.ids.toReversed());
        nearMisses += found.nearMisses;
        if (ids.length >= most || nearMisses > MOST_NEAR_MISSES) break;
      }
      return ids.slice(0, most);
    },

    /** Forgets everything, and frees the memory. */
    clear() {
      blocks = [];
    },
  };
}

function blockOf(rows: readonly NamedRow[]): Block {
  const lines = rows.map(({ name }) => `${name.replaceAll('\n', ' ')}\n`).join('');
  const text = Buffer.from(foldName(lines));
  const starts = new Uint32Array(rows.length);
  for (let row = 1; row < rows.length; row += 1) {
    starts[row] = text.indexOf(LINE_BREAK, starts[row - 1]) + 1;
  }
  return { text, starts, ids: Float64Array.from(rows, ({ id }) => id) };
}

function searchBlock({ text, starts, ids }: Block, first: Buffer, others: readonly Buffer[]) {
  const found: number[] = [];
  let nearMisses = 0;
  let at = text.indexOf(first);
  while (at !== -1) {
    const row = rowAt(starts, at);
    const end = starts[row + 1] ?? text.length;
    const name = text.subarray(starts[row], end);
    if (others.every((other) => name.includes(other))) found.push(ids[row] ?? 0);
    else nearMisses += 1;
    at = text.indexOf(first, end);
  }
  return { ids: found, nearMisses };
}

/** The last row that begins at or before this place. */
function rowAt(starts: Uint32Array, at: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
