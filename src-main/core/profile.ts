/** The signed-in person's own record. It is the service's: nothing of it is kept, and every change goes there at once. */
import { avatarTypeOf, judgeAvatar, type AvatarType } from '../../src-shared/model/avatar-image.ts';
import type { CoreFault } from '../../src-shared/model/core-fault.ts';
import type { PermissionsView, UserView } from '../../src-shared/model/person-view.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { ProfileChange } from '../../src-shared/service/users.ts';
import type { ServiceClient } from '../service/service-client.ts';
import { settleByReading } from './settle-by-reading.ts';
import type { Users } from './users.ts';

export interface ProfileParts {
  readonly client: ServiceClient;
  readonly users: Users;
  /** Null when nobody is signed in. */
  readonly userId: () => string | null;
}

/** What a file of that type is called; the service is told no name of this computer. */
const FILE_NAMES: Readonly<Record<AvatarType, string>> = {
  'image/png': 'avatar.png',
  'image/jpeg': 'avatar.jpg',
  'image/gif': 'avatar.gif',
  'image/webp': 'avatar.webp',
};

export interface Avatar {
  readonly mediaType: AvatarType;
  readonly bytes: Buffer;
}

export function makeProfile({ client, users, userId }: ProfileParts) {
  async function asMyself<Value>(
    work: (own: string) => Promise<Result<Value, CoreFault>>,
  ): Promise<Result<Value, CoreFault>> {
    const own = userId();
    return own === null ? fail({ kind: 'not-signed-in', serviceSays: null }) : work(own);
  }

  function read(signal: AbortSignal): Promise<Result<UserView, CoreFault>> {
    return asMyself((own) => users.find({ userId: own }, signal));
  }

  /** Null while there is none; also when what the service keeps is no picture of a type we show. */
  function avatar(signal: AbortSignal): Promise<Result<Avatar | null, CoreFault>> {
    return asMyself(async (own) => {
      const answer = await client.call('getAvatar', { path: { userId: own } }, signal);
      if (!answer.ok) return answer.fault.kind === 'not-found' ? ok(null) : answer;
      return ok(readAvatar(answer.value.avatar));
    });
  }

  return {
    read,
    avatar,

    /** Returns the record as it is afterwards. */
    edit(change: ProfileChange, signal: AbortSignal): Promise<Result<UserView, CoreFault>> {
      return asMyself(async (own) => {
        const sent = { path: { userId: own }, body: change };
        const answer = await client.call('updateUser', sent, signal);
        const after = await settleByReading(answer, async () => {
          const seen = await read(signal);
          return seen.ok ? ok(isAs(seen.value, change)) : seen;
        });
        return after.ok ? read(signal) : after;
      });
    },

    /** Nothing is sent for what is no picture, or too large a one. */
    setAvatar(bytes: Uint8Array, signal: AbortSignal): Promise<Result<null, CoreFault>> {
      return asMyself(async (own) => {
        const judged = judgeAvatar(bytes);
        if (!judged.ok) return judged;
        const mediaType = judged.value;
        const file = { fileName: FILE_NAMES[mediaType], mediaType, bytes };
        const path = { userId: own };
        const answer = await client.sendSmallFile('uploadAvatar', path, file, signal);
        return settleByReading(answer, async () => {
          const seen = await avatar(signal);
          return seen.ok ? ok(seen.value !== null && seen.value.bytes.equals(bytes)) : seen;
        });
      });
    },

    /** The person's blockchain address. */
    address(signal: AbortSignal): Promise<Result<string, CoreFault>> {
      return asMyself(async (own) => {
        const answer = await client.call('getPublicKey', { path: { userId: own } }, signal);
        return answer.ok ? ok(answer.value.pubKey) : answer;
      });
    },

    permissions(signal: AbortSignal): Promise<Result<PermissionsView, CoreFault>> {
      return asMyself((own) => users.permissions(own, signal));
    },
  };
}
export type Profile = ReturnType<typeof makeProfile>;

function isAs(seen: UserView, { name, lastName, organisation, location }: ProfileChange): boolean {
  const isNamed = seen.name === name && seen.lastName === lastName;
  return isNamed && seen.organisation === organisation && seen.location === location;
}

/** Base64 as documented; some services write the whole data address in front of it. Null: no picture that we show. */
export function readAvatar(text: string): Avatar | null {
  const bytes = Buffer.from(text.replace(/^data:[^,]{0,100},/, ''), 'base64');
  const mediaType = avatarTypeOf(bytes);
  return mediaType === null ? null : { mediaType, bytes };
}
