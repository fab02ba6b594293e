/** The signed-in user's own record as displayed: the service's, or the last good copy, with pending changes on top. */
import type { ReadMode } from '../../../src-shared/bridge/call.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { viewProfile, type PendingMark } from '../../../src-shared/model/changes/pending-view.ts';
import type { PermissionsView, UserView } from '../../../src-shared/model/people/person-view.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { Mirror, Resource } from '../mirror/mirror.ts';
import type { State } from '../../db/state.ts';
import type { Resources } from '../mirror/account-mirror.ts';
import type { Avatar } from '../mirror/users.ts';

export interface ProfileParts {
  readonly state: Pick<State, 'changes' | 'changeBlobs'>;
  readonly mirror: Mirror;
  readonly resources: Resources;
  /** Null when no user ever signed in. */
  readonly userId: () => string | null;
}

export interface OwnRecord {
  readonly user: UserView;
  /** The service's record without pending changes. */
  readonly copy: UserView;
  /** When the read of that record started. */
  readonly fetchedAtMs: number;
  /** Of a pending edit; null: there is none. */
  readonly mark: PendingMark | null;
  readonly asOfMs: number | null;
}

/** Work that somebody does with their own id. */
export function makeAsMyself(userId: () => string | null) {
  return async <Value>(
    work: (own: string) => Promise<Result<Value, CoreFault>>,
  ): Promise<Result<Value, CoreFault>> => {
    const own = userId();
    return own === null ? fail({ kind: 'not-signed-in', serviceSays: null }) : work(own);
  };
}

export function makeProfile({ state, mirror, resources, userId }: ProfileParts) {
  const asMyself = makeAsMyself(userId);

  function ownOf<Value>(resourceOf: (own: string) => Resource<Value>) {
    return (signal: AbortSignal, mode: ReadMode = 'fresh'): Promise<Result<Value, CoreFault>> =>
      asMyself(async (own) => {
        const seen = await mirror.read(resourceOf(own), mode, signal);
        return seen.ok ? ok(seen.value.value) : seen;
      });
  }

  /** The picture that waits to be sent; null when there is none. */
  function waitingPicture(): Avatar | null {
    const waiting = state.changes
      .unfinished()
      .findLast((each) => each.intent.kind === 'set-avatar' && each.state.state !== 'refused');
    if (waiting?.intent.kind !== 'set-avatar') return null;
    const { blob, mediaType } = waiting.intent;
    const bytes = state.changeBlobs.get(blob);
    return bytes === null ? null : { mediaType, bytes };
  }

  function wasSetSince(fetchedAtMs: number): boolean {
    return state.changes.all().some(({ intent, state: now }) => {
      return intent.kind === 'set-avatar' && now.state === 'delivered' && now.atMs >= fetchedAtMs;
    });
  }

  return {
    read: (signal: AbortSignal, mode: ReadMode = 'fresh'): Promise<Result<OwnRecord, CoreFault>> =>
      asMyself(async (own) => {
        const seen = await mirror.read(resources.user(own), mode, signal);
        if (!seen.ok) return seen;
        const { value, fetchedAtMs, asOfMs } = seen.value;
        const view = viewProfile(value, state.changes.all(), fetchedAtMs);
        return ok({ ...view, copy: value, fetchedAtMs, asOfMs });
      }),

    /** Null while there is none; also when the service's data is not a picture of a type we show. */
    avatar: (
      signal: AbortSignal,
      mode: ReadMode = 'fresh',
    ): Promise<Result<Avatar | null, CoreFault>> =>
      asMyself(async (own) => {
        const waiting = waitingPicture();
        if (waiting !== null) return ok(waiting);
        // A picture that was just accepted is not in the copy, and its bytes are already deleted.
        const copy = mirror.copyOf(resources.avatar(own));
        const isOlder = copy !== null && wasSetSince(copy.fetchedAtMs);
        const seen = await mirror.read(resources.avatar(own), isOlder ? 'fresh' : mode, signal);
        if (!seen.ok) return seen;
        if (seen.value.value === null) return ok(null);
        const { mediaType, base64 } = seen.value.value;
        return ok({ mediaType, bytes: Buffer.from(base64, 'base64') });
      }),

    /** The person's blockchain address. */
    address: ownOf<string>(resources.address),
    permissions: ownOf<PermissionsView>(resources.permissions),
  };
}
export type Profile = ReturnType<typeof makeProfile>;
