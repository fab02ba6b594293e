/** Handlers for people: who is signed in, a project's, others. Pictures are sent as base64, because a message carries no bytes. */
import type { AvatarView, ProfileView } from '../../src-shared/bridge/people-calls.ts';
import { ok } from '../../src-shared/model/result.ts';
import type { Avatar } from '../features/mirror/account-mirror.ts';
import type { OwnRecord } from '../features/people/administration.ts';
import { type HandlerParts, type HandlersOf, accountHandlers } from './handlers.ts';

export function profileHandlers(parts: HandlerParts): HandlersOf<'profile'> {
  return accountHandlers(parts, {
    'profile.read': async ({ people }, { mode }, signal) => {
      const read = await people.profile.read(signal, mode);
      return read.ok ? ok(profileView(read.value)) : read;
    },
    'profile.edit': async ({ people }, { mode, ...edit }, signal) => {
      const change = await people.freeChanges.editProfile(edit, mode, signal);
      if (!change.ok) return change;
      const after = await people.profile.read(signal, 'at-once');
      return after.ok ? ok({ ...profileView(after.value), change: change.value }) : after;
    },
    'profile.avatar': async ({ people }, { mode }, signal) => {
      const read = await people.profile.avatar(signal, mode);
      return read.ok ? ok(avatarView(read.value)) : read;
    },
    'profile.setAvatar': ({ people }, { base64 }, signal) =>
      people.freeChanges.setAvatar(Buffer.from(base64, 'base64'), signal),
    'profile.address': async ({ people }, { mode }, signal) => {
      const read = await people.profile.address(signal, mode);
      return read.ok ? ok({ address: read.value }) : read;
    },
    'profile.permissions': ({ people }, _input, signal) => people.profile.permissions(signal),
  });
}

function profileView({ user, mark, asOfMs, fault }: OwnRecord): ProfileView {
  return { ...user, mark, asOfMs, fault };
}

function avatarView(avatar: Avatar | null): AvatarView {
  if (avatar === null) return { image: null };
  const { mediaType, bytes } = avatar;
  return { image: { mediaType, base64: bytes.toString('base64') } };
}

/** Handlers for administrators. The service decides who is one: its refusal is returned unchanged. */
export function adminHandlers(parts: HandlerParts): HandlersOf<'admin'> {
  return accountHandlers(parts, {
    'admin.users': ({ people }, _input, signal) => people.administration.users(signal),
    'admin.user': ({ people }, asked, signal) => people.administration.user(asked, signal),
    'admin.adjustCredits': async ({ people }, adjustment, signal) => {
      try {
        const adjusted = await people.administration.adjustCredits(adjustment, signal);
        return adjusted.ok ? ok({ credits: adjusted.value }) : adjusted;
      } finally {
        parts.engine.feed.tell({ kind: 'credits-changed' }); // an administrator may have credits too
      }
    },
    'admin.suspend': ({ people }, { email, reason }, signal) =>
      people.administration.suspend(email, reason, signal),
    'admin.restore': ({ people }, { email }, signal) =>
      people.administration.restore(email, signal),
    'admin.settings': ({ people }) => ok({ subtractWord: people.administration.subtractWord() }),
    'admin.setWord': ({ people }, { subtractWord }) => {
      people.administration.setSubtractWord(subtractWord);
      return ok({ subtractWord: people.administration.subtractWord() });
    },
  });
}

/** Handlers for the people of a project, and for other people. */
export function memberHandlers(parts: HandlerParts): HandlersOf<'members'> {
  return accountHandlers(parts, {
    'members.list': ({ people }, { projectId, mode }, signal) =>
      people.members.list(projectId, signal, mode),
    'members.find': ({ people }, { projectId, person }, signal) =>
      people.members.find(projectId, person, signal),
    'members.activate': ({ people }, { projectId, person }, signal) =>
      people.freeChanges.activateMember(projectId, person, signal),
    'members.remove': ({ people }, { projectId, userId }, signal) =>
      people.freeChanges.removeMember(projectId, userId, signal),
  });
}

/** Handlers for other people. */
export function userHandlers(parts: HandlerParts): HandlersOf<'users'> {
  return accountHandlers(parts, {
    'users.find': ({ people }, asked, signal) => people.users.find(asked, signal),
    'users.permissions': ({ people }, { userId }, signal) =>
      people.users.permissions(userId, signal),
    'users.transactions': ({ people }, { userId, days }, signal) =>
      people.users.transactions(userId, days, signal),
  });
}
