/** Projects, their members and their tags. */
import * as z from 'zod/mini';
import { documentedAs, endpointsOf, json, type JsonSchema } from './endpoint.ts';
import { ResponseMessage, InfoEnvelope } from './envelopes.ts';
import { CREDITS } from './limits.ts';
import {
  Identifier,
  IntegerOrNull,
  isObject,
  pageOf,
  Text,
  Timestamp,
  withLastName,
} from './reading.ts';

export const MEMBER_STATUSES = ['Active', 'On-hold'] as const;

/** `status`: Active (full access) or On-hold (invitation pending). */
export const Member = z.pipe(
  z.transform(withLastName),
  z.object({
    id: Identifier,
    name: Text,
    lastName: Text,
    email: Text,
    status: documentedAs(Text, { type: 'string', enum: MEMBER_STATUSES }),
  }),
);
export type Member = z.output<typeof Member>;

export const MemberPage = pageOf(Member);

/** Reads like any member; the document spells the key `lastname` in the list of pending invitations. */
export const OnHoldMember = documentedAs(Member, (member) => {
  const { lastName, ...others } = member['properties'] as JsonSchema;
  return { ...member, properties: { ...others, lastname: lastName } };
});

export const OnHoldMemberPage = pageOf(OnHoldMember);

export const ORGANISATION_SCOPES = ['Public', 'Private'] as const;
export const LEADER_SCOPES = ['Full Access', 'Limited Access'] as const;

const text = { kind: 'text', reads: Text, sends: z.string() } as const;
const day = { kind: 'day', reads: Timestamp, sends: z.iso.datetime() } as const;
/** Sent as a word, and answered as an integer whose word the document does not give. */
const scope = <const Word extends string>(words: readonly Word[]) =>
  ({ kind: 'scope', words, reads: IntegerOrNull, sends: z.enum(words) }) as const;

/**
 * What people say of a project and can change, in the order in which it is shown: the one list of it. `reads`: in
 * answers; `sends`: in requests.
 */
export const PROJECT_FIELDS = {
  name: text,
  area: text,
  organisation: text,
  location: text,
  startDate: day,
  endDate: day,
  maxNumberOfMembers: {
    kind: 'count',
    reads: IntegerOrNull,
    sends: z.int().check(z.positive()),
  },
  organisationScope: scope(ORGANISATION_SCOPES),
  leaderScope: scope(LEADER_SCOPES),
  tags: {
    kind: 'tags',
    reads: z.pipe(
      z.transform((tags: unknown) => (Array.isArray(tags) ? tags : [])),
      z.array(z.string()),
    ),
    sends: z.array(z.string()),
  },
} as const;
export type ProjectField = keyof typeof PROJECT_FIELDS;
export const PROJECT_FIELD_NAMES = Object.keys(PROJECT_FIELDS) as readonly ProjectField[];

function schemas<Side extends 'reads' | 'sends'>(side: Side) {
  const all = PROJECT_FIELD_NAMES.map((name) => [name, PROJECT_FIELDS[name][side]]);
  return Object.fromEntries(all) as {
    readonly [Name in ProjectField]: (typeof PROJECT_FIELDS)[Name][Side];
  };
}

const NO_MEMBERS = { records: [], start: null, limit: null, totalRecords: null };

export const Project = z.object({
  id: Identifier,
  ...schemas('reads'),
  leaderId: Text,
  leaderFirstName: Text,
  leaderLastName: Text,
  members: z.pipe(
    z.transform((members: unknown): unknown => (isObject(members) ? members : NO_MEMBERS)),
    MemberPage,
  ),
});
export type Project = z.output<typeof Project>;

export const ProjectPage = pageOf(Project);

/** All of them, as they are sent. */
const ProjectValues = z.strictObject(schemas('sends'));
export type ProjectValues = z.infer<typeof ProjectValues>;

export const NewProject = z.extend(ProjectValues, {
  leader: z.string(),
  maxNumberOfMembers: z.string().check(z.regex(/^\d+$/, 'a string of digits')),
  members: z.array(z.string()),
});
export type NewProject = z.infer<typeof NewProject>;

/** Every field may be left out: a field that is not sent is not changed. */
export const ProjectChange = z.partial(ProjectValues);
export type ProjectChange = z.infer<typeof ProjectChange>;

const paging = { start: 'index of the first record', limit: 'records per page' };
const { post, get, patch, remove } = endpointsOf('Projects');

export const createProject = post('/projects', 'Create a project', {
  sends: json(NewProject),
  returns: json(ResponseMessage),
  successStatus: 201,
  errors: [400, 403],
  price: `${CREDITS.projectCreation} credits, and ${CREDITS.projectInvitation} for each initial member`,
});

export const listProjects = get('/projects', 'Projects the caller can access', {
  query: paging,
  returns: json(ProjectPage),
  errors: [400],
});

export const getProject = get('/projects/{projectId}', 'One project with its members', {
  returns: json(Project),
  errors: [403, 404],
});

export const updateProject = patch('/projects/{projectId}', 'Change a project', {
  sends: json(ProjectChange),
  returns: json(ResponseMessage),
  errors: [400, 403, 404],
});

export const inviteMember = post(
  '/projects/{projectId}/members/{userId}',
  'Invite a user; the invitation is on hold until it is activated',
  {
    returns: json(ResponseMessage),
    successStatus: 201,
    errors: [400, 403, 404],
    price: `${CREDITS.projectInvitation} credits`,
  },
);

export const removeMember = remove(
  '/projects/{projectId}/members/{userId}',
  'Remove a member or withdraw an invitation',
  { returns: json(ResponseMessage), errors: [403, 404] },
);

export const activateMember = post(
  '/projects/{projectId}/members/{userId}/activate',
  'Accept a pending invitation',
  { returns: json(ResponseMessage), errors: [400, 403, 404] },
);

export const listMembersOnHold = get(
  '/projects/{projectId}/members/on-hold',
  'Members whose invitation is pending (lastName is spelled lastname here)',
  { query: paging, returns: json(OnHoldMemberPage), errors: [400, 403, 404] },
);

// Tags of projects. The all-tags list answers `records` as one object, the search as an array; both read as a page.

export const Tag = z.object({ id: Identifier, name: Text });
export type Tag = z.output<typeof Tag>;

export const TagPage = pageOf(Tag);

/** Reads like any page; documented with `records` as one object. */
export const AllTags = pageOf(
  Tag,
  documentedAs(z.array(Tag), (list) => list['items'] as JsonSchema),
);

export const NewTag = z.strictObject({ name: z.string().check(z.minLength(1)) });

const onTags = endpointsOf('Tags');

export const listTags = onTags.get('/tags', 'All tags (records is a single object)', {
  query: { start: 'index of the first record', limit: 'records per page' },
  returns: json(AllTags),
  errors: [400],
});

export const createTag = onTags.post('/tags', 'Create a tag', {
  sends: json(NewTag),
  returns: json(InfoEnvelope),
  successStatus: 201,
  errors: [400],
});

export const searchTags = onTags.get('/tags/search', 'Tags whose name contains the search term', {
  query: {
    tag: 'search term',
    start: 'index of the first record',
    limit: 'records per page',
  },
  returns: json(TagPage),
  errors: [400],
});
