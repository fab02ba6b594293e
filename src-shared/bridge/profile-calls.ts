/** The signed-in person's own record on the service. Read and changed there at once; nothing of it is kept here. */
import * as z from 'zod/mini';
import { LARGEST_AVATAR_BYTES, type AvatarType } from '../model/avatar-image.ts';
import type { PermissionsView, UserView } from '../model/person-view.ts';
import { changes, nothing, reads } from './call.ts';
import { FreeText, Name } from './inputs.ts';

export interface AvatarView {
  /** Null while there is no picture, or it is of no type that is shown. */
  readonly image: { readonly mediaType: AvatarType; readonly base64: string } | null;
}

const LONGEST_BASE64 = Math.ceil(LARGEST_AVATAR_BYTES / 3) * 4;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const Picture = z
  .string()
  .check(z.refine((text) => text.length <= LONGEST_BASE64 && BASE64.test(text)));

export const profileCalls = {
  'profile.read': reads<UserView>()(nothing),
  /** All four together, as the service wants them. */
  'profile.edit': changes<UserView>()(
    z.strictObject({ name: Name, lastName: Name, organisation: FreeText, location: FreeText }),
  ),
  'profile.avatar': reads<AvatarView>()(nothing),
  /** A PNG, JPEG, GIF or WebP picture; anything else is refused before it is sent. */
  'profile.setAvatar': changes<null>()(z.strictObject({ base64: Picture })),
  /** The person's blockchain address. */
  'profile.address': reads<{ readonly address: string }>()(nothing),
  'profile.permissions': reads<PermissionsView>()(nothing),
} as const;
