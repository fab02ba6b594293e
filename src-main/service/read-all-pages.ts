/**
 * Reads a list to its end although the document does not say how paging is asked for. It trusts what comes back, not
 * what it asked for: a service that ignores paging is noticed by records that repeat, and the walk always ends.
 */
import { ok, type Result } from '../../src-shared/model/result.ts';
import type { ServiceFault } from '../../src-shared/model/status/service-fault.ts';
import { DEFAULT_PAGE_LIMIT } from '../../src-shared/service/limits.ts';
import type { Page } from '../../src-shared/service/reading.ts';
import { HOUR_MS, MINUTE_MS } from '../../src-shared/model/text/time.ts';
import type { Clock } from '../platform/clock.ts';
import type { TagView } from '../../src-shared/model/projects/project-fields.ts';
import type { Tag } from '../../src-shared/service/projects.ts';
import type { ServiceClient } from './service-client.ts';

/** What is asked for; a type alias, so that it can be used as the query of a call. */
export type PageWindow = { readonly start: number; readonly limit: number };

export type ReadPage<Item> = (
  window: PageWindow,
  signal: AbortSignal,
) => Promise<Result<Page<Item>, ServiceFault>>;

/**
 * `complete` means proven: every page named the same total and exactly that many different records came, or the
 * service names no total and answered the last request with nothing. Absence may be concluded only from it.
 */
export interface WholeList<Item> {
  readonly records: readonly Item[];
  readonly complete: boolean;
}

/** `found` is null when no record matched; that proves absence only when `complete` is true. */
export interface Search<Item> {
  readonly found: Item | null;
  readonly complete: boolean;
}

/** How a walk over a list ended. */
export interface Walk {
  /** As `WholeList.complete`. */
  readonly complete: boolean;
  /** The count that every page named; null when none did, or they differed. */
  readonly totalRecords: number | null;
  /** `ignored`: a later page brought nothing but what was there already; null: one page was enough to know nothing. */
  readonly paging: 'honoured' | 'ignored' | null;
}

/** All records in the order they came, each once. A fault on any page is the fault of the whole. */
export async function readAllPages<Item extends { readonly id: string }>(
  readPage: ReadPage<Item>,
  budget: ListBudget,
  signal: AbortSignal,
): Promise<Result<WholeList<Item>, ServiceFault>> {
  const records: Item[] = [];
  const walked = await walkPages(
    readPage,
    (fresh) => {
      for (const record of fresh) {
        budget.noteKept(record);
        records.push(record);
      }
      return 'go on';
    },
    budget,
    signal,
  );
  return walked.ok ? ok({ records, complete: walked.value.complete }) : walked;
}

/** The first record that matches; pages behind it are not read. */
export async function findInPages<Item extends { readonly id: string }>(
  readPage: ReadPage<Item>,
  matches: (record: Item) => boolean,
  budget: ListBudget,
  signal: AbortSignal,
): Promise<Result<Search<Item>, ServiceFault>> {
  let found: Item | null = null;
  const walked = await walkPages(
    readPage,
    (fresh) => {
      found = fresh.find(matches) ?? null;
      return found === null ? 'go on' : 'stop';
    },
    budget,
    signal,
  );
  return walked.ok ? ok({ found, complete: walked.value.complete }) : walked;
}

/**
 * Shows each record to `visit` once, page by page, until the list ends, repeats itself, `visit` says stop or the budget
 * is spent. What `visit` keeps of a record, it notes in the budget; ids are noted here. `from`: the place of the first one.
 */
export async function walkPages<Item extends { readonly id: string }>(
  readPage: ReadPage<Item>,
  visit: (fresh: readonly Item[]) => 'go on' | 'stop',
  budget: ListBudget,
  signal: AbortSignal,
  from = 0,
): Promise<Result<Walk, ServiceFault>> {
  const seen = new Set<string>();
  const totals = new Set<number | null>();
  let paging: Walk['paging'] = null;
  let start = from;
  for (let pages = 0; ; pages += 1) {
    const read = await readPage({ start, limit: DEFAULT_PAGE_LIMIT }, signal);
    if (!read.ok) return read;
    const page = read.value;
    totals.add(page.totalRecords);
    const fresh = takeFresh(page.records, seen);
    budget.noteRead(page.records.length);
    for (const { id } of fresh) budget.noteKept(id);
    if (pages > 0 && page.records.length > 0) paging = fresh.length > 0 ? 'honoured' : 'ignored';
    // A total that changed on the way belongs to a list that changed on the way.
    const total = totals.size === 1 ? page.totalRecords : null;
    const ended = (complete: boolean) => ok({ complete, totalRecords: total, paging });
    if (visit(fresh) === 'stop') return ended(false);
    if (total !== null && seen.size >= total) return ended(seen.size === total);
    if (fresh.length === 0) {
      return ended(page.records.length === 0 && totals.size === 1 && total === null);
    }
    if (budget.isSpent()) return ended(false);
    // Where the service says the page began counts more than where we asked it to begin.
    start = Math.max(start + 1, Math.min(start, page.start ?? start) + page.records.length);
  }
}

