/** How changes of the user's own record are sent and recognised. */
import type { IntentOf } from '../../../../src-shared/model/changes/change.ts';
import type { AvatarType } from '../../../../src-shared/model/people/avatar-image.ts';
import { compareEdit, type Fields } from '../../../../src-shared/model/changes/record-edit.ts';
import { isSameValue } from '../../../../src-shared/model/projects/project-fields.ts';
import { ok } from '../../../../src-shared/model/result.ts';
import { type ProfileChange, profileOf, type User } from '../../../../src-shared/service/users.ts';
import {
  FREE,
  isShown,
  planEdit,
  presence,
  sendAs,
  wordsOf,
  type OutboxKind,
} from './outbox-kind.ts';

type EditProfile = IntentOf<'edit-profile'>;

function compareProfile(intent: EditProfile, user: User) {
  const { edit, bases } = intent;
  return compareEdit(edit as Fields, bases, profileOf(user), (_field, one, other) =>
    isSameValue(one, other),
  );
}

const editProfile: OutboxKind<EditProfile, User, ProfileChange> = {
  reads: 'record',
  check: ({ userId }, { client }, signal) => client.call('getUser', { path: { userId } }, signal),
  evaluate: ({ intent }, user) => presence(isShown(compareProfile(intent, user)), true),
  plan({ intent }, user, { atMs }) {
    const given = Object.entries(intent.edit).filter(([, value]) => value !== undefined);
    // The service requires all: unchanged ones are sent with its current values.
    const body = () => ({ ...profileOf(user), ...Object.fromEntries(given) });
    return planEdit<ProfileChange>(compareProfile(intent, user), body, atMs);
  },
  async send({ intent: { userId } }, body, { client }, signal) {
    const answer = await client.call('updateUser', { path: { userId }, body }, signal);
    return answer.ok ? wordsOf(ok(answer.value.info)) : answer;
  },
  expire: ({ userId }, mirror, { user }) => mirror.expire(user(userId)),
};

/** File name for a picture of that type; the service gets no name from this computer. */
const PICTURE_NAMES: Readonly<Record<AvatarType, string>> = {
  'image/png': 'avatar.png',
  'image/jpeg': 'avatar.jpg',
  'image/gif': 'avatar.gif',
  'image/webp': 'avatar.webp',
};

/** Whether the picture is the requested one, byte for byte. */
export interface AvatarSnapshot {
  readonly isThere: boolean;
}

const setAvatar: OutboxKind<IntentOf<'set-avatar'>, AvatarSnapshot> = {
  reads: 'record',
  async check({ userId, blob }, ports, signal) {
    const read = await ports.client.call('getAvatar', { path: { userId } }, signal);
    if (!read.ok) return read.fault.kind === 'not-found' ? ok({ isThere: false }) : read;
    const wanted = ports.blob(blob);
    const shown = ports.readPicture(read.value.avatar);
    return ok({ isThere: wanted !== null && shown?.equals(wanted) === true });
  },
  evaluate: (_change, { isThere }) => presence(isThere, true),
  plan: () => sendAs(FREE),
  sendUnread: () => sendAs(FREE),
  async send({ intent: { blob, mediaType, userId } }, _body, ports, signal) {
    const bytes = ports.blob(blob);
    if (bytes === null) throw new Error('the picture to send is gone');
    const file = { fileName: PICTURE_NAMES[mediaType], mediaType, bytes };
    const answer = await ports.client.sendSmallFile('uploadAvatar', { userId }, file, signal);
    return answer.ok ? ok('done') : answer;
  },
  expire: ({ userId }, mirror, { avatar }) => mirror.expire(avatar(userId)),
};

export const profileKinds = { 'edit-profile': editProfile, 'set-avatar': setAvatar };
