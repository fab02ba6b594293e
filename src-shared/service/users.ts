/** Users, credits, permissions and administration. */
import * as z from 'zod/mini';
import { documentedAs, endpointsOf, json } from './endpoint.ts';
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

const { get, patch, post } = endpointsOf('Users');
const admin = endpointsOf('Administration');

export const listUsers = admin.get('/users', 'All users, with balances and status', {
  caller: 'admin',
  query: { start: 'index of the first record', limit: 'records per page' },
  returns: json(UserPage),
  errors: [400, 403],
});

export const getUser = get('/users/{userId}', 'One user by id', {
  returns: json(User),
  errors: [404],
});

export const getUserByEmail = get('/users/email/{email}', 'One user by e-mail address', {
  returns: json(User),
  errors: [404],
});

export const updateUser = patch('/users/{userId}', 'Change the own profile', {
  sends: json(ProfileChange),
  returns: json(InfoEnvelope),
  errors: [400, 403, 404],
});

export const uploadAvatar = post('/users/{userId}/avatar', 'Set the avatar image', {
  sends: { kind: 'multipart', filePart: 'avatar', fileDescription: 'image file', fields: null },
  returns: json(InfoEnvelope),
  errors: [400, 403, 404, 413],
});

export const getAvatar = get('/users/{userId}/avatar', 'The avatar as base64 image data', {
  returns: json(Avatar),
  errors: [404],
});

export const getPublicKey = get('/users/{userId}/pubkey', "The user's blockchain address", {
  returns: json(PublicKey),
  errors: [404],
});

export const getCreditBalance = get('/users/{userId}/credit-balance', 'The credit balance', {
  returns: json(CreditBalance),
  errors: [403, 404],
});

export const adjustCredits = admin.post(
  '/users/{adminId}/credit-balance/{userId}',
  "Adjust a user's credits",
  {
    caller: 'admin',
    sends: json(CreditAdjustment),
    returns: json(InfoEnvelope),
    errors: [400, 403, 404],
  },
);

export const downloadTransactions = get(
  '/users/{userId}/transactions/{from}/{to}/download',
  'Credit history between two dates (YYYY-MM-DD, both included)',
  { returns: json(Transactions), errors: [400, 403, 404] },
);

export const canCreateProject = get(
  '/users/{userId}/can-create-project',
  '200 when the user may create a project',
  { returns: json(InfoEnvelope), errors: [403, 404] },
);

export const canInviteMember = get(
  '/users/{userId}/can-invite-member',
  '200 when the user may invite a member',
  { returns: json(InfoEnvelope), errors: [403, 404] },
);

export const isAdmin = get('/users/{userId}/is-admin', 'Whether the user is an administrator', {
  returns: json(IsAdmin),
  errors: [404],
});

export const suspendUser = admin.post('/users/{adminId}/suspend/{userEmail}', 'Suspend a user', {
  caller: 'admin',
  sends: json(Suspension),
  returns: json(InfoEnvelope),
  errors: [400, 403, 404],
});

export const revokeSuspension = admin.post(
  '/users/{adminId}/revoke-suspension/{userEmail}',
  'End a suspension',
  { caller: 'admin', returns: json(InfoEnvelope), errors: [400, 403, 404] },
);
