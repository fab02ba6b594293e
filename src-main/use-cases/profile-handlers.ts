/** Handlers for the signed-in person. Pictures are sent as base64, because a message carries no bytes. */
import type { AvatarView, ProfileView } from '../../src-shared/bridge/people-calls.ts';
import { ok } from '../../src-shared/model/result.ts';
import type { Avatar } from '../features/mirror/users.ts';
import type { OwnRecord } from '../features/people/profile.ts';
import { type HandlerParts, type HandlersOf, withAccount } from './handlers.ts';

export function profileHandlers(parts: HandlerParts): HandlersOf<'profile'> {
  return {
    'profile.read': ({ mode }, signal) =>
      withAccount(parts, async ({ people }) => {
        const read = await people.profile.read(signal, mode);
        return read.ok ? ok(profileView(read.value)) : read;
      }),
    'profile.edit': ({ mode, ...edit }, signal) =>
      withAccount(parts, async ({ people }) => {
        const change = await people.freeChanges.editProfile(edit, mode, signal);
        if (!change.ok) return change;
        const after = await people.profile.read(signal, 'at-once');
        return after.ok ? ok({ ...profileView(after.value), change: change.value }) : after;
      }),
    'profile.avatar': ({ mode }, signal) =>
      withAccount(parts, async ({ people }) => {
        const read = await people.profile.avatar(signal, mode);
        return read.ok ? ok(avatarView(read.value)) : read;
      }),
    'profile.setAvatar': ({ base64 }, signal) =>
      withAccount(parts, ({ people }) =>
        people.freeChanges.setAvatar(Buffer.from(base64, 'base64'), signal),
      ),
    'profile.address': ({ mode }, signal) =>
      withAccount(parts, async ({ people }) => {
        const read = await people.profile.address(signal, mode);
        return read.ok ? ok({ address: read.value }) : read;
      }),
    'profile.permissions': (_input, signal) =>
      withAccount(parts, ({ people }) => people.profile.permissions(signal)),
  };
}

function profileView({ user, mark, asOfMs }: OwnRecord): ProfileView {
  return { ...user, mark, asOfMs };
}

function avatarView(avatar: Avatar | null): AvatarView {
  if (avatar === null) return { image: null };
  const { mediaType, bytes } = avatar;
  return { image: { mediaType, base64: bytes.toString('base64') } };
}
