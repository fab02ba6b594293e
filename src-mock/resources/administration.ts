/** The list of all users, suspension and its end: administrators only, which the dispatcher has checked. */
import type { Handlers } from '../http/call.ts';
import { info } from '../http/call.ts';
import { paged, pageRequest } from '../http/paging.ts';
import { badRequest } from '../http/refusals.ts';
import type { Service } from '../service.ts';
import type { User } from '../store/user-table.ts';
import { requireOwnAdminId, requireUserByEmail, userAnswer, userStatus } from './people.ts';

type AdministrationHandlers = Pick<Handlers, 'listUsers' | 'suspendUser' | 'revokeSuspension'>;

export function makeAdministrationHandlers({ store, readings }: Service): AdministrationHandlers {
  return {
    listUsers: ({ query }) => {
      const page = pageRequest(query, readings());
      const records = store.users.page(page).map((user) => listedUser(user));
      return paged(records, store.users.count(), page, readings());
    },

    suspendUser: ({ caller, body: { reason }, parameter }) =>
      store.atomically(() => {
        requireOwnAdminId(caller, parameter('adminId'));
        const user = requireUserByEmail(store, parameter('userEmail'));
        if (reason.trim() === '') throw badRequest('reason must not be empty');
        if (user.id === caller.id) throw badRequest('Nobody can suspend themselves');
        if (userStatus(user) !== 'Active') throw badRequest(`The user is ${userStatus(user)}`);
        store.users.setSuspension(user.id, reason.trim());
        return info('User suspended');
      }),

    revokeSuspension: ({ caller, parameter }) =>
      store.atomically(() => {
        requireOwnAdminId(caller, parameter('adminId'));
        const user = requireUserByEmail(store, parameter('userEmail'));
        if (user.suspensionReason === null) throw badRequest('The user is not suspended');
        store.users.setSuspension(user.id, null);
        return info('Suspension revoked');
      }),
  };

  function listedUser(user: User): object {
    return {
      ...userAnswer(user),
      createdOn: new Date(user.createdAtMs).toISOString(),
      userStatus: userStatus(user),
      creditBalance: user.creditBalance,
      avatar: store.users.avatar(user.id)?.toString('base64') ?? '',
    };
  }
}
