/** `labseal admin …`: what administrators of the service may do. It happens now, or not at all: nothing is ever queued. */
import { profileRows } from '../account/profile-options.ts';
import type { AnsweringCommand } from '../answering-command.ts';
import {
  type AdminUserView,
  filterUsers,
} from '../../../../src-shared/model/people/admin-user-view.ts';
import {
  personName,
  type TransactionView,
} from '../../../../src-shared/model/people/person-view.ts';
import { DAY_MS, isoFromMs, utcDay } from '../../../../src-shared/model/text/time.ts';
import { integer, momentText } from '../../../../src-shared/model/words/en/figures.ts';
import { USER_STATUSES } from '../../../../src-shared/service/users.ts';
import { permissionLines } from '../account/permission-lines.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT } from '../exit-code.ts';
import { readOneOf } from '../option-values.ts';
import type { Output } from '../output.ts';
import { transactionType } from '../../../../src-shared/model/words/en/transaction-type.ts';
import { addAdminCreditCommands } from './admin-credit-commands.ts';
import { addSuspensionCommands } from './admin-suspension-commands.ts';
import { makeAdministrator } from './administrator.ts';

interface UsersOptions {
  readonly search?: string;
  readonly status?: string;
}

const SHOWN_DAYS = 30;

export function addAdminCommands(program: AnsweringCommand, context: CommandContext): void {
  const admin = program
    .command('admin')
    .description('for administrators: users, their credits and suspensions');

  admin
    .command('users')
    .description('all users of the service')
    .option('--search <text>', 'words of a name, an address, an organisation or a place')
    .option('--status <status>', USER_STATUSES.join(', '), readOneOf('--status', USER_STATUSES))
    .answers(async (application, output, options: UsersOptions) => {
      const { search = '', status = null } = options;
      const administrator = makeAdministrator(application, output, context);
      const { users, isComplete } = await administrator.read('admin.users', {});
      const found = filterUsers(users, { text: search, userStatus: status });
      output.json({ users: found.map(userDocument), isComplete });
      if (found.length === 0) output.line('No user fits.');
      output.table(
        ['id', 'name', 'e-mail', 'organisation', 'status', 'credits'],
        found.map((user) => [
          user.userId,
          personName(user),
          user.email,
          user.organisation,
          user.userStatus,
          user.credits,
        ]),
      );
      if (!isComplete) {
        output.note(
          'The service did not show its whole list, or does not stop listing. There may be more users.',
        );
      }
      return EXIT.done;
    });

  admin
    .command('user <id-or-email>')
    .description(`one user: status, credits, permissions, bookings of the last ${SHOWN_DAYS} days`)
    .answers(async (application, output, asked: string) => {
      const { call } = application;
      const user = await makeAdministrator(application, output, context).find(asked);
      const { userId } = user;
      const permissions = await call('users.permissions', { userId });
      const nowMs = Date.now();
      const days = { from: utcDay(nowMs - (SHOWN_DAYS - 1) * DAY_MS), to: utcDay(nowMs) };
      const booked = await call('users.transactions', { userId, days });
      output.json({
        user: userDocument(user),
        permissions,
        transactions: booked.map(({ atMs, ...line }) => ({
          ...line,
          at: atMs === null ? null : isoFromMs(atMs),
        })),
      });
      printUser(user, output);
      for (const line of permissionLines(permissions)) output.line(line);
      printBookings(booked, output);
      return EXIT.done;
    });

  addAdminCreditCommands(admin, context);
  addSuspensionCommands(admin, context);
}

function userDocument({ createdAtMs, ...user }: AdminUserView) {
  return { ...user, createdAt: createdAtMs === null ? null : isoFromMs(createdAtMs) };
}

function printUser(user: AdminUserView, output: Output): void {
  const { email, userId, userStatus, credits, createdAtMs } = user;
  for (const [label, value] of [
    ['Name', personName(user)],
    ['E-mail', email],
    ...profileRows(user),
    ['Id', userId],
    ['Status', userStatus],
    ['Credits', integer(credits)],
    ['Registered', createdAtMs === null ? 'not stated' : momentText(createdAtMs)],
  ] as const) {
    output.line(`${label.padEnd(15)}  ${value}`);
  }
}

/** Latest first: in which order the service tells them is not documented. */
function printBookings(booked: readonly TransactionView[], output: Output): void {
  output.line();
  if (booked.length === 0) output.line(`Nothing was booked in the last ${SHOWN_DAYS} days.`);
  output.table(
    ['time', 'amount', 'type'],
    booked
      .toSorted((one, other) => (other.atMs ?? 0) - (one.atMs ?? 0))
      .map(({ atMs, amount, type }) => [
        atMs === null ? '–' : momentText(atMs),
        amount,
        transactionType(type),
      ]),
  );
}
