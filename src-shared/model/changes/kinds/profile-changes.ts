/** Changes of the caller's own record. */
import * as z from 'zod/mini';
import { ProfileChange } from '../../../service/users.ts';
import { AVATAR_TYPES } from '../../people/avatar-image.ts';
import { Bases } from '../record-edit.ts';
import { filled, freeKind } from './change-kind.ts';

export const profileChanges = {
  'edit-profile': freeKind(
    z.strictObject({
      kind: z.literal('edit-profile'),
      /** The caller's own. */
      userId: filled,
      edit: z.partial(ProfileChange),
      bases: Bases,
    }),
    {
      name: () => '',
      subject: () => [],
      merge: { repeat: 'edit' },
      effect: ({ userId, edit }) => ({ on: 'profile', userId, edit }),
    },
  ),
  'set-avatar': freeKind(
    z.strictObject({
      kind: z.literal('set-avatar'),
      userId: filled,
      /** Under which the bytes are kept. */
      blob: filled,
      mediaType: z.enum(AVATAR_TYPES),
    }),
    {
      name: () => '',
      subject: () => [],
      merge: { repeat: 'replace' },
      effect: () => ({ on: 'nothing' }),
    },
  ),
};
