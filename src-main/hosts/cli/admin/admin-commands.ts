/** `labseal admin …`: what administrators of the service may do. It happens now, or not at all: nothing is ever queued. */
import { permissionFacts, profileRows } from '../account/profile-options.ts';
import type { AnsweringCommand } from '../answering-command.ts';
import {
  type AdminUserView,
  filterUsers,
  usersCsv,
} from '../../../../src-shared/model/people/admin-user-view.ts';
import {
  personName,
  type TransactionView,
} from '../../../../src-shared/model/people/person-view.ts';
import { DAY_MS, isoFromMs, utcDay } from '../../../../src-shared/model/text/time.ts';
import { integer, momentText } from '../../../../src-shared/model/words/en/figures.ts';
import { USER_STATUSES } from '../../../../src-shared/service/users.ts';
import { EXIT, type ExitCode, UsageError } from '../exit-code.ts';
import { readOneOf, readLines } from '../option-values.ts';
import type { Fact, Output } from '../output.ts';
import { transactionType } from '../../../../src-shared/model/words/en/transaction-type.ts';
import { addAdminCreditCommands } from './admin-credit-commands.ts';
import { makeAdministrator } from './administrator.ts';
import { agree, type AgreementOptions } from '../price-agreement.ts';

interface UsersOptions {
  readonly search?: string;
  readonly status?: string;
  readonly csv?: boolean;
  readonly json?: boolean;
}

const CSV_HEAD = ['name', 'e-mail', 'organisation', 'status', 'credits', 'registered', 'id'];

const SHOWN_DAYS = 30;

export function addAdminCommands(program: AnsweringCommand): void {
  const admin = program
    .command('admin')
    .description('for administrators: users, their credits and suspensions');

  admin
    .command('users')
    .description('all users of the service')
    .option('--search <text>', 'words of a name, an address, an organisation or a place')
    .option('--status <status>', USER_STATUSES.join(', '), readOneOf('--status', USER_STATUSES))
    .option('--csv', 'print a table for spreadsheets')
    .answers(async (application, output, options: UsersOptions) => {
      const { search = '', status = null, csv = false, json = false } = options;
      if (csv && json) throw new UsageError('Choose --csv or --json, not both.');
      const administrator = makeAdministrator(application, output);
      const { users, isComplete } = await administrator.read('admin.users', {});
      const found = filterUsers(users, { text: search, userStatus: status });
      output.json({ users: found.map(userDocument), isComplete });
      if (csv) {
        output.environment.stdout.write(usersCsv(found, CSV_HEAD, ({ userStatus }) => userStatus));
      } else if (found.length === 0) output.line('No user fits.');
      else printUsers(found, output);
      if (!isComplete) {
        output.note('The service did not show its whole list. There may be more users.');
      }
      return EXIT.done;
    });

  admin
    .command('user <id-or-email>')
    .description(`one user: status, credits, permissions, bookings of the last ${SHOWN_DAYS} days`)
    .answers(async (application, output, asked: string) => {
      const { call } = application;
      const user = await makeAdministrator(application, output).find(asked);
      const { userId } = user;
      const permissions = await call('users.permissions', { userId });
      const { clockAheadMs } = await call('status.read', {});
      const nowMs = Date.now() - (clockAheadMs ?? 0);
      const days = { from: utcDay(nowMs - (SHOWN_DAYS - 1) * DAY_MS), to: utcDay(nowMs) };
      const booked = await call('users.transactions', { userId, days });
      output.json({
        user: userDocument(user),
        permissions,
        transactions: booked.map(({ atMs, ...line }) => ({
          ...line,
          at: isoFromMs(atMs),
        })),
      });
      output.facts([...userFacts(user), ...permissionFacts(permissions)]);
      printBookings(booked, output);
      return EXIT.done;
    });

  addAdminCreditCommands(admin);
  addSuspensionCommands(admin);
}

function printUsers(users: readonly AdminUserView[], output: Output): void {
  output.table(
    ['id', 'name', 'e-mail', 'organisation', 'status', 'credits'],
    users.map((user) => [
      user.userId,
      personName(user),
      user.email,
      user.organisation,
      user.userStatus,
      user.credits,
    ]),
  );
}

function userDocument({ createdAtMs, ...user }: AdminUserView) {
  return { ...user, createdAt: isoFromMs(createdAtMs) };
}

function userFacts(user: AdminUserView): readonly Fact[] {
  const { email, userId, userStatus, credits, createdAtMs, suspension } = user;
  return [
    ['Name', personName(user)],
    ['E-mail', email],
    ...profileRows(user),
    ['Id', userId],
    ['Status', userStatus],
    ...(suspension === undefined
      ? []
      : [['Suspended', `${momentText(suspension.atMs)}: ${suspension.reason}`] as const]),
    ['Credits', integer(credits)],
    ['Registered', createdAtMs === null ? 'not stated' : momentText(createdAtMs)],
  ];
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

interface SuspendOptions extends AgreementOptions {
  readonly reason: string;
}

function addSuspensionCommands(admin: AnsweringCommand): void {
  admin
    .command('suspend <id-or-email>')
    .description('suspend somebody until "admin restore"')
    .requiredOption('--reason <text>', 'why; the person reads it', readLines)
    .option('--yes', 'do not ask')
    .answers(async (application, output, asked: string, options: SuspendOptions) => {
      const administrator = makeAdministrator(application, output);
      const reason = options.reason.trim();
      const user = await administrator.find(asked);
      const { email, userStatus } = user;
      const name = personName(user);
      if (userStatus === 'Suspended') return alreadySo(`${name} is suspended already.`, output);
      if (userStatus !== 'Active') {
        const message = `Only an active user can be suspended, and ${name} is "${userStatus}". Nothing was sent.`;
        return output.answer(
          { ok: false, state: 'not-active', message },
          message,
          EXIT.needsPerson,
        );
      }
      const question = `Suspend ${name} <${email}>? They cannot use the service until the suspension is ended, and read the reason.`;
      if (!(await agree(question, options, output))) return EXIT.needsPerson;
      await administrator.act('admin.suspend', { email, reason }, asked);
      return done(`${name} is suspended.`, output);
    });

  admin
    .command('restore <id-or-email>')
    .description('end a suspension')
    .option('--yes', 'do not ask')
    .answers(async (application, output, asked: string, options: AgreementOptions) => {
      const administrator = makeAdministrator(application, output);
      const user = await administrator.find(asked);
      const { email, userStatus } = user;
      const name = personName(user);
      if (userStatus !== 'Suspended') return alreadySo(`${name} is not suspended.`, output);
      const question = `End the suspension of ${name} <${email}>?`;
      if (!(await agree(question, options, output))) return EXIT.needsPerson;
      await administrator.act('admin.restore', { email }, asked);
      return done(`The suspension of ${name} has ended.`, output);
    });
}

function done(message: string, output: Output): ExitCode {
  return output.answer({ ok: true, state: 'done', message }, message);
}

function alreadySo(what: string, output: Output): ExitCode {
  const message = `${what} Nothing was sent.`;
  return output.answer({ ok: true, state: 'already-there', message }, message);
}
