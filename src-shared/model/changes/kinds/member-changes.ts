/** Changes of who is in a project. */
import * as z from 'zod/mini';
import { filled, freeKind, paidKind, type PendingEffect } from './change-kind.ts';

/**
 * `projectId`, `userId`: the service's ids, or local ones (`local-id.ts`). `userName`: the name that the person
 * entered; shown, never sent.
 */
const membership = { projectId: filled, userId: filled, userName: filled };

export interface Membership {
  readonly projectId: string;
  readonly userId: string;
  readonly userName: string;
}

const named = {
  name: ({ userName }: Membership) => userName,
  subject: ({ projectId, userId }: Membership) => [projectId, userId],
};

const effect =
  (becomes: 'on-hold' | 'active' | 'gone') =>
  ({ projectId, userId, userName }: Membership): PendingEffect => {
    return { on: 'member', becomes, projectId, userId, userName };
  };

export const memberChanges = {
  'invite-member': paidKind(z.strictObject({ kind: z.literal('invite-member'), ...membership }), {
    ...named,
    charges: () => ['invitation'],
    baseline: z.strictObject({
      kind: z.literal('invite-member'),
      /** False when the lists were cut short: the person was not seen, which does not prove their absence. */
      isProvenAbsent: z.boolean(),
    }),
    merge: { cancels: 'remove-member', repeat: 'add' },
    effect: effect('on-hold'),
  }),
  /**
   * Ends a membership, or withdraws an invitation. If the invitation was not sent yet, the service never learns of it.
   */
  'remove-member': freeKind(z.strictObject({ kind: z.literal('remove-member'), ...membership }), {
    ...named,
    merge: { cancels: 'invite-member', supersedes: 'activate-member', repeat: 'once' },
    effect: effect('gone'),
  }),
  /** Accepts an open invitation. */
  'activate-member': freeKind(
    z.strictObject({ kind: z.literal('activate-member'), ...membership }),
    {
      ...named,
      merge: { supersedes: 'remove-member', repeat: 'once' },
      effect: effect('active'),
    },
  ),
};
