/** What all actions of an administrator have in common: sent once, and an unknown result stays one. */
import type { CoreFault } from '../../../../src-shared/model/status/core-fault.ts';
import type { Result } from '../../../../src-shared/model/result.ts';
import { lostAnswerText } from '../../../../src-shared/model/words/en/causes.ts';
import type { Core } from '../../../app/create-core.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandFault } from '../exit-code.ts';
import type { Output } from '../output.ts';
import { asAdministrator } from './find-user.ts';

/** Sends one action. `asked`: whom to look at when nobody can say what became of it. */
export async function act<Value>(
  send: (signal: AbortSignal) => Promise<Result<Value, CoreFault>>,
  asked: string,
  { core, output, context }: { core: Core; output: Output; context: CommandContext },
): Promise<Value> {
  const look = `Look at the account with "labseal admin user ${asked}" before you do it again.`;
  try {
    const answer = await send(context.signal);
    if (!answer.ok && answer.fault.kind === 'unknown-outcome') {
      throw new CommandFault(
        answer.fault,
        `${lostAnswerText(answer.fault.why)}. It may have been done or not. Nothing is sent again. ${look}`,
      );
    }
    return asAdministrator(answer, core);
  } finally {
    if (context.signal.aborted) output.note(`It may have been done already. ${look}`);
  }
}
