/** Cuts lists into the documented pages, or misbehaves the way the readings ask for. */
import { DEFAULT_PAGE_LIMIT } from '../../src-shared/service/limits.ts';
import { assertNever } from '../assert-never.ts';
import type { Readings } from '../control/readings.ts';
import { badRequest } from './answer.ts';

export interface PageRequest {
  readonly start: number;
  readonly limit: number;
}

export interface Paged<Item> extends PageRequest {
  readonly records: readonly Item[];
  readonly totalRecords?: number;
}

export const FIRST_PAGE: PageRequest = { start: 0, limit: DEFAULT_PAGE_LIMIT };

type PagingReadings = Pick<Readings, 'paging' | 'maxPageLimit'>;

/** What the query asks for, within what the service gives. Throws a 400 for figures that are none. */
export function pageRequest(query: URLSearchParams, readings: PagingReadings): PageRequest {
  switch (readings.paging) {
    case 'ignored':
      return FIRST_PAGE;
    case 'honoured':
    case 'empty-total': {
      const start = figure(query, 'start', FIRST_PAGE.start);
      const limit = figure(query, 'limit', FIRST_PAGE.limit);
      if (limit === 0) throw badRequest('limit must be at least 1');
      return { start, limit: Math.min(limit, readings.maxPageLimit) };
    }
    default:
      return assertNever(readings.paging);
  }
}

/** The records of one page out of all of them. */
export function slice<Item>(all: readonly Item[], { start, limit }: PageRequest): readonly Item[] {
  return all.slice(start, start + limit);
}

/** `records` are the page's own; `totalRecords` counts the complete list. */
export function paged<Item>(
  records: readonly Item[],
  totalRecords: number,
  { start, limit }: PageRequest,
  { paging }: PagingReadings,
): Paged<Item> {
  const page = { records, start, limit };
  return paging === 'empty-total' ? page : { ...page, totalRecords };
}

function figure(query: URLSearchParams, name: string, whenAbsent: number): number {
  const text = query.get(name);
  if (text === null) return whenAbsent;
  if (!/^\d{1,9}$/.test(text)) throw badRequest(`${name} must be a whole number from 0`);
  return Number(text);
}
