/**
 * Tags. The document shows the list of all tags with one object where the search has many, so the list may tell only
 * how many there are: then searches for single letters find them.
 */
import type { CoreFault } from '../../src-shared/model/core-fault.ts';
import { ok, type Result } from '../../src-shared/model/result.ts';
import type { ServiceFault } from '../../src-shared/model/service-fault.ts';
import type { TagList, TagView } from '../../src-shared/model/tag-list.ts';
import type { Tag } from '../../src-shared/service/tags.ts';
import { walkPages } from '../service/read-all-pages.ts';
import type { ServiceClient } from '../service/service-client.ts';
import { settleByReading } from './settle-by-reading.ts';

/** The commonest first: a few of them are in almost every word. */
const TERMS = 'eaionrtslcdumpghbyfvwkxzjq0123456789';

export function makeTags(client: ServiceClient) {
  /** Adds what a search finds; false when its answer was cut short. */
  async function gather(
    term: string,
    found: Map<string, Tag>,
    signal: AbortSignal,
  ): Promise<Result<boolean, ServiceFault>> {
    const walk = await walkPages<Tag>(
      (query, stop) => client.call('searchTags', { query: { ...query, tag: term } }, stop),
      (fresh) => keep(fresh, found),
      signal,
    );
    return walk.ok ? ok(walk.value.complete) : walk;
  }

  async function search(text: string, signal: AbortSignal): Promise<Result<TagList, CoreFault>> {
    const found = new Map<string, Tag>();
    const isComplete = await gather(text, found, signal);
    return isComplete.ok ? ok(listOf(found, isComplete.value)) : isComplete;
  }

  async function named(
    name: string,
    signal: AbortSignal,
  ): Promise<Result<TagView | null, CoreFault>> {
    const wanted = name.trim().toLowerCase();
    const found = await search(name.trim(), signal);
    if (!found.ok) return found;
    return ok(found.value.tags.find((tag) => tag.name.toLowerCase() === wanted) ?? null);
  }

  return {
    search,

    async list(signal: AbortSignal): Promise<Result<TagList, CoreFault>> {
      const found = new Map<string, Tag>();
      const walk = await walkPages<Tag>(
        (query, stop) => client.call('listTags', { query }, stop),
        (fresh) => keep(fresh, found),
        signal,
      );
      if (!walk.ok) return walk;
      const { complete, totalRecords } = walk.value;
      if (complete) return ok(listOf(found, true));
      for (const term of TERMS) {
        if (found.size === totalRecords) break;
        const gathered = await gather(term, found, signal);
        if (!gathered.ok) return gathered;
      }
      return ok(listOf(found, found.size === totalRecords));
    },

    /** Null when the service took it but does not show it. A tag of that name that exists is refused by the service. */
    async create(name: string, signal: AbortSignal): Promise<Result<TagView | null, CoreFault>> {
      const body = { name: name.trim() };
      const answer = await client.call('createTag', { body }, signal);
      const after = await settleByReading(answer, async () => {
        const seen = await named(name, signal);
        return seen.ok ? ok(seen.value !== null) : seen;
      });
      if (!after.ok) return after;
      const seen = await named(name, signal);
      return ok(seen.ok ? seen.value : null);
    },
  };
}
export type Tags = ReturnType<typeof makeTags>;

function keep(fresh: readonly Tag[], found: Map<string, Tag>): 'go on' {
  for (const tag of fresh) found.set(tag.id, tag);
  return 'go on';
}

function listOf(found: ReadonlyMap<string, Tag>, isComplete: boolean): TagList {
  const tags = [...found.values()].map(({ id, name }) => ({ id, name }));
  return { tags: tags.toSorted((one, other) => one.name.localeCompare(other.name)), isComplete };
}
