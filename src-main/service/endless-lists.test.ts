import { describe, expect, test } from 'vitest';
import { ok } from '../../src-shared/model/result.ts';
import type { Page } from '../../src-shared/service/reading.ts';
import { makeFakeClock } from '../test-support/fake-clock.ts';
import {
  findInPages,
  type ListBounds,
  type PageWindow,
  readAllPages,
  startListBudget,
  walkPages,
} from './read-all-pages.ts';

const never = new AbortController().signal;
const WIDE: ListBounds = { records: 1_000_000, bytes: 1_000_000_000, ms: 1_000_000_000 };
/** More pages than any of these tests may read. */
const ENDLESS = 1_000;

interface Item {
  readonly id: string;
  readonly text?: string;
}

/** A list that never ends, and what was read of it. */
function endless(
  recordsOf: (window: PageWindow) => readonly Item[],
  totalOf: (start: number) => number | null = () => null,
  onPage: () => void = () => undefined,
) {
  let pages = 0;
  const readPage = async (window: PageWindow) => {
    pages += 1;
    if (pages > ENDLESS) throw new Error('it does not stop');
    onPage();
    const records = recordsOf(window);
    return ok<Page<Item>>({
      records,
      start: null,
      limit: null,
      totalRecords: totalOf(window.start),
    });
  };
  return { readPage, pages: () => pages };
}

const fiftyFrom = ({ start }: PageWindow) =>
  Array.from({ length: 50 }, (_none, index) => ({ id: `r${start + index}` }));

describe('a list without an end', () => {
  test.each([
    ['new records for ever', () => null],
    ['a total that grows for ever', (start: number) => start + 1_000],
    ['a total that nobody can reach', () => Number.MAX_SAFE_INTEGER],
  ])('%s: it is left at the bound of records, incomplete', async (_what, totalOf) => {
    const { readPage, pages } = endless(fiftyFrom, totalOf);
    const budget = startListBudget({ ...WIDE, records: 500 }, makeFakeClock());
    const read = await readAllPages(readPage, budget, never);
    if (!read.ok) throw new Error(read.fault.kind);
    expect(read.value.complete).toBe(false);
    expect(read.value.records).toHaveLength(500);
    expect(pages()).toBe(10);
  });

  test('huge records: it is left at the bound of bytes', async () => {
    const { readPage, pages } = endless(({ start }) => [
      { id: `r${start}`, text: 'ü'.repeat(500_000) },
    ]);
    const budget = startListBudget({ ...WIDE, bytes: 10_000_000 }, makeFakeClock());
    const read = await readAllPages(readPage, budget, never);
    expect(read).toMatchObject({ ok: true, value: { complete: false } });
    expect(pages()).toBe(10);
  });

  test('a search keeps ids, and huge ids are bounded as well', async () => {
    const { readPage, pages } = endless(({ start }) => [
      { id: `${start}${'x'.repeat(1_000_000)}` },
    ]);
    const budget = startListBudget({ ...WIDE, bytes: 10_000_000 }, makeFakeClock());
    const search = await findInPages(readPage, () => false, budget, never);
    expect(search).toEqual(ok({ found: null, complete: false }));
    expect(pages()).toBe(10);
  });

  test('the other text of records that a search passes costs nothing', async () => {
    const { readPage } = endless(({ start }) =>
      start < 20 ? [{ id: `r${start}`, text: 'x'.repeat(1_000_000) }] : [],
    );
    const budget = startListBudget({ ...WIDE, bytes: 1_000_000 }, makeFakeClock());
    const search = await findInPages(readPage, () => false, budget, never);
    expect(search).toEqual(ok({ found: null, complete: true }));
  });

  test('slow pages of one record: it is left when the time is over', async () => {
    let nowMs = 0;
    const { readPage, pages } = endless(
      ({ start }) => [{ id: `r${start}` }],
      () => null,
      () => void (nowMs += 60_000),
    );
    const budget = startListBudget({ ...WIDE, ms: 600_000 }, { monotonicMs: () => nowMs });
    const read = await readAllPages(readPage, budget, never);
    expect(read).toMatchObject({ ok: true, value: { complete: false } });
    expect(pages()).toBe(10);
  });

  test('one new record among many that repeat: all that came count', async () => {
    const old = fiftyFrom({ start: 0, limit: 50 });
    const { readPage, pages } = endless(({ start }) => [...old, { id: `n${start}` }]);
    const budget = startListBudget({ ...WIDE, records: 510 }, makeFakeClock());
    const read = await readAllPages(readPage, budget, never);
    expect(read).toMatchObject({ ok: true, value: { complete: false } });
    expect(pages()).toBe(10);
  });

  test.each([
    ['the same page for ever', () => fiftyFrom({ start: 0, limit: 50 }), 2],
    ['empty pages for ever, of a list said to be longer', () => [], 1],
  ])('%s: it is left without a bound', async (_what, recordsOf, most) => {
    const { readPage, pages } = endless(recordsOf, () => 5_000);
    const read = await readAllPages(readPage, startListBudget(WIDE, makeFakeClock()), never);
    expect(read).toMatchObject({ ok: true, value: { complete: false } });
    expect(pages()).toBe(most);
  });

  test('lists that share a budget are bounded together', async () => {
    const budget = startListBudget({ ...WIDE, records: 500 }, makeFakeClock());
    const first = endless(fiftyFrom);
    await readAllPages(first.readPage, budget, never);
    const second = endless(fiftyFrom);
    const walk = await walkPages(second.readPage, () => 'go on', budget, never);
    expect(walk).toMatchObject({ ok: true, value: { complete: false } });
    expect(first.pages() + second.pages()).toBe(11);
  });

  test('a list that ends at the bound is still complete', async () => {
    const { readPage } = endless(fiftyFrom, () => 500);
    const budget = startListBudget({ ...WIDE, records: 500 }, makeFakeClock());
    const read = await readAllPages(readPage, budget, never);
    expect(read).toMatchObject({ ok: true, value: { complete: true } });
  });
});
