/** The signed-in person's own record: the last good copy of the service's, with what waits to be sent on top. */
import * as z from 'zod/mini';
import { LARGEST_AVATAR_BYTES, type AvatarType } from '../model/people/avatar-image.ts';
import type { PendingMark } from '../model/changes/pending-view.ts';
import type { PermissionsView, UserView } from '../model/people/person-view.ts';
import { changes, nothing, reads } from './call.ts';
import { FreeText, Name } from './inputs.ts';

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
