import { info, type Handlers } from '../http/call.ts';
import { paged, pageRequest } from '../http/paging.ts';
import { badRequest } from '../http/answer.ts';
import { assertNever } from '../assert-never.ts';
import type { Readings } from '../control/readings.ts';
import type { Service } from '../service.ts';
import type { Tag } from '../store/project-table.ts';

export function makeTagHandlers({
  store,
  readings,
}: Service): Pick<Handlers, 'listTags' | 'createTag' | 'searchTags'> {
  function page(text: string, query: URLSearchParams) {
    const request = pageRequest(query, readings());
    return paged(store.tags.search(text, request), store.tags.count(text), request, readings());
  }

  return {
    listTags: ({ query }) => {
      const all = page('', query);
      return { ...all, records: shapeRecords(all.records, readings().tagRecords) };
    },

    createTag: ({ body }) => {
      const name = body.name.trim();
      if (name === '') throw badRequest('name must not be empty');
      if (!store.tags.insert(name)) throw badRequest('A tag of this name exists', 'TAG_EXISTS');
      return info('Tag created', 201);
    },

    searchTags: ({ query }) => {
      const text = query.get('tag');
      if (text === null || text === '') throw badRequest('the query needs tag, the search term');
      return page(text, query);
    },
  };
}

/** As an object it is the last tag of the page; an empty page is an empty object. */
function shapeRecords(
  tags: readonly Tag[],
  shape: Readings['tagRecords'],
): readonly Tag[] | object {
  switch (shape) {
    case 'array':
      return tags;
    case 'object':
      return tags.at(-1) ?? {};
    default:
      return assertNever(shape);
  }
}
