/** Answers about the signed-in person. Pictures cross as base64, because a message carries no bytes. */
import type { AvatarView } from '../../../src-shared/bridge/profile-calls.ts';
import { ok } from '../../../src-shared/model/result.ts';
import type { Avatar } from '../profile.ts';
import { withAccount, type HandlerParts, type HandlersOf } from './handlers.ts';

export function profileHandlers(parts: HandlerParts): HandlersOf<'profile'> {
  return {
    'profile.read': (_input, signal) =>
      withAccount(parts, ({ people }) => people.profile.read(signal)),
    'profile.edit': (change, signal) =>
      withAccount(parts, ({ people }) => people.profile.edit(change, signal)),
    'profile.avatar': (_input, signal) =>
      withAccount(parts, async ({ people }) => {
        const read = await people.profile.avatar(signal);
        return read.ok ? ok(avatarView(read.value)) : read;
      }),
    'profile.setAvatar': ({ base64 }, signal) =>
      withAccount(parts, ({ people }) =>
        people.profile.setAvatar(Buffer.from(base64, 'base64'), signal),
      ),
    'profile.address': (_input, signal) =>
      withAccount(parts, async ({ people }) => {
        const read = await people.profile.address(signal);
        return read.ok ? ok({ address: read.value }) : read;
      }),
    'profile.permissions': (_input, signal) =>
      withAccount(parts, ({ people }) => people.profile.permissions(signal)),
  };
}

function avatarView(avatar: Avatar | null): AvatarView {
  if (avatar === null) return { image: null };
  const { mediaType, bytes } = avatar;
  return { image: { mediaType, base64: bytes.toString('base64') } };
}
