/** Profiles: reading them, changing the own one, the avatar, the blockchain address. */
import { readFile } from 'node:fs/promises';
import { userAddress } from '../chain/chain.ts';
import { badRequest, notFound } from '../http/answer.ts';
import { type Handlers, info } from '../http/call.ts';
import { paged, pageRequest } from '../http/paging.ts';
import type { Service } from '../service.ts';
import type { User } from '../store/user-table.ts';
import {
  requireOwnAdminId,
  requireSelfOrAdmin,
  requireUser,
  requireUserByEmail,
  userAnswer,
  userStatus,
} from './people.ts';

const MAX_AVATAR_BYTES = 1_000_000;

type UserHandlers = Pick<
  Handlers,
  | 'getUser'
  | 'getUserByEmail'
  | 'updateUser'
  | 'uploadAvatar'
  | 'getAvatar'
  | 'getPublicKey'
  | 'isAdmin'
>;

export function makeUserHandlers({ store, chain }: Service): UserHandlers {
  return {
    getUser: (call) => userAnswer(requireUser(store, call.parameter('userId'))),

    getUserByEmail: (call) => userAnswer(requireUserByEmail(store, call.parameter('email'))),

    updateUser: ({ caller, body, parameter }) =>
      store.atomically(() => {
        const user = requireSelfOrAdmin(store, caller, parameter('userId'));
        for (const field of ['name', 'lastName'] as const) {
          if (body[field].trim() === '') throw badRequest(`${field} must not be empty`);
        }
        store.users.setProfile(user.id, body);
        recordChange(user.id, caller.id, body);
        return info('User updated');
      }),

    uploadAvatar: ({ caller, parameter }) => {
      const { id } = requireSelfOrAdmin(store, caller, parameter('userId'));
      return {
        maxFileBytes: MAX_AVATAR_BYTES,
        wantsContent: true,
        async complete(_fields, file) {
          const image = await readFile(file.temporaryPath);
          if (!isImage(image)) {
            throw badRequest('avatar must be a PNG, JPEG, GIF or WebP image', 'INVALID_FILE_TYPE');
          }
          store.atomically(() => {
            store.users.setAvatar(id, image);
            recordChange(id, caller.id, { avatar: file.digests.sha256.toString('hex') });
          });
          return info('Avatar updated');
        },
      };
    },

    getAvatar: (call) => {
      const { id } = requireUser(store, call.parameter('userId'));
      const image = store.users.avatar(id);
      if (image === null) throw notFound('This user has no avatar');
      return { avatar: image.toString('base64') };
    },

    getPublicKey: (call) => ({
      pubKey: userAddress(requireUser(store, call.parameter('userId')).id),
    }),

    isAdmin: (call) => ({ isAdmin: requireUser(store, call.parameter('userId')).isAdmin }),
  };

  function recordChange(
    subjectId: string,
    actorId: string,
    content: Record<string, unknown>,
  ): void {
    chain.record({ operation: 'PROFILE_UPDATE', subjectId, actorId, content });
  }
}

/** The list of all users, suspension and its end: administrators only, which the dispatcher has checked. */
type AdministrationHandlers = Pick<Handlers, 'listUsers' | 'suspendUser' | 'revokeSuspension'>;

export function makeAdministrationHandlers({ store, readings }: Service): AdministrationHandlers {
  return {
    listUsers: ({ query }) => {
      const page = pageRequest(query, readings());
      const records = store.users.page(page).map((user) => listedUser(user));
      return paged(records, store.users.count(), page, readings());
    },

    suspendUser: ({ caller, body: { reason }, parameter }) =>
      store.atomically(() => {
        requireOwnAdminId(caller, parameter('adminId'));
        const user = requireUserByEmail(store, parameter('userEmail'));
        if (reason.trim() === '') throw badRequest('reason must not be empty');
        if (user.id === caller.id) throw badRequest('Nobody can suspend themselves');
        if (userStatus(user) !== 'Active') throw badRequest(`The user is ${userStatus(user)}`);
        store.users.setSuspension(user.id, reason.trim());
        return info('User suspended');
      }),

    revokeSuspension: ({ caller, parameter }) =>
      store.atomically(() => {
        requireOwnAdminId(caller, parameter('adminId'));
        const user = requireUserByEmail(store, parameter('userEmail'));
        if (user.suspensionReason === null) throw badRequest('The user is not suspended');
        store.users.setSuspension(user.id, null);
        return info('Suspension revoked');
      }),
  };

  function listedUser(user: User): object {
    return {
      ...userAnswer(user),
      createdOn: new Date(user.createdAtMs).toISOString(),
      userStatus: userStatus(user),
      creditBalance: user.creditBalance,
      avatar: store.users.avatar(user.id)?.toString('base64') ?? '',
    };
  }
}

/** Tells images by their first bytes; what the sender calls them is not asked. */
const SIGNATURES: readonly (readonly { readonly at: number; readonly bytes: string }[])[] = [
  [{ at: 0, bytes: '89504e470d0a1a0a' }], // PNG
  [{ at: 0, bytes: 'ffd8ff' }], // JPEG
  [{ at: 0, bytes: '474946383761' }], // GIF87a
  [{ at: 0, bytes: '474946383961' }], // GIF89a
  [
    { at: 0, bytes: '52494646' }, // RIFF …
    { at: 8, bytes: '57454250' }, // … WEBP
  ],
];

function isImage(content: Buffer): boolean {
  return SIGNATURES.some((marks) =>
    marks.every(({ at, bytes }) => {
      const expected = Buffer.from(bytes, 'hex');
      return content.subarray(at, at + expected.length).equals(expected);
    }),
  );
}
