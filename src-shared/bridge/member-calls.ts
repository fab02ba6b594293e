/** The people of a project. Inviting somebody costs credits and is among the paid changes (`outbox-calls.ts`). */
import * as z from 'zod/mini';
import type { MembersView } from '../model/changes/pending-view.ts';
import { changes, reads } from './call.ts';
import { Name } from './inputs.ts';

const Membership = z.strictObject({ projectId: Name, userId: Name });

export const memberCalls = {
  /** From the last good copy, refreshed behind the answer, with the changes that wait as marks and as added people. */
  'members.list': reads<MembersView>()(z.strictObject({ projectId: Name })),
  /** Accepts an open invitation. Tried at once, and left to go by itself when the service is away. */
  'members.activate': changes<null>()(Membership),
  /** Removes somebody, or takes an invitation back; the same. An invitation that was not sent vanishes unpaid. */
  'members.remove': changes<null>()(Membership),
} as const;
