/** Handlers for people: the signed-in person, others, members of projects, and administration. */
import type { AvatarView, ProfileView } from '../../src-shared/bridge/people-calls.ts';
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import { ok, type Result } from '../../src-shared/model/result.ts';
import type { OwnRecord } from '../features/people/profile.ts';
import type { Avatar } from '../features/mirror/users.ts';
import { type HandlerParts, type HandlersOf, withAccount } from './handlers.ts';
import type { FreeChangeResult, FreeChanges } from '../features/outbox/free-changes.ts';

/** Handlers for the signed-in person. Pictures are sent as base64, because a message carries no bytes. */
export function profileHandlers(parts: HandlerParts): HandlersOf<'profile'> {
  return {
    'profile.read': (_input, signal) =>
      withAccount(parts, async ({ people }) =>
        profileView(await people.profile.read(signal, 'at-once')),
      ),
    'profile.edit': (change, signal) =>
      withAccount(parts, async ({ people }) => {
        const wished = await people.freeChanges.editProfile(change, signal);
        return wished.ok ? profileView(await people.profile.read(signal, 'at-once')) : wished;
      }),
    'profile.avatar': (_input, signal) =>
      withAccount(parts, async ({ people }) => {
        const read = await people.profile.avatar(signal, 'at-once');
        return read.ok ? ok(avatarView(read.value)) : read;
      }),
    'profile.setAvatar': ({ base64 }, signal) =>
      withAccount(parts, async ({ people }) => {
        const wished = await people.freeChanges.setAvatar(Buffer.from(base64, 'base64'), signal);
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

/** Handlers for the people of a project. */
export function memberHandlers(parts: HandlerParts): HandlersOf<'members'> {
  /** Null also when the change is queued: the list shows queued changes. */
  function change(work: (freeChanges: FreeChanges) => Promise<FreeChangeResult>) {
    return withAccount(parts, async ({ people }) => {
      const wished = await work(people.freeChanges);
      return wished.ok ? ok(null) : wished;
    });
  }

  return {
    'members.list': ({ projectId }, signal) =>
      withAccount(parts, ({ people }) => people.members.list(projectId, signal, 'at-once')),
    'members.activate': ({ projectId, userId }, signal) =>
      change((freeChanges) => freeChanges.activateMember(projectId, userId, signal)),
    'members.remove': ({ projectId, userId }, signal) =>
      change((freeChanges) => freeChanges.removeMember(projectId, userId, signal)),
  };
}

/** Handlers for administrators. The service decides who is one: its refusal is returned unchanged. */
export function adminHandlers(parts: HandlerParts): HandlersOf<'admin'> {
  return {
    'admin.users': (_input, signal) =>
      withAccount(parts, ({ people }) => people.administration.users(signal)),
    'admin.user': ({ userId }, signal) =>
      withAccount(parts, ({ people }) => people.administration.user(userId, signal)),
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
