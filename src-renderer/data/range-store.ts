/**
 * A window into a long list in the core: reads the visible blocks and the next one, keeps at most 300 rows, and reads
 * them again when the core reports a possible change. Old rows stay visible until the new ones are there.
 */
import { makeListeners } from '../../src-shared/model/listeners.ts';
import type { Result } from '../../src-shared/model/result.ts';
import { makeThrottledRefresh } from './throttled-refresh.ts';
import type { PageFault } from '../bridge/bridge.ts';

export const BLOCK_ROWS = 100;
const KEPT_BLOCKS = 3;

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

export function makeRangeStore<Row, Page extends RangePage<Row> = RangePage<Row>>(
  read: ReadRange<Page>,
) {
  const blocks = new Map<number, readonly Row[]>();
  const reading = new Map<number, AbortController>();
  const listeners = makeListeners();
  const asker = makeThrottledRefresh(async (signal) => {
    await Promise.all(wanted.map((block) => start(block, signal)));
  });
  let wanted: readonly number[] = [];
  let seenFirst: number | null = null;
  /** One row on, one back, or not moved yet. */
  let direction = 0;
  /** The block that becomes visible next in the current scroll direction; null at the ends. */
  let ahead: number | null = null;
  let view: RangeView<Row, Page> = {
    total: null,
    fault: null,
    latest: null,
    rowAt: () => null,
    rows: () => [],
  };

  const publish = (latest: Page | null, fault: PageFault | null) => {
    view = {
      total: latest?.total ?? null,
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
      for (const block of ahead === null ? wanted : [...wanted, ahead]) {
        if (!blocks.has(block) && !reading.has(block)) void start(block);
      }
    },
    /** What was read may be different now. */
    changed: () => {
      for (const block of blocks.keys()) if (!wanted.includes(block)) blocks.delete(block);
      stopReading((block) => wanted.includes(block));
      asker.news();
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
