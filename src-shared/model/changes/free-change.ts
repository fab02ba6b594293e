/** Changes on the service that cost nothing: they may wait, go by themselves, and may be sent twice without harm. */
import * as z from 'zod/mini';
import { AVATAR_TYPES } from '../people/avatar-image.ts';
import { Bases } from './record-edit.ts';
import { ProjectChange } from '../../service/projects.ts';
import { ProfileChange } from '../../service/users.ts';

const filled = z.string().check(z.minLength(1));

/** `projectId`, `userId`: the service's, or one that stands in for it (`local-id.ts`). Names are shown, never sent. */
const membership = { projectId: filled, userId: filled, userName: filled };

export const FREE_INTENTS = [
  /** Ends a membership, or takes an invitation back. */
  z.strictObject({ kind: z.literal('remove-member'), ...membership }),
  /** Accepts an open invitation. */
  z.strictObject({ kind: z.literal('activate-member'), ...membership }),
  z.strictObject({
    kind: z.literal('edit-project'),
    projectId: filled,
    projectName: z.string(),
    edit: ProjectChange,
    bases: Bases,
  }),
  z.strictObject({ kind: z.literal('create-tag'), name: filled }),
  z.strictObject({
    kind: z.literal('edit-profile'),
    /** The caller's own. */
    userId: filled,
    edit: z.partial(ProfileChange),
    bases: Bases,
  }),
  z.strictObject({
    kind: z.literal('set-avatar'),
    userId: filled,
    /** Under which the bytes are kept. */
    blob: filled,
    mediaType: z.enum(AVATAR_TYPES),
  }),
] as const;

export const FREE_KINDS = [
  'remove-member',
  'activate-member',
  'edit-project',
  'create-tag',
  'edit-profile',
  'set-avatar',
] as const;
export type FreeKind = (typeof FREE_KINDS)[number];
