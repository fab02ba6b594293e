/**
 * A window into a long list in the core: reads the visible blocks and the next one, keeps at most 300 rows, and reads
 * them again when the core reports a possible change. Old rows stay visible until the new ones are there. While the list is
 * held still, each row keeps its place and shows what is so by now, and those that come into sight follow on it; what came
 * since is counted.
 */
import { makeListeners } from '../../src-shared/model/listeners.ts';
import type { Result } from '../../src-shared/model/result.ts';
import { makeThrottledRefresh } from './throttled-refresh.ts';
import type { PageFault } from '../bridge/bridge.ts';

export const BLOCK_ROWS = 100;
const KEPT_BLOCKS = 3;
/** So often is it tried to find where a held list goes on; each time a block more has come since. */
const MOST_TRIES = 20;

export interface RangePage<Row> {
  readonly total: number;
  readonly rows: readonly Row[];
}

/** Reads `count` rows from the one at `first` on. Rejects on abort. */
export type ReadRange<Page> = (
  first: number,
  count: number,
  signal: AbortSignal,
) => Promise<Result<Page, PageFault>>;

export interface RangeView<Row, Page extends RangePage<Row> = RangePage<Row>> {
  /** Null until the first answer. */
  readonly total: number | null;
  /** How many more there are by now than the held list shows; 0 while it is not held. */
  readonly arrived: number;
  readonly fault: PageFault | null;
  /** What came with some rows last and is about all of them; null until the first answer. */
  readonly latest: Page | null;
  readonly rowAt: (index: number) => Row | null;
  /** Every row that is in memory. */
  readonly rows: () => readonly Row[];
}

export type RangeStore<Row, Page extends RangePage<Row> = RangePage<Row>> = ReturnType<
  typeof makeRangeStore<Row, Page>
>;

/** How rows are read that keep their places. */
export interface Holding<Row> {
  readonly idOf: (row: Row) => string;
  /** Those that are still there, in any order. Rejects on abort. */
  readonly readAgain: (
    ids: readonly string[],
    signal: AbortSignal,
  ) => Promise<Result<readonly Row[], PageFault>>;
}

