/**
 * All tags. In the API document the list of all tags has one object where the search has many, so the list may return
 * only the number of tags: then searches for single letters find them.
 */
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { TagView } from '../../../src-shared/model/projects/project-fields.ts';
import type { Tag } from '../../../src-shared/service/tags.ts';
import {
  type ListBudget,
  SHOWN_LIST,
  startListBudget,
  walkPages,
} from '../../service/read-all-pages.ts';
import type { ServiceClient } from '../../service/service-client.ts';

export interface FoundTags {
  /** By name. */
  readonly value: TagView[];
  readonly isComplete: boolean;
}

type Found = Map<string, Tag>;

/** The most common first: a few of them occur in almost every word. */
const TERMS = 'eaionrtslcdumpghbyfvwkxzjq0123456789';

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
