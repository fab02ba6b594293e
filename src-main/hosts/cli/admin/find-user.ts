/** Whom an administrator means, as the service lists them now. Its list is for administrators only. */
import type { AdminUserView } from '../../../../src-shared/model/people/admin-user-view.ts';
import type { CoreFault } from '../../../../src-shared/model/status/core-fault.ts';
import type { Result } from '../../../../src-shared/model/result.ts';
import { ended } from '../../../../src-shared/model/words/en/figures.ts';
import type { Account } from '../../../app/account.ts';
import type { Core } from '../../../app/create-core.ts';
import { valueOf, type CommandContext } from '../command-context.ts';
import { CommandFault } from '../exit-code.ts';

/** `asked`: an id, or a complete e-mail address in any case. */
export async function findUser(
  asked: string,
  { people }: Account,
  core: Core,
  { signal }: CommandContext,
): Promise<AdminUserView> {
  const { administration } = people;
  const wanted = asked.trim();
  return asAdministrator(
    await (wanted.includes('@')
      ? administration.userByEmail(wanted, signal)
      : administration.user(wanted, signal)),
    core,
  );
}

/** The value; somebody who is no administrator is told so, whatever words the service has for it. */
export function asAdministrator<Value>(answer: Result<Value, CoreFault>, core: Core): Value {
  if (answer.ok || answer.fault.kind !== 'forbidden') return valueOf(answer);
  const { state } = core.session();
  const who = state.state === 'signed-out' ? 'your account' : state.email;
  const { serviceSays } = answer.fault;
  const words = serviceSays === null ? '' : ` The service says: ${ended(serviceSays)}`;
  throw new CommandFault(
    answer.fault,
    `Only administrators of the service can do this, and ${who} is not one. Nothing was changed.${words}`,
  );
}
