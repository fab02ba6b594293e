/** Other people, as far as the service lets one ask about them: by their id, or by their whole e-mail address. */
import * as z from 'zod/mini';
import type { PermissionsView, TransactionView, UserView } from '../model/people/person-view.ts';
import { reads } from './call.ts';
import { Days, Name } from './inputs.ts';

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
