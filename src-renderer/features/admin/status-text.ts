/** How a user's account stands; a word that is not documented is shown as the service said it. */
import type { AdminUserView } from '../../../src-shared/model/people/admin-user-view.ts';
import { USER_STATUSES } from '../../../src-shared/service/users.ts';
import type { Words } from '../../words/en.ts';

export function statusText({ userStatus }: AdminUserView, { admin }: Words): string {
  const known = USER_STATUSES.find((each) => each === userStatus);
  return known === undefined ? userStatus : admin.statuses[known];
}
