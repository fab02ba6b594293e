/**
 * People: oneself, others, members of a project, and what administrators may do. Inviting somebody costs credits and is
 * among the paid changes (`outbox-calls.ts`).
 */
import * as z from 'zod/mini';
import type { Change } from '../model/changes/change.ts';
import type { MembersView, PendingMark } from '../model/changes/pending-view.ts';
import type { AdminUserList, AdminUserView } from '../model/people/admin-user-view.ts';
import { type AvatarType, LARGEST_AVATAR_BYTES } from '../model/people/avatar-image.ts';
import { DIRECTIONS } from '../model/people/credit-adjustment.ts';
import type { CoreFault } from '../model/status/core-fault.ts';
import type { PermissionsView, TransactionView, UserView } from '../model/people/person-view.ts';
import { forProfile } from '../service/users.ts';
import { changes, Count, Days, FreeText, Mode, Name, nothing, reads, VisibleText } from './call.ts';

/** How a person names somebody. */
export const Asked = z.union([z.strictObject({ userId: Name }), z.strictObject({ email: Name })]);

/** Somebody as a project knows them. */
export interface MeantMember {
  readonly userId: string;
  readonly name: string;
  /** The change by which they are invited, while it waits; null: none does. */
  readonly invitedBy: number | null;
}

export const memberCalls = {
  /** With the changes that wait as marks and as added people. */
  'members.list': reads<MembersView>()(() => z.strictObject({ projectId: Name, mode: Mode })),
  /** Whom of the project a person means; the service is asked about an address that nobody has there. */
  'members.find': reads<MeantMember>()(() => z.strictObject({ projectId: Name, person: Asked })),
  /**
   * Accepts an open invitation; null: one's own. Tried at once, and sent automatically later when the service is
   * unavailable. As for everything that is free, the change is null when nothing is left to send.
   */
  'members.activate': changes<Change | null>()(() =>
    z.strictObject({ projectId: Name, person: z.nullable(Asked) }),
  ),
  /** Removes somebody, or takes an invitation back; the same. An invitation that was not sent vanishes unpaid. */
  'members.remove': changes<Change | null>()(() =>
    z.strictObject({ projectId: Name, userId: Name }),
  ),
} as const;

/** The signed-in person's own record: the last good copy of the service's, with what waits to be sent on top. */
export interface AvatarView {
  /** Null while there is no picture, or it is of no type that is shown. */
  readonly image: { readonly mediaType: AvatarType; readonly base64: string } | null;
}

export interface ProfileView extends UserView {
  /** Of an edit that waits; null: none does. */
  readonly mark: PendingMark | null;
  /** When the copy was read; null: just now. */
  readonly asOfMs: number | null;
  /** Why it is a copy; absent: it is none, or no fresh one was asked for. */
  readonly fault?: CoreFault | null;
}

const LONGEST_BASE64 = Math.ceil(LARGEST_AVATAR_BYTES / 3) * 4;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const Picture = z
  .string()
  .check(z.refine((text) => text.length <= LONGEST_BASE64 && BASE64.test(text)));

const ofCopy = z.strictObject({ mode: Mode });

/** As it is seen afterwards. */
export interface EditedProfile extends ProfileView {
  readonly change: Change | null;
}

/** Nobody is without a name. */
export const typedProfile = { ...forProfile(() => FreeText), name: Name, lastName: Name };

export const profileCalls = {
  'profile.read': reads<ProfileView>()(() => ofCopy),
  /** What is not named, or as it was, stays untouched. `mode`: of the record that the others were seen in. */
  'profile.edit': changes<EditedProfile>()(() =>
    z.extend(z.partial(z.strictObject(typedProfile)), { mode: Mode }),
  ),
  'profile.avatar': reads<AvatarView>()(() => ofCopy),
  /** A PNG, JPEG, GIF or WebP picture; anything else is refused before it is sent. */
  'profile.setAvatar': changes<Change | null>()(() => z.strictObject({ base64: Picture })),
  /** The person's blockchain address. */
  'profile.address': reads<{ readonly address: string }>()(() => ofCopy),
  /** As the service answers now. */
  'profile.permissions': reads<PermissionsView>()(() => nothing),
} as const;

/** Other people, as far as the service allows lookups. */
export const userCalls = {
  'users.find': reads<UserView>()(() => Asked),
  'users.permissions': reads<PermissionsView>()(() => z.strictObject({ userId: Name })),
  /** Days of UTC, both included; for administrators, and for oneself. */
  'users.transactions': reads<readonly TransactionView[]>()(() =>
    z.strictObject({ userId: Name, days: Days }),
  ),
} as const;

/** What administrators may do. Nothing here is ever queued, and no copy is kept: it happens now, or it is refused. */
export interface AdminSettings {
  /** The word by which this service subtracts credits; null while none was entered. */
  readonly subtractWord: string | null;
}

export const adminCalls = {
  'admin.users': reads<AdminUserList>()(() => nothing),
  'admin.user': reads<AdminUserView>()(() => Asked),
  /**
   * `seenCredits`: the balance that was on screen. When it is another one by now nothing is changed, because the sum
   * that was shown would not come true. Returns the balance afterwards.
   */
  'admin.adjustCredits': changes<{ readonly credits: number }>()(() =>
    z.strictObject({
      userId: Name,
      direction: z.enum(DIRECTIONS),
      amount: z.int().check(z.positive()),
      seenCredits: Count,
    }),
  ),
  'admin.suspend': changes<null>()(() => z.strictObject({ email: Name, reason: VisibleText })),
  /** Ends a suspension. */
  'admin.restore': changes<null>()(() => z.strictObject({ email: Name })),
  'admin.settings': reads<AdminSettings>()(() => nothing),
  /** Null removes the word. */
  'admin.setWord': changes<AdminSettings>()(() =>
    z.strictObject({ subtractWord: z.nullable(Name) }),
  ),
} as const;
