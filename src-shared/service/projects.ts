/** Projects and their members. */
import * as z from 'zod/mini';
import { documentedAs, endpoint, json, type JsonSchema } from './endpoint.ts';
import { ResponseMessage } from './envelopes.ts';
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

const NO_MEMBERS = { records: [], start: null, limit: null, totalRecords: null };

/** Both scopes arrive as integers whose labels the document does not give. */
export const Project = z.object({
  id: Identifier,
  name: Text,
  area: Text,
  organisation: Text,
  location: Text,
  tags: z.pipe(
    z.transform((tags: unknown) => (Array.isArray(tags) ? tags : [])),
    z.array(z.string()),
  ),
  leaderId: Text,
  leaderFirstName: Text,
  leaderLastName: Text,
  maxNumberOfMembers: IntegerOrNull,
  organisationScope: IntegerOrNull,
  leaderScope: IntegerOrNull,
  startDate: Timestamp,
  endDate: Timestamp,
  members: z.pipe(
    z.transform((members: unknown): unknown => (isObject(members) ? members : NO_MEMBERS)),
    MemberPage,
  ),
});
export type Project = z.output<typeof Project>;

export const ProjectPage = pageOf(Project);

export const ORGANISATION_SCOPES = ['Public', 'Private'] as const;
export const LEADER_SCOPES = ['Full Access', 'Limited Access'] as const;

const common = {
  name: z.string(),
  area: z.string(),
  organisation: z.string(),
  location: z.string(),
  tags: z.array(z.string()),
  organisationScope: z.enum(ORGANISATION_SCOPES),
  leaderScope: z.enum(LEADER_SCOPES),
  startDate: z.iso.datetime(),
  endDate: z.iso.datetime(),
};

export const NewProject = z.strictObject({
  ...common,
  leader: z.string(),
  maxNumberOfMembers: z.string().check(z.regex(/^\d+$/, 'a string of digits')),
  members: z.array(z.string()),
});
export type NewProject = z.infer<typeof NewProject>;

/** Every field may be left out: a field that is not sent is not changed. */
export const ProjectChange = z.partial(
  z.strictObject({ ...common, maxNumberOfMembers: z.int().check(z.positive()) }),
);
export type ProjectChange = z.infer<typeof ProjectChange>;

const paging = { start: 'index of the first record', limit: 'records per page' };
const tag = 'Projects';

export const createProject = endpoint({
  method: 'POST',
  path: '/projects',
  tag,
  summary: 'Create a project',
  sends: json(NewProject),
  returns: json(ResponseMessage),
  successStatus: 201,
  errors: [400, 403],
  price: `${CREDITS.projectCreation} credits, and ${CREDITS.projectInvitation} for each initial member`,
});

export const listProjects = endpoint({
  method: 'GET',
  path: '/projects',
  tag,
  summary: 'Projects the caller can access',
  query: paging,
  returns: json(ProjectPage),
});

export const getProject = endpoint({
  method: 'GET',
  path: '/projects/{projectId}',
  tag,
  summary: 'One project with its members',
  returns: json(Project),
  errors: [403, 404],
});

export const updateProject = endpoint({
  method: 'PATCH',
  path: '/projects/{projectId}',
  tag,
  summary: 'Change a project',
  sends: json(ProjectChange),
  returns: json(ResponseMessage),
  errors: [400, 403, 404],
});

export const inviteMember = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/members/{userId}',
  tag,
  summary: 'Invite a user; the invitation is on hold until it is activated',
  returns: json(ResponseMessage),
  successStatus: 201,
  errors: [400, 403, 404],
  price: `${CREDITS.projectInvitation} credits`,
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/projects/{projectId}/members/{userId}',
  tag,
  summary: 'Remove a member or withdraw an invitation',
  returns: json(ResponseMessage),
  errors: [403, 404],
});

export const activateMember = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/members/{userId}/activate',
  tag,
  summary: 'Accept a pending invitation',
  returns: json(ResponseMessage),
  errors: [400, 403, 404],
});

export const listMembersOnHold = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/members/on-hold',
  tag,
  summary: 'Members whose invitation is pending (lastName is spelled lastname here)',
  query: paging,
  returns: json(OnHoldMemberPage),
  errors: [403, 404],
});
