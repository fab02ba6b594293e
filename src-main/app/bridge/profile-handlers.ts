/** Answers about the signed-in person. Pictures cross as base64, because a message carries no bytes. */
import type { AvatarView, ProfileView } from '../../../src-shared/bridge/people-calls.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { OwnRecord } from '../../features/people/profile.ts';
import type { Avatar } from '../../features/mirror/read-avatar.ts';
import { withAccount, type HandlerParts, type HandlersOf } from './handlers.ts';

export function profileHandlers(parts: HandlerParts): HandlersOf<'profile'> {
  return {
    'profile.read': (_input, signal) =>
      withAccount(parts, async ({ people }) =>
        profileView(await people.profile.read(signal, 'at-once')),
      ),
    'profile.edit': (change, signal) =>
      withAccount(parts, async ({ people }) => {
        const wished = await people.wishes.editProfile(change, signal);
        return wished.ok ? profileView(await people.profile.read(signal, 'at-once')) : wished;
      }),
    'profile.avatar': (_input, signal) =>
      withAccount(parts, async ({ people }) => {
        const read = await people.profile.avatar(signal, 'at-once');
        return read.ok ? ok(avatarView(read.value)) : read;
      }),
    'profile.setAvatar': ({ base64 }, signal) =>
      withAccount(parts, async ({ people }) => {
        const wished = await people.wishes.setAvatar(Buffer.from(base64, 'base64'), signal);
        return wished.ok ? ok(null) : wished;
      }),
    'profile.address': (_input, signal) =>
      withAccount(parts, async ({ people }) => {
        const read = await people.profile.address(signal, 'at-once');
        return read.ok ? ok({ address: read.value }) : read;
      }),
    'profile.permissions': (_input, signal) =>
      withAccount(parts, ({ people }) => people.profile.permissions(signal)),
  };
}

function profileView(read: Result<OwnRecord, CoreFault>): Result<ProfileView, CoreFault> {
  if (!read.ok) return read;
  const { user, mark, asOfMs } = read.value;
  return ok({ ...user, mark, asOfMs });
}

function avatarView(avatar: Avatar | null): AvatarView {
  if (avatar === null) return { image: null };
  const { mediaType, bytes } = avatar;
  return { image: { mediaType, base64: bytes.toString('base64') } };
}
