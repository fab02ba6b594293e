import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fail, ok } from '../../src-shared/model/result.ts';
import type { ServiceFault } from '../../src-shared/model/service-fault.ts';
import type { Page } from '../../src-shared/service/reading.ts';
import { findInPages, readAllPages, type PageWindow } from './read-all-pages.ts';

const never = new AbortController().signal;
type Item = { readonly id: string };
const items = (count: number): Item[] =>
  Array.from({ length: count }, (_item, index) => ({ id: `r${index}` }));
const page = (over: Partial<Page<Item>>): Page<Item> => ({
  records: [],
  start: null,
  limit: null,
  totalRecords: null,
  ...over,
});

/** A list as some service might page it; `windows` are the questions it was asked. */
function service(all: readonly Item[], answer: (window: PageWindow) => Partial<Page<Item>>) {
  const windows: PageWindow[] = [];
  const readPage = async (window: PageWindow) => {
    windows.push(window);
    if (windows.length > all.length + 5) throw new Error('it loops');
    return ok(page(answer(window)));
  };
  return { readPage, windows };
}

function honest(all: readonly Item[], ownLimit = 50) {
  return service(all, ({ start, limit }) => ({
    records: all.slice(start, start + Math.min(limit, ownLimit)),
    start,
    limit: Math.min(limit, ownLimit),
    totalRecords: all.length,
  }));
}

describe('reading a list to its end', () => {
  test('a list of 61 is read in two pages and complete', async () => {
    const { readPage, windows } = honest(items(61));
    expect(await readAllPages(readPage, never)).toEqual(ok({ records: items(61), complete: true }));
    expect(windows).toEqual([
      { start: 0, limit: 50 },
      { start: 50, limit: 50 },
    ]);
  });

  test('smaller pages than asked for are followed as they come', async () => {
    const { readPage, windows } = honest(items(61), 25);
    expect(await readAllPages(readPage, never)).toEqual(ok({ records: items(61), complete: true }));
    expect(windows.map(({ start }) => start)).toEqual([0, 25, 50]);
  });

  test('a service that ignores paging: its first page, incomplete, and no loop', async () => {
    const { readPage, windows } = service(items(61), () => ({
      records: items(50),
      start: 0,
      limit: 50,
      totalRecords: 61,
    }));
    const read = await readAllPages(readPage, never);
    expect(read).toEqual(ok({ records: items(50), complete: false }));
    expect(windows).toHaveLength(2);
  });

  test('one that gives everything at once is complete after one request', async () => {
    const { readPage, windows } = service(items(200), () => ({
      records: items(200),
      totalRecords: 200,
    }));
    expect(await readAllPages(readPage, never)).toMatchObject({ value: { complete: true } });
    expect(windows).toHaveLength(1);
  });

  test('without a total only an empty page proves the end', async () => {
    const paged = service(items(61), ({ start }) => ({
      records: items(61).slice(start, start + 50),
    }));
    expect(await readAllPages(paged.readPage, never)).toMatchObject({
      value: { complete: true, records: { length: 61 } },
    });
    expect(paged.windows.at(-1)?.start).toBe(61);
    const ignoring = service(items(3), () => ({ records: items(3) }));
    expect(await readAllPages(ignoring.readPage, never)).toEqual(
      ok({ records: items(3), complete: false }),
    );
  });

  test('a total that changes, is too small or never reached is not complete', async () => {
    const changing = service(items(100), ({ start }) => ({
      records: items(100).slice(start, start + 50),
      totalRecords: start === 0 ? 99 : 100,
    }));
    const tooSmall = service(items(50), () => ({ records: items(50), totalRecords: 49 }));
    const tooBig = service(items(10), ({ start }) => ({
      records: items(10).slice(start),
      totalRecords: 12,
    }));
    for (const { readPage } of [changing, tooSmall, tooBig]) {
      expect(await readAllPages(readPage, never)).toMatchObject({ value: { complete: false } });
    }
  });

  test('a record that comes twice counts once', async () => {
    const shifted = [...items(50), { id: 'r49' }, { id: 'r50' }];
    const { readPage } = service(shifted, ({ start }) => ({
      records: shifted.slice(start, start + 50),
      totalRecords: 52,
    }));
    expect(await readAllPages(readPage, never)).toEqual(
      ok({ records: items(51), complete: false }),
    );
  });

  test('a fault on any page is the fault of the whole', async () => {
    const fault: ServiceFault = { kind: 'forbidden', serviceSays: null };
    const readPage = async ({ start }: PageWindow) =>
      start === 0 ? ok(page({ records: items(50), totalRecords: 61 })) : fail(fault);
    expect(await readAllPages(readPage, never)).toEqual({ ok: false, fault });
  });

  test('a search stops at the page with the record', async () => {
    const { readPage, windows } = honest(items(300));
    const search = await findInPages(readPage, ({ id }) => id === 'r70', never);
    expect(search).toEqual(ok({ found: { id: 'r70' }, complete: false }));
    expect(windows).toHaveLength(2);
    const absent = await findInPages(honest(items(300)).readPage, () => false, never);
    expect(absent).toEqual(ok({ found: null, complete: true }));
  });
});

const seed = Number(process.env['FC_SEED'] ?? 20_261_121);
test(`whatever a service answers, the walk ends and complete is true only for whole lists (seed ${seed})`, async () => {
  let completeRuns = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.nat(120),
      fc.infiniteStream(
        fc.record({
          skew: fc.constantFrom(0, 0, 0, 0, -50, 3, 1_000),
          length: fc.constantFrom(50, 50, 25, 0, 200),
          start: fc.option(fc.constantFrom(0, -1, 50, 1e9)),
          total: fc.constantFrom(0, 0, 0, 0, 1, -1, null),
        }),
      ),
      async (count, behaviour) => {
        const all = items(count);
        let totalsWereTrue = true;
        const { readPage } = service(all, (window) => {
          const { value: how } = behaviour.next();
          totalsWereTrue &&= how.total === 0;
          const from = Math.max(0, window.start + how.skew);
          return {
            records: all.slice(from, from + how.length),
            start: how.start,
            totalRecords: how.total === null ? null : count + how.total,
          };
        });
        const read = await readAllPages(readPage, never);
        if (!read.ok) throw new Error('no fault was injected');
        expect(new Set(read.value.records.map(({ id }) => id)).size).toBe(
          read.value.records.length,
        );
        if (!read.value.complete || !totalsWereTrue) return;
        expect(read.value.records).toHaveLength(count);
        completeRuns += 1;
      },
    ),
    { seed, numRuns: 500 },
  );
  expect(completeRuns).toBeGreaterThan(20);
});
