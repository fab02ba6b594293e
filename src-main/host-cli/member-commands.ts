/** `labseal member …`: people of a project. */
import type { Command } from 'commander';
import { valueOf, type CommandContext } from './command-context.ts';
import { UsageError } from './exit-code.ts';
import { readCount } from './option-values.ts';
import { BELOW_FLOOR_HELP } from './price-agreement.ts';
import { runPaidChange, type PaidOptions } from './run-paid-change.ts';

interface InviteOptions extends PaidOptions {
  readonly project: string;
  readonly user?: string;
  readonly email?: string;
}

export function addMemberCommands(program: Command, context: CommandContext): void {
  program
    .command('member')
    .description('people of a project')
    .command('invite')
    .description('invite somebody to a project (costs credits)')
    .requiredOption('--project <id>', 'the project')
    .option('--user <id>', 'the person, by id')
    .option('--email <address>', 'the person, by e-mail address')
    .option('--yes', 'agree to the price')
    .option('--max-credits <n>', 'agree to a price up to n credits', readCount('--max-credits'))
    .option('--below-floor', BELOW_FLOOR_HELP)
    .option('--json', 'print one JSON document')
    .action((options: InviteOptions) =>
      context.withAccount(options, async (account, output) => {
        const person = personOf(options);
        const { paidChanges } = account;
        const intent = valueOf(
          await paidChanges.invitation(options.project, person, context.signal),
        );
        return runPaidChange(account, intent, { ...options, mayBeKept: true }, output, context);
      }),
    );
}

function personOf({ user, email }: InviteOptions) {
  if (user !== undefined && email === undefined && user !== '') return { userId: user };
  if (email !== undefined && user === undefined && email !== '') return { email };
  throw new UsageError('Say whom to invite, with either --user ID or --email ADDRESS.');
}
