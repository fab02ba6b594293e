/** Profiles: reading them, changing the own one, the avatar, the blockchain address. */
import { readFile } from 'node:fs/promises';
import type { Handlers } from '../http/call.ts';
import { info } from '../http/call.ts';
import { badRequest, notFound } from '../http/refusals.ts';
import { userAddress } from '../chain/user-address.ts';
import type { Service } from '../service.ts';
import { isImage } from './image-signature.ts';
import { requireSelfOrAdmin, requireUser, requireUserByEmail, userAnswer } from './people.ts';

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
