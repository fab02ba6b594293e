/** The calls of an administrator: each is sent once, nothing is queued, and an unknown result stays one. */
import type { CallInput, CallOutput } from '../../../../src-shared/bridge/calls.ts';
import type { CoreFault } from '../../../../src-shared/model/status/core-fault.ts';
import { lostAnswerText } from '../../../../src-shared/model/words/en/causes.ts';
import { ended } from '../../../../src-shared/model/words/en/figures.ts';
import type { Application } from '../application.ts';
import { CommandFault } from '../exit-code.ts';
import type { Output } from '../output.ts';
import { personCalled } from '../subjects.ts';

type Action = 'admin.adjustCredits' | 'admin.suspend' | 'admin.restore';

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

    /** `asked`: whom to look at when nobody can say what became of it. */
    async act<Name extends Action>(
      name: Name,
      input: CallInput<Name>,
      asked: string,
    ): Promise<CallOutput<Name>> {
      const look = `Look at the account with "labseal admin user ${asked}" before you do it again.`;
      try {
        const answer = await application.ask(name, input);
        if (answer.ok) return answer.value;
        if (answer.fault.kind !== 'unknown-outcome') throw await endOf(answer.fault);
        throw new CommandFault(
          answer.fault,
          `${lostAnswerText(answer.fault.why)}. It may have been done or not. Nothing is sent again. ${look}`,
        );
      } finally {
        if (output.environment.signal.aborted)
          output.note(`It may have been done already. ${look}`);
      }
    },
  };
}
