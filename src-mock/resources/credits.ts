import { info, type Handlers } from '../http/call.ts';
import { badRequest, forbidden } from '../http/answer.ts';
import { INVITATION_PRICE, PROJECT_PRICE } from '../credits/credits.ts';
import type { Service } from '../service.ts';
import type { User } from '../store/user-table.ts';
import { requireOwnAdminId, requireSelfOrAdmin, requireUser, userStatus } from './people.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const MAX_CREDITS = 1_000_000_000; // far from where integers stop being exact

type CreditHandlers = Pick<
  Handlers,
  | 'getCreditBalance'
  | 'adjustCredits'
  | 'downloadTransactions'
  | 'canCreateProject'
  | 'canInviteMember'
>;

export function makeCreditHandlers({ store, credits, readings }: Service): CreditHandlers {
  return {
    getCreditBalance: ({ caller, parameter }) => ({
      creditBalance: requireSelfOrAdmin(store, caller, parameter('userId')).creditBalance,
    }),

    adjustCredits: ({ caller, body: { amount, operationType }, parameter }) =>
      store.atomically(() => {
        requireOwnAdminId(caller, parameter('adminId'));
        const user = requireUser(store, parameter('userId'));
        const { subtractWord } = readings();
        if (operationType === 'add') {
          if (user.creditBalance + amount > MAX_CREDITS) {
            throw badRequest(`a balance holds at most ${MAX_CREDITS} credits`);
          }
          credits.adjust(user.id, amount, 'CREDIT_ADDITION');
        } else if (operationType === subtractWord) {
          if (amount > user.creditBalance) throw badRequest('amount is more than the balance');
          credits.adjust(user.id, -amount, 'CREDIT_SUBTRACTION');
        } else {
          throw badRequest(`operationType must be add or ${subtractWord}`);
        }
        return info('Credit balance updated');
      }),

    downloadTransactions: ({ caller, parameter }) => {
      const user = requireSelfOrAdmin(store, caller, parameter('userId'));
      const fromMs = startOfDayMs(parameter('from'), 'from');
      const untilMs = startOfDayMs(parameter('to'), 'to') + DAY_MS;
      if (untilMs <= fromMs) throw badRequest('from is later than to');
      const txs = store.transactions
        .between(user.id, fromMs, untilMs)
        .map(({ id, createdAtMs, amount, type }) => {
          const createdAt = new Date(createdAtMs).toISOString();
          return { id, createdAt, amount, type };
        });
      return { txs };
    },

    canCreateProject: ({ caller, parameter }) => {
      const user = requireSelfOrAdmin(store, caller, parameter('userId'));
      requireMeans(user, PROJECT_PRICE, 'Creating a project');
      return info('The user can create a project');
    },

    canInviteMember: ({ caller, parameter }) => {
      const user = requireSelfOrAdmin(store, caller, parameter('userId'));
      requireMeans(user, INVITATION_PRICE, 'Inviting a member');
      return info('The user can invite a member');
    },
  };
}

function requireMeans(user: User, price: number, what: string): void {
  const status = userStatus(user);
  if (status !== 'Active') throw forbidden(`The account is ${status}`);
  if (user.creditBalance < price) {
    throw forbidden(
      `${what} costs ${price} credits, the balance is ${user.creditBalance}`,
      'INSUFFICIENT_CREDITS',
    );
  }
}

/** `2026-02-30` and other days that do not exist are refused. */
function startOfDayMs(date: string, name: string): number {
  const atMs = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(atMs) || new Date(atMs).toISOString().slice(0, date.length) !== date) {
    throw badRequest(`${name} must be a date as YYYY-MM-DD`);
  }
  return atMs;
}