/** `holding`: null for a list that is never held still. */
export function makeRangeStore<Row, Page extends RangePage<Row> = RangePage<Row>>(
  read: ReadRange<Page>,
  holding: Holding<Row> | null = null,
) {
  const blocks = new Map<number, readonly Row[]>();
  const reading = new Map<number, AbortController>();
  const listeners = makeListeners();
  const asker = makeThrottledRefresh(async (signal) => {
    if (isHeld && holding !== null && blocks.size > 0) await readInPlace(holding, signal);
    else await Promise.all(wanted.map((block) => start(block, signal)));
  });
  let isHeld = false;
  /** Places may have changed since they were read. */
  let isBehind = false;
  /** How much further down than in the held list the rows stand by now that follow on its own. */
  let shift = 0;
  let isFollowing = false;
  let wanted: readonly number[] = [];
  let seenFirst: number | null = null;
  /** One row on, one back, or not moved yet. */
  let direction = 0;
  /** The block that becomes visible next in the current scroll direction; null at the ends. */
  let ahead: number | null = null;
  let view: RangeView<Row, Page> = {
    total: null,
    arrived: 0,
    fault: null,
    latest: null,
    rowAt: () => null,
    rows: () => [],
  };

  const publish = (latest: Page | null, fault: PageFault | null, arrived = view.arrived) => {
    view = {
      total: latest?.total ?? null,
      arrived,
      fault,
      latest,
      rowAt: (index) => blocks.get(Math.floor(index / BLOCK_ROWS))?.[index % BLOCK_ROWS] ?? null,
      rows: () => [...blocks.values()].flat(),
    };
    listeners.tell();
  };

  const start = async (block: number, stopped?: AbortSignal) => {
    reading.get(block)?.abort();
    const controller = new AbortController();
    reading.set(block, controller);
    const signal = AbortSignal.any([
      controller.signal,
      ...(stopped === undefined ? [] : [stopped]),
    ]);
    try {
      const page = await read(block * BLOCK_ROWS, BLOCK_ROWS, signal);
      if (signal.aborted) return;
      reading.delete(block);
      if (page.ok) {
        blocks.set(block, page.value.rows);
        forget();
        publish(page.value, null);
      } else {
        publish(view.latest, page.fault);
      }
    } catch (cause) {
      if (!signal.aborted) throw cause;
    }
  };

  const readInPlace = async ({ idOf, readAgain }: Holding<Row>, signal: AbortSignal) => {
    const ids = [...blocks.values()].flat().map(idOf);
    try {
      const [again, head] = await Promise.all([readAgain(ids, signal), read(0, 1, signal)]);
      if (signal.aborted || !isHeld) return;
      if (!again.ok) return publish(view.latest, again.fault);
      if (!head.ok) return publish(view.latest, head.fault);
      const known = new Map(again.value.map((row) => [idOf(row), row]));
      // One that is gone keeps its place, as it was last, until the list is read anew.
      for (const [block, rows] of blocks)
        blocks.set(
          block,
          rows.map((row) => known.get(idOf(row)) ?? row),
        );
      publish(view.latest, null, Math.max(0, head.value.total - (view.total ?? 0)));
    } catch (cause) {
      if (!signal.aborted) throw cause;
    }
  };

  /** Rows of a held list that come into sight: those that follow on its last row, or go before its first, wherever they are by now. */
  const follow = async ({ idOf }: Holding<Row>, block: number): Promise<void> => {
    const controller = new AbortController();
    reading.set(block, controller);
    const { signal } = controller;
    const isBelow = block > Math.min(...blocks.keys());
    const known = new Set([...blocks.values()].flat().map(idOf));
    const mostRows = Math.max(0, Math.min(BLOCK_ROWS, (view.total ?? 0) - block * BLOCK_ROWS));
    try {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const first = block * BLOCK_ROWS + shift;
        if (first < 0) break;
        const page = await read(first, BLOCK_ROWS, signal);
        if (signal.aborted) return;
        if (!page.ok) {
          reading.delete(block);
          publish(view.latest, page.fault);
          return;
        }
        const { rows } = page.value;
        const isKnown = (row: Row) => known.has(idOf(row));
        const at = isBelow ? rows.findLastIndex(isKnown) : rows.findIndex(isKnown);
        if (at < 0) {
          if (rows.length < mostRows) break; // the rest stands elsewhere by now
          reading.delete(block);
          blocks.set(block, rows.slice(0, mostRows));
          forget();
          publish(view.latest, null);
          return;
        }
        shift += isBelow ? at + 1 : at - rows.length;
      }
      catchUp();
    } catch (cause) {
      if (!signal.aborted) throw cause;
    }
  };

  const nextMissing = () => (isBehind ? wanted.find((block) => !blocks.has(block)) : undefined);

  /** One after another: where a block stands says where the next one does. */
  const followWanted = async (held: Holding<Row>) => {
    if (isFollowing) return;
    isFollowing = true;
    for (let block = nextMissing(), tried = -1; block !== undefined; block = nextMissing()) {
      if (block === tried) break; // it could not be read
      tried = block;
      await follow(held, block);
    }
    isFollowing = false;
  };

  /** Every place anew. */
  const catchUp = () => {
    isBehind = false;
    shift = 0;
    for (const block of blocks.keys()) if (!wanted.includes(block)) blocks.delete(block);
    stopReading(() => false);
    asker.stop();
    publish(view.latest, view.fault, 0);
    for (const block of wanted) void start(block);
  };

  const isOfUse = (block: number) => block === ahead || wanted.includes(block);

  /** Drops the blocks farthest from the visible ones. */
  const forget = () => {
    const middle = ((wanted[0] ?? 0) + (wanted.at(-1) ?? 0)) / 2;
    const distance = (block: number) => (isOfUse(block) ? 0 : Math.abs(block - middle));
    const byDistance = [...blocks.keys()].toSorted((a, b) => distance(a) - distance(b));
    for (const block of byDistance.slice(KEPT_BLOCKS)) blocks.delete(block);
  };

  const stopReading = (isNeeded: (block: number) => boolean) => {
    for (const [block, controller] of reading) {
      if (isNeeded(block)) continue;
      controller.abort();
      reading.delete(block);
    }
  };

  return {
    view: () => view,
    subscribe: listeners.on,
    /** These rows are visible. */
    see: (first: number, last: number) => {
      const from = Math.floor(Math.max(0, first) / BLOCK_ROWS);
      const count = Math.min(KEPT_BLOCKS, Math.floor(last / BLOCK_ROWS) - from + 1);
      wanted = Array.from({ length: Math.max(1, count) }, (_block, index) => from + index);
      if (seenFirst !== null && first !== seenFirst) direction = Math.sign(first - seenFirst);
      seenFirst = first;
      ahead = nextBlock(wanted, direction, view.total ?? 0);
      stopReading(isOfUse);
      if (isBehind && holding !== null) {
        void followWanted(holding);
        return undefined;
      }
      for (const block of ahead === null ? wanted : [...wanted, ahead]) {
        if (!blocks.has(block) && !reading.has(block)) void start(block);
      }
      return undefined;
    },
    /** Whether rows keep their places from now on, since somebody is at them. */
    hold: (next: boolean) => {
      isHeld = next;
      if (!next && isBehind) catchUp();
    },
    /** What came since the list is held. */
    catchUp,
    /** What was read may be different now. */
    changed: () => {
      isBehind = isHeld && holding !== null && blocks.size > 0;
      if (isBehind) return asker.news();
      for (const block of blocks.keys()) if (!wanted.includes(block)) blocks.delete(block);
      stopReading((block) => wanted.includes(block));
      return asker.news();
    },
    /** Ends what is being read. */
    close: () => {
      asker.stop();
      for (const controller of reading.values()) controller.abort();
      reading.clear();
    },
  };
}

function nextBlock(wanted: readonly number[], direction: number, total: number): number | null {
  if (direction === 0) return null;
  const next = direction > 0 ? (wanted.at(-1) ?? 0) + 1 : (wanted[0] ?? 0) - 1;
  return next >= 0 && next * BLOCK_ROWS < total ? next : null;
}
