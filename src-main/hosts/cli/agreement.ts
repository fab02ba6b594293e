/** A person's agreement to something that costs nothing and is not easily undone. Without it nothing is changed. */
import type { CommandContext } from './command-context.ts';
import { UsageError } from './exit-code.ts';
import type { Output } from './output.ts';
import { canAsk, confirm } from './prompt.ts';

export interface AgreementOptions {
  readonly yes?: boolean;
}

/** True when it may be sent. Throws `UsageError` when nobody can be asked and no option answers. */
export async function agree(
  question: string,
  { yes = false }: AgreementOptions,
  output: Output,
  context: CommandContext,
): Promise<boolean> {
  if (yes) return true;
  if (output.isJson || !canAsk(context)) {
    throw new UsageError(`${question} Nothing is changed without your agreement: add --yes.`);
  }
  if (await confirm(question, context)) return true;
  output.note('Nothing was sent.');
  return false;
}
