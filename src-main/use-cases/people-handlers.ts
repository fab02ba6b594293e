/** Handlers for people: who is signed in, a project's, others. Pictures are sent as base64, because a message carries no bytes. */
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

/** Handlers for administrators. The service decides who is one: its refusal is returned unchanged. */
export function adminHandlers(parts: HandlerParts): HandlersOf<'admin'> {
  return {
    'admin.users': (_input, signal) =>
      withAccount(parts, ({ people }) => people.administration.users(signal)),
    'admin.user': (asked, signal) =>
      withAccount(parts, ({ people }) => people.administration.user(asked, signal)),
    'admin.adjustCredits': (adjustment, signal) =>
      withAccount(parts, async ({ people }) => {
        try {
          const adjusted = await people.administration.adjustCredits(adjustment, signal);
          return adjusted.ok ? ok({ credits: adjusted.value }) : adjusted;
        } finally {
          parts.engine.feed.tell({ kind: 'credits-changed' }); // an administrator may have credits too
        }
      }),
    'admin.suspend': ({ email, reason }, signal) =>
      withAccount(parts, ({ people }) => people.administration.suspend(email, reason, signal)),
    'admin.restore': ({ email }, signal) =>
      withAccount(parts, ({ people }) => people.administration.restore(email, signal)),
    'admin.settings': () =>
      withAccount(parts, ({ people }) =>
        ok({ subtractWord: people.administration.subtractWord() }),
      ),
    'admin.setWord': ({ subtractWord }) =>
      withAccount(parts, ({ people }) => {
        people.administration.setSubtractWord(subtractWord);
        return ok({ subtractWord: people.administration.subtractWord() });
      }),
  };
}

/** Handlers for the people of a project, and for other people. */
export function memberHandlers(parts: HandlerParts): HandlersOf<'members'> {
  return {
    'members.list': ({ projectId, mode }, signal) =>
      withAccount(parts, ({ people }) => people.members.list(projectId, signal, mode)),
    'members.find': ({ projectId, person }, signal) =>
      withAccount(parts, ({ people }) => people.members.find(projectId, person, signal)),
    'members.activate': ({ projectId, person }, signal) =>
      withAccount(parts, ({ people }) =>
        people.freeChanges.activateMember(projectId, person, signal),
      ),
    'members.remove': ({ projectId, userId }, signal) =>
      withAccount(parts, ({ people }) =>
        people.freeChanges.removeMember(projectId, userId, signal),
      ),
  };
}

/** Handlers for other people. */
export function userHandlers(parts: HandlerParts): HandlersOf<'users'> {
  return {
    'users.find': (asked, signal) =>
      withAccount(parts, ({ people }) => people.users.find(asked, signal)),
    'users.permissions': ({ userId }, signal) =>
      withAccount(parts, ({ people }) => people.users.permissions(userId, signal)),
    'users.transactions': ({ userId, days }, signal) =>
      withAccount(parts, ({ people }) => people.users.transactions(userId, days, signal)),
  };
}
