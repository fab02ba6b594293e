/**
 * People: oneself, others, members of a project, and what administrators may do. Inviting somebody costs credits and is
 * among the paid changes (`outbox-calls.ts`).
 */
import * as z from 'zod/mini';
import type { MembersView } from '../model/changes/pending-view.ts';
import type { PendingMark } from '../model/changes/pending-mark.ts';
import type { AdminUserList, AdminUserView } from '../model/people/admin-user-view.ts';
import { type AvatarType, LARGEST_AVATAR_BYTES } from '../model/people/avatar-image.ts';
import type { PermissionsView, TransactionView, UserView } from '../model/people/person-view.ts';
import { changes, Count, Days, FreeText, Name, nothing, reads } from './call.ts';

const Membership = z.strictObject({ projectId: Name, userId: Name });

export const memberCalls = {
  /** From the last good copy, refreshed behind the answer, with the changes that wait as marks and as added people. */
  'members.list': reads<MembersView>()(z.strictObject({ projectId: Name })),
  /** Accepts an open invitation. Tried at once, and sent automatically later when the service is unavailable. */
  'members.activate': changes<null>()(Membership),
  /** Removes somebody, or takes an invitation back; the same. An invitation that was not sent vanishes unpaid. */
  'members.remove': changes<null>()(Membership),
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
}

const LONGEST_BASE64 = Math.ceil(LARGEST_AVATAR_BYTES / 3) * 4;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const Picture = z
  .string()
  .check(z.refine((text) => text.length <= LONGEST_BASE64 && BASE64.test(text)));

export const profileCalls = {
  'profile.read': reads<ProfileView>()(nothing),
  /** All four together; what is as it was stays untouched. Returns the record as it is seen afterwards. */
  'profile.edit': changes<ProfileView>()(
    z.strictObject({ name: Name, lastName: Name, organisation: FreeText, location: FreeText }),
  ),
  'profile.avatar': reads<AvatarView>()(nothing),
  /** A PNG, JPEG, GIF or WebP picture; anything else is refused before it is sent. */
  'profile.setAvatar': changes<null>()(z.strictObject({ base64: Picture })),
  /** The person's blockchain address. */
  'profile.address': reads<{ readonly address: string }>()(nothing),
  'profile.permissions': reads<PermissionsView>()(nothing),
} as const;

/** Other people, as far as the service allows lookups: by their id, or by their complete e-mail address. */
export const userCalls = {
  'users.find': reads<UserView>()(
    z.union([z.strictObject({ email: Name }), z.strictObject({ userId: Name })]),
  ),
  'users.permissions': reads<PermissionsView>()(z.strictObject({ userId: Name })),
  /** Days of UTC, both included; for administrators, and for oneself. */
  'users.transactions': reads<readonly TransactionView[]>()(
    z.strictObject({ userId: Name, days: Days }),
  ),
} as const;

/** What administrators may do. Nothing here is ever queued, and no copy is kept: it happens now, or it is refused. */
export interface AdminSettings {
  /** The word by which this service subtracts credits; null while none was entered. */
  readonly subtractWord: string | null;
}

export const adminCalls = {
  'admin.users': reads<AdminUserList>()(nothing),
  'admin.user': reads<AdminUserView>()(z.strictObject({ userId: Name })),
  /**
   * `seenCredits`: the balance that was on screen. When it is another one by now nothing is changed, because the sum
   * that was shown would not come true. Returns the balance afterwards.
   */
  'admin.adjustCredits': changes<{ readonly credits: number }>()(
    z.strictObject({
      userId: Name,
      direction: z.enum(['add', 'subtract']),
      amount: z.int().check(z.positive()),
      seenCredits: Count,
    }),
  ),
  'admin.suspend': changes<null>()(z.strictObject({ email: Name, reason: Name })),
  /** Ends a suspension. */
  'admin.restore': changes<null>()(z.strictObject({ email: Name })),
  'admin.settings': reads<AdminSettings>()(nothing),
  /** Null removes the word. */
  'admin.setWord': changes<AdminSettings>()(z.strictObject({ subtractWord: z.nullable(Name) })),
} as const;
