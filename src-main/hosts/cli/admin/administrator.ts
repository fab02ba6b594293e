/** The calls of an administrator: each is sent once, nothing is queued, and an unknown result stays one. */
import type { CallInput, CallOutput } from '../../../../src-shared/bridge/calls.ts';
import type { AdminUserView } from '../../../../src-shared/model/people/admin-user-view.ts';
import type { AskedPerson } from '../../../../src-shared/model/people/person-view.ts';
import { fail, type Result } from '../../../../src-shared/model/result.ts';
import type { CoreFault } from '../../../../src-shared/model/status/core-fault.ts';
import { lostAnswerText } from '../../../../src-shared/model/words/en/causes.ts';
import { ended } from '../../../../src-shared/model/words/en/figures.ts';
import type { Application } from '../application.ts';
import { CommandFault } from '../exit-code.ts';
import type { Output } from '../output.ts';
import { personCalled } from '../subjects.ts';

type Action = 'admin.adjustCredits' | 'admin.suspend' | 'admin.restore';

export type Administrator = ReturnType<typeof makeAdministrator>;

export function makeAdministrator(application: Application, output: Output) {
  /** Somebody who is no administrator is told so, whatever words the service has for it. */
  async function endOf(fault: CoreFault): Promise<CommandFault> {
    if (fault.kind !== 'forbidden') return new CommandFault(fault);
    const { session } = await application.call('session.state', {});
    const who = session.state === 'signed-out' ? 'your account' : session.email;
    const { serviceSays } = fault;
    const words = serviceSays === null ? '' : ` The service says: ${ended(serviceSays)}`;
    return new CommandFault(
      fault,
      `Only administrators of the service can do this, and ${who} is not one. Nothing was changed.${words}`,
    );
  }

  async function read<Name extends 'admin.users' | 'admin.user'>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<CallOutput<Name>> {
    const answer = await application.ask(name, input);
    if (answer.ok) return answer.value;
    throw await endOf(answer.fault);
  }

  return {
    read,

    /** Whom the service lists now under this id or complete e-mail address. */
    find: (asked: string) => read('admin.user', personCalled(asked.trim())),

    /** Whom it knows of these, in their order; null: nobody is called so. Reads its list once, however many are asked for. */
    async findEach(asked: readonly string[]): Promise<readonly (AdminUserView | null)[]> {
      const { users, isComplete } = await read('admin.users', {});
      const found: (AdminUserView | null)[] = [];
      for (const each of asked) {
        const known = users.find((user) => isCalled(user, personCalled(each)));
        found.push(known ?? (isComplete ? null : await look(each)));
      }
      return found;
    },

    attempt,

    async act<Name extends Action>(
      name: Name,
      input: CallInput<Name>,
      asked: string,
    ): Promise<CallOutput<Name>> {
      const answer = await attempt(name, input, asked);
      if (answer.ok) return answer.value;
      throw answer.fault;
    },
  };

  /** `asked`: whom to look at when nobody can say what became of it. */
  async function attempt<Name extends Action>(
    name: Name,
    input: CallInput<Name>,
    asked: string,
  ): Promise<Result<CallOutput<Name>, CommandFault>> {
    const advice = `Look at the account with "labseal admin user ${asked}" before you do it again.`;
    try {
      const answer = await application.ask(name, input);
      if (answer.ok) return answer;
      if (answer.fault.kind !== 'unknown-outcome') return fail(await endOf(answer.fault));
      const lost = `${lostAnswerText(answer.fault.why)}. It may have been done or not. Nothing is sent again.`;
      return fail(new CommandFault(answer.fault, `${lost} ${advice}`));
    } finally {
      if (output.environment.signal.aborted)
        output.note(`It may have been done already. ${advice}`);
    }
  }

  async function look(asked: string): Promise<AdminUserView | null> {
    const answer = await application.ask('admin.user', personCalled(asked));
    if (answer.ok) return answer.value;
    if (answer.fault.kind === 'unknown-user') return null;
    throw await endOf(answer.fault);
  }
}

function isCalled({ userId, email }: AdminUserView, asked: AskedPerson): boolean {
  if ('userId' in asked) return userId === asked.userId;
  return email.toLowerCase() === asked.email.toLowerCase();
}
