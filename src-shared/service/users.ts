/** Users, credits, permissions and administration. */
import * as z from 'zod/mini';
import { documentedAs, endpoint, json } from './endpoint.ts';
import { InfoEnvelope } from './envelopes.ts';
import {
  Identifier,
  Integer,
  pageOf,
  Text,
  TextOrNull,
  Timestamp,
  withLastName,
} from './reading.ts';

export const USER_STATUSES = ['Active', 'On-hold', 'Suspended'] as const;

/** What people say of themselves and can change: the one list of it. */
export const PROFILE_FIELDS = ['name', 'lastName', 'organisation', 'location'] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];

/** One value for each of them. */
export function forProfile<Value>(valueOf: (field: ProfileField) => Value) {
  const all = PROFILE_FIELDS.map((field) => [field, valueOf(field)]);
  return Object.fromEntries(all) as Readonly<Record<ProfileField, Value>>;
}

/** Of a record, without what else it holds. */
export const profileOf = (record: Readonly<Record<ProfileField, string>>) =>
  forProfile((field) => record[field]);

const user = {
  id: Identifier,
  email: Text,
  ...forProfile(() => Text),
  isActive: z.optional(z.boolean()),
};

export const User = z.pipe(z.transform(withLastName), z.object(user));
export type User = z.output<typeof User>;

/** The admin's list carries more than a single user's record does. `userStatus`: one of `USER_STATUSES`, as a rule. */
export const ListedUser = z.pipe(
  z.transform(withLastName),
  z.object({
    ...user,
    createdOn: documentedAs(TextOrNull, { type: 'string', format: 'date-time' }),
    userStatus: documentedAs(Text, { type: 'string', enum: USER_STATUSES }),
    creditBalance: Integer,
    avatar: documentedAs(TextOrNull, { type: 'string' }),
  }),
);
export type ListedUser = z.output<typeof ListedUser>;

export const UserPage = pageOf(ListedUser);

export const ProfileChange = z.strictObject(forProfile(() => z.string()));
export type ProfileChange = z.infer<typeof ProfileChange>;

export const CreditBalance = z.object({ creditBalance: Integer });

/** `operationType`: only `add` is documented; the word for subtracting is not. */
export const CreditAdjustment = z.strictObject({
  amount: z.int().check(z.positive()),
  operationType: z.string().check(z.minLength(1)),
});

export const Transaction = z.object({
  id: Identifier,
  createdAt: Timestamp,
  amount: documentedAs(Integer, { type: 'integer', description: 'negative for a charge' }),
  type: Text,
});
export type Transaction = z.output<typeof Transaction>;

export const Transactions = z.object({ txs: z.array(Transaction) });
export const Suspension = z.strictObject({ reason: z.string() });
export const IsAdmin = z.object({ isAdmin: z.boolean() });
export const PublicKey = z.object({ pubKey: z.string() });
export const Avatar = z.object({
  avatar: documentedAs(Text, { type: 'string', contentEncoding: 'base64' }),
});

const tag = 'Users';
const adminTag = 'Administration';

export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  tag: adminTag,
  summary: 'All users, with balances and status',
  caller: 'admin',
  query: { start: 'index of the first record', limit: 'records per page' },
  returns: json(UserPage),
  errors: [400, 403],
});

export const getUser = endpoint({
  method: 'GET',
  path: '/users/{userId}',
  tag,
  summary: 'One user by id',
  returns: json(User),
  errors: [404],
});

export const getUserByEmail = endpoint({
  method: 'GET',
  path: '/users/email/{email}',
  tag,
  summary: 'One user by e-mail address',
  returns: json(User),
  errors: [404],
});

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/users/{userId}',
  tag,
  summary: 'Change the own profile',
  sends: json(ProfileChange),
  returns: json(InfoEnvelope),
  errors: [400, 403, 404],
});

export const uploadAvatar = endpoint({
  method: 'POST',
  path: '/users/{userId}/avatar',
  tag,
  summary: 'Set the avatar image',
  sends: { kind: 'multipart', filePart: 'avatar', fileDescription: 'image file', fields: null },
  returns: json(InfoEnvelope),
  errors: [400, 403, 404, 413],
});

export const getAvatar = endpoint({
  method: 'GET',
  path: '/users/{userId}/avatar',
  tag,
  summary: 'The avatar as base64 image data',
  returns: json(Avatar),
  errors: [404],
});

export const getPublicKey = endpoint({
  method: 'GET',
  path: '/users/{userId}/pubkey',
  tag,
  summary: "The user's blockchain address",
  returns: json(PublicKey),
  errors: [404],
});

export const getCreditBalance = endpoint({
  method: 'GET',
  path: '/users/{userId}/credit-balance',
  tag,
  summary: 'The credit balance',
  returns: json(CreditBalance),
  errors: [403, 404],
});

export const adjustCredits = endpoint({
  method: 'POST',
  path: '/users/{adminId}/credit-balance/{userId}',
  tag: adminTag,
  summary: "Adjust a user's credits",
  caller: 'admin',
  sends: json(CreditAdjustment),
  returns: json(InfoEnvelope),
  errors: [400, 403, 404],
});

export const downloadTransactions = endpoint({
  method: 'GET',
  path: '/users/{userId}/transactions/{from}/{to}/download',
  tag,
  summary: 'Credit history between two dates (YYYY-MM-DD, both included)',
  returns: json(Transactions),
  errors: [400, 403, 404],
});

export const canCreateProject = endpoint({
  method: 'GET',
  path: '/users/{userId}/can-create-project',
  tag,
  summary: '200 when the user may create a project',
  returns: json(InfoEnvelope),
  errors: [403, 404],
});

export const canInviteMember = endpoint({
  method: 'GET',
  path: '/users/{userId}/can-invite-member',
  tag,
  summary: '200 when the user may invite a member',
  returns: json(InfoEnvelope),
  errors: [403, 404],
});

export const isAdmin = endpoint({
  method: 'GET',
  path: '/users/{userId}/is-admin',
  tag,
  summary: 'Whether the user is an administrator',
  returns: json(IsAdmin),
  errors: [404],
});

export const suspendUser = endpoint({
  method: 'POST',
  path: '/users/{adminId}/suspend/{userEmail}',
  tag: adminTag,
  summary: 'Suspend a user',
  caller: 'admin',
  sends: json(Suspension),
  returns: json(InfoEnvelope),
  errors: [400, 403, 404],
});

export const revokeSuspension = endpoint({
  method: 'POST',
  path: '/users/{adminId}/revoke-suspension/{userEmail}',
  tag: adminTag,
  summary: 'End a suspension',
  caller: 'admin',
  returns: json(InfoEnvelope),
  errors: [400, 403, 404],
});
