/** What administrators may do. Nothing here is ever queued, and no copy is kept: it happens now, or it is refused. */
import * as z from 'zod/mini';
import type { AdminUserList, AdminUserView } from '../model/people/admin-user-view.ts';
import { changes, nothing, reads } from './call.ts';
import { Count, Name } from './inputs.ts';

export interface AdminSettings {
  /** What this service calls taking credits away; null while nobody has told it. */
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
  /** Null forgets the word. */
  'admin.setWord': changes<AdminSettings>()(z.strictObject({ subtractWord: z.nullable(Name) })),
} as const;
