/** Changes of files that are on the platform. */
import * as z from 'zod/mini';
import { VISIBILITIES } from '../../money/price.ts';
import { filled, paidKind } from './change-kind.ts';

export const fileChanges = {
  'delete-file': paidKind(
    z.strictObject({
      kind: z.literal('delete-file'),
      projectId: filled,
      visibility: z.enum(VISIBILITIES),
      fileId: filled,
      /** Shown, never sent. */
      fileName: z.string(),
      /** The caller's own id, as the service wants it. */
      userId: filled,
      reason: filled,
    }),
    {
      charges: () => ['deletion'],
      baseline: z.strictObject({ kind: z.literal('delete-file'), status: z.string() }),
      name: ({ fileName }) => fileName,
      subject: ({ projectId, visibility, fileId }) => [projectId, visibility, fileId],
      merge: { repeat: 'add' },
      effect: () => ({ on: 'nothing' }),
    },
  ),
};
