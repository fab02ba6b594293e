/** The people of a project. Inviting somebody costs credits and is among the paid changes (`outbox-calls.ts`). */
import * as z from 'zod/mini';
import type { MemberList } from '../model/member-list.ts';
import { changes, reads } from './call.ts';
import { Name } from './inputs.ts';

const Membership = z.strictObject({ projectId: Name, userId: Name });

export const memberCalls = {
  /** From the service when it answers, else from the last copy of the project. */
  'members.list': reads<MemberList>()(z.strictObject({ projectId: Name })),
  /** Accepts an open invitation. */
  'members.activate': changes<null>()(Membership),
  /** Removes somebody, or takes an invitation back. */
  'members.remove': changes<null>()(Membership),
} as const;
