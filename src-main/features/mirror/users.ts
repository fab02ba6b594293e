/** Users of the service, looked up by id or by their complete e-mail address: the service offers nothing else. */
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type {
  AskedPerson,
  Permission,
  PermissionsView,
  TransactionView,
  UserView,
} from '../../../src-shared/model/people/person-view.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { msFromIso } from '../../../src-shared/model/text/time.ts';
import { profileOf, type User } from '../../../src-shared/service/users.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import { type AvatarType, avatarTypeOf } from '../../../src-shared/model/people/avatar-image.ts';

export interface UserParts {
  readonly client: ServiceClient;
  /** A user that the service named before; null when there is none. */
  readonly seen: (asked: AskedPerson) => UserView | null;
  /** A record that was just read. */
  readonly onRead: (user: UserView) => void;
}

export function makeUsers({ client, seen, onRead }: UserParts) {
  return {
    /** From the service; when it is unavailable or refuses, a user that it named before. */
    async find(asked: AskedPerson, signal: AbortSignal): Promise<Result<UserView, CoreFault>> {
      const read =
        'email' in asked
          ? await client.call('getUserByEmail', { path: { email: asked.email } }, signal)
          : await client.call('getUser', { path: { userId: asked.userId } }, signal);
      if (read.ok) {
        const user = userView(read.value);
        onRead(user);
        return ok(user);
      }
      if (read.fault.kind !== 'not-found') {
        const known = seen(asked);
        if (known !== null) return ok(known);
        const isHidden = 'email' in asked && read.fault.kind === 'forbidden';
        return isHidden ? fail({ ...read.fault, kind: 'no-look-up', email: asked.email }) : read;
      }
      return fail({ kind: 'unknown-user', asked: 'email' in asked ? asked.email : asked.userId });
    },

    permissions: (
      userId: string,
      signal: AbortSignal,
    ): Promise<Result<PermissionsView, ServiceFault>> => askPermissions(client, userId, signal),

    /** `from`, `to`: days of UTC, both included, as YYYY-MM-DD. In the service's order. */
    async transactions(
      userId: string,
      days: { readonly from: string; readonly to: string },
      signal: AbortSignal,
    ): Promise<Result<readonly TransactionView[], CoreFault>> {
      const path = { userId, ...days };
      const read = await client.call('downloadTransactions', { path }, signal);
      if (!read.ok) return read;
      return ok(
        read.value.txs.map(({ id, createdAt, amount, type }) => {
          return { id, atMs: msFromIso(createdAt), amount, type };
        }),
      );
    },
  };
}
export type Users = ReturnType<typeof makeUsers>;

export function userView(user: User): UserView {
  const { id: userId, email, isActive = null } = user;
  return { userId, ...profileOf(user), email, isActive };
}

/**
 * What the service lets this user do now; a refusal has the service's own text. Each of the three questions may be
 * refused by itself. A fault: one could not be asked, or the service does not know the user.
 */
export async function askPermissions(
  client: ServiceClient,
  userId: string,
  signal: AbortSignal,
): Promise<Result<PermissionsView, ServiceFault>> {
  const [admin, canCreateProject, canInviteMember] = await Promise.all([
    client.call('isAdmin', { path: { userId } }, signal),
    client.call('canCreateProject', { path: { userId } }, signal),
    client.call('canInviteMember', { path: { userId } }, signal),
  ]);
  const answers = [admin, canCreateProject, canInviteMember];
  const isUnknown = answers.every((answer) => !answer.ok && answer.fault.kind === 'not-found');
  const failed = answers.find((answer) => !answer.ok && (isUnknown || !isNo(answer.fault)));
  if (failed !== undefined && !failed.ok) return failed;
  return ok({
    isAdmin: admin.ok && admin.value.isAdmin,
    canCreateProject: permission(canCreateProject),
    canInviteMember: permission(canInviteMember),
  });
}

function permission(answer: Result<unknown, ServiceFault>): Permission {
  if (answer.ok) return { may: true };
  const { fault } = answer;
  return { may: false, serviceSays: 'serviceSays' in fault ? fault.serviceSays : null };
}

/** The service said no, to the question itself or to asking it. */
function isNo({ kind }: ServiceFault): boolean {
  return kind === 'forbidden' || kind === 'refused' || kind === 'not-found';
}

export interface Avatar {
  readonly mediaType: AvatarType;
  readonly bytes: Buffer;
}

/**
 * The picture in an answer of the service. Base64 as documented; some services add the prefix of a data URL. Null: not
 * a picture that we show.
 */
export function readAvatar(text: string): Avatar | null {
  const bytes = Buffer.from(text.replace(/^data:[^,]{0,100},/, ''), 'base64');
  const mediaType = avatarTypeOf(bytes);
  return mediaType === null ? null : { mediaType, bytes };
}