function takeFresh<Item extends { readonly id: string }>(
  records: readonly Item[],
  seen: Set<string>,
): readonly Item[] {
  return records.filter(({ id }) => {
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

/**
 * How much of a list is read at most; the first that is reached ends it. A service that never stops, by mistake or on purpose,
 * must not take the memory of this computer or the time of a person. What was read until then counts as an incomplete list.
 */
export interface ListBounds {
  /** Records that the service sent; one that came again counts again. */
  readonly records: number;
  /** What is kept of them, as JSON in UTF-8; in memory it takes at most some three times as much. */
  readonly bytes: number;
  readonly ms: number;
}

/**
 * Lists that are kept whole, saved and shown: projects, tags, people, files of a project. Nobody reads 100,000 lines;
 * 50 MB are 500 bytes for each. At 300 ms a page they take ten minutes.
 */
export const SHOWN_LIST: ListBounds = {
  records: 100_000,
  bytes: 50_000_000,
  ms: 10 * MINUTE_MS,
};

/** Lists in which one person or tag is looked for: only ids are kept, so a platform of half a million people fits. */
export const SEARCHED_LIST: ListBounds = {
  records: 500_000,
  bytes: 50_000_000,
  ms: 30 * MINUTE_MS,
};

/**
 * Files of a project, read as evidence for what was paid. Instruments make a million; each keeps some 290 bytes. A
 * million in pages of 50 takes 5.6 hours at one second a page.
 */
export const EVIDENCE_LIST: ListBounds = {
  records: 1_500_000,
  bytes: 400_000_000,
  ms: 6 * HOUR_MS,
};

/** What is left of the bounds. Several lists may share one, so that they are bounded together. */
export type ListBudget = ReturnType<typeof startListBudget>;

/** The time counts from now. */
export function startListBudget(bounds: ListBounds, clock: Pick<Clock, 'monotonicMs'>) {
  const endMs = clock.monotonicMs() + bounds.ms;
  let records = 0;
  let bytes = 0;
  return {
    noteRead(more: number) {
      records += more;
    },
    /** `value`: what the reader keeps, of JSON. */
    noteKept(value: unknown) {
      bytes += Buffer.byteLength(JSON.stringify(value));
    },
    isSpent: () =>
      records >= bounds.records || bytes >= bounds.bytes || clock.monotonicMs() >= endMs,
  };
}

export interface FoundTags {
  /** By name. */
  readonly value: TagView[];
  readonly isComplete: boolean;
}

type Found = Map<string, Tag>;

/** The most common first: a few of them occur in almost every word. */
const TERMS = 'eaionrtslcdumpghbyfvwkxzjq0123456789';

/**
 * All tags. In the API document the list of all tags has one object where the search has many, so the list may return
 * only the number of tags: then searches for single letters find them.
 */
export async function readAllTags(
  client: ServiceClient,
  signal: AbortSignal,
): Promise<Result<FoundTags, ServiceFault>> {
  const found: Found = new Map();
  const budget = startListBudget(SHOWN_LIST, client.clock); // for the list and all searches together
  const walk = await walkPages<Tag>(
    (query, stop) => client.call('listTags', { query }, stop),
    (fresh) => keep(fresh, found, budget),
    budget,
    signal,
  );
  if (!walk.ok) return walk;
  const { complete, totalRecords } = walk.value;
  if (complete) return ok(listOf(found, true));
  for (const term of TERMS) {
    if (found.size === totalRecords || budget.isSpent()) break;
    const gathered = await gather(client, { term, found, budget }, signal);
    if (!gathered.ok) {
      // Whoever may list tags and not search them sees those that the list had.
      const isRefused = ['forbidden', 'not-found', 'refused'].includes(gathered.fault.kind);
      return isRefused ? ok(listOf(found, false)) : gathered;
    }
  }
  return ok(listOf(found, found.size === totalRecords));
}

/** Tags with this text in them. */
export async function searchTags(
  client: ServiceClient,
  text: string,
  signal: AbortSignal,
): Promise<Result<FoundTags, ServiceFault>> {
  const found: Found = new Map();
  const budget = startListBudget(SHOWN_LIST, client.clock);
  const isComplete = await gather(client, { term: text, found, budget }, signal);
  return isComplete.ok ? ok(listOf(found, isComplete.value)) : isComplete;
}

/** Adds the results of a search; false when its answer was truncated. */
async function gather(
  client: ServiceClient,
  { term, found, budget }: { term: string; found: Found; budget: ListBudget },
  signal: AbortSignal,
): Promise<Result<boolean, ServiceFault>> {
  const walk = await walkPages<Tag>(
    (query, stop) => client.call('searchTags', { query: { ...query, tag: term } }, stop),
    (fresh) => keep(fresh, found, budget),
    budget,
    signal,
  );
  return walk.ok ? ok(walk.value.complete) : walk;
}

function keep(fresh: readonly Tag[], found: Found, budget: ListBudget): 'go on' {
  for (const tag of fresh) {
    budget.noteKept(tag);
    found.set(tag.id, tag);
  }
  return 'go on';
}

function listOf(found: ReadonlyMap<string, Tag>, isComplete: boolean): FoundTags {
  const tags = [...found.values()].map(({ id, name }) => ({ id, name }));
  return { value: tags.toSorted((one, other) => one.name.localeCompare(other.name)), isComplete };
}
