import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fail, ok } from '../../src-shared/model/result.ts';
import type { ServiceFault } from '../../src-shared/model/status/service-fault.ts';
import type { Page } from '../../src-shared/service/reading.ts';
import { makeFakeClock } from '../test-support/fake-clock.ts';
import {
  findInPages,
  type PageWindow,
  readAllPages,
  SHOWN_LIST,
  startListBudget,
} from './read-all-pages.ts';

const never = new AbortController().signal;
const plenty = () => startListBudget(SHOWN_LIST, makeFakeClock());
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

/** A list as some service might page it; `starts` are the places it was asked from. */
function service(all: readonly Item[], answer: (window: PageWindow) => Partial<Page<Item>>) {
  const starts: number[] = [];
  const readPage = async (window: PageWindow) => {
    starts.push(window.start);
    if (starts.length > all.length + 5) throw new Error('it loops');
    return ok(page(answer(window)));
  };
  return { readPage, starts };
}

function honest(all: readonly Item[], ownLimit = 50) {
  return service(all, ({ start, limit }) => ({
    records: all.slice(start, start + Math.min(limit, ownLimit)),
    start,
    limit: Math.min(limit, ownLimit),
    totalRecords: all.length,
  }));
}

/** Gives pages of 50 of these, and this total. */
const naming = (all: readonly Item[], totalOf: (start: number) => number | null) =>
  service(all, ({ start }) => ({
    records: all.slice(start, start + 50),
    totalRecords: totalOf(start),
  }));
const SHIFTED = [...items(50), { id: 'r49' }, { id: 'r50' }];

describe('reading a list to its end', () => {
  test.each([
    ['two pages', honest(items(61)), 61, [0, 50], true],
    ['smaller pages than asked for', honest(items(61), 25), 61, [0, 25, 50], true],
    [
      'no total: only an empty page proves the end',
      naming(items(61), () => null),
      61,
      [0, 50, 61],
      true,
    ],
    ['a total that changes', naming(items(100), (start) => 99 + start), 100, [0, 50, 100], false],
    ['a total that is too small', naming(items(50), () => 49), 50, [0], false],
    ['a total that is never reached', naming(items(10), () => 12), 10, [0, 10], false],
    ['a record that comes twice', naming(SHIFTED, () => 52), 51, [0, 50, 52], false],
  ] as const)('%s', async (_what, { readPage, starts }, count, asked, complete) => {
    expect(await readAllPages(readPage, plenty(), never)).toEqual(
      ok({ records: items(count), complete }),
    );
    expect(starts).toEqual(asked);
  });

  test.each([
    ['everything at once', 200, 200, [0], true],
    ['its first page only: no loop', 50, 61, [0, 50], false],
    ['the same without a total', 3, null, [0, 3], false],
  ])(
    'a service that ignores paging and gives %s',
    async (_what, count, totalRecords, asked, complete) => {
      const { readPage, starts } = service(items(200), () => ({
        records: items(count),
        totalRecords,
      }));
      expect(await readAllPages(readPage, plenty(), never)).toEqual(
        ok({ records: items(count), complete }),
      );
      expect(starts).toEqual(asked);
    },
  );

  test('a fault on any page is the fault of the whole', async () => {
    const fault: ServiceFault = { kind: 'forbidden', serviceSays: null };
    const readPage = async ({ start }: PageWindow) =>
      start === 0 ? ok(page({ records: items(50), totalRecords: 61 })) : fail(fault);
    expect(await readAllPages(readPage, plenty(), never)).toEqual({ ok: false, fault });
  });

  test('a search stops at the page with the record', async () => {
    const { readPage, starts } = honest(items(300));
    const search = await findInPages(readPage, ({ id }) => id === 'r70', plenty(), never);
    expect(search).toEqual(ok({ found: { id: 'r70' }, complete: false }));
    expect(starts).toEqual([0, 50]);
    const absent = await findInPages(honest(items(300)).readPage, () => false, plenty(), never);
    expect(absent).toEqual(ok({ found: null, complete: true }));
  });
});

test('whatever a service answers, the walk ends and complete is true only for whole lists', async () => {
  let completeRuns = 0;
  const answers = fc.infiniteStream(
    fc.record({
      skew: fc.constantFrom(0, 0, 0, 0, -50, 3, 1_000),
      length: fc.constantFrom(50, 50, 25, 0, 200),
      start: fc.option(fc.constantFrom(0, -1, 50, 1e9)),
      total: fc.constantFrom(0, 0, 0, 0, 1, -1, null),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.nat(120), answers, async (count, behaviour) => {
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
      const read = await readAllPages(readPage, plenty(), never);
      if (!read.ok) throw new Error('no fault was injected');
      const { records, complete } = read.value;
      expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
      if (!complete || !totalsWereTrue) return;
      expect(records).toHaveLength(count);
      completeRuns += 1;
    }),
    { numRuns: 300 },
  );
  expect(completeRuns).toBeGreaterThan(20);
});
