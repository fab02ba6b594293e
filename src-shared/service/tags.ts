/** Tags. The all-tags list answers `records` as one object, the search as an array; both read as a page. */
import * as z from 'zod/mini';
import { documentedAs, endpointsOf, json, type JsonSchema } from './endpoint.ts';
import { InfoEnvelope } from './envelopes.ts';
import { Identifier, pageOf, Text } from './reading.ts';

export const Tag = z.object({ id: Identifier, name: Text });
export type Tag = z.output<typeof Tag>;

export const TagPage = pageOf(Tag);

/** Reads like any page; documented with `records` as one object. */
export const AllTags = pageOf(
  Tag,
  documentedAs(z.array(Tag), (list) => list['items'] as JsonSchema),
);

export const NewTag = z.strictObject({ name: z.string().check(z.minLength(1)) });

const { get, post } = endpointsOf('Tags');

export const listTags = get('/tags', 'All tags (records is a single object)', {
  query: { start: 'index of the first record', limit: 'records per page' },
  returns: json(AllTags),
  errors: [400],
});

export const createTag = post('/tags', 'Create a tag', {
  sends: json(NewTag),
  returns: json(InfoEnvelope),
  successStatus: 201,
  errors: [400],
});

export const searchTags = get('/tags/search', 'Tags whose name contains the search term', {
  query: {
    tag: 'search term',
    start: 'index of the first record',
    limit: 'records per page',
  },
  returns: json(TagPage),
  errors: [400],
});
