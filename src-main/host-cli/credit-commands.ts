/** `labseal credit …`: the money. */
import type { Command } from 'commander';
import { counted } from '../../src-shared/model/words/en.ts';
import { valueOf, type CommandContext } from './command-context.ts';
import { EXIT } from './exit-code.ts';

export function addCreditCommands(program: Command, context: CommandContext): void {
  program
    .command('credit')
    .description('credits')
    .command('balance')
    .description('the balance, read from the service now')
    .option('--json', 'print one JSON document')
    .action((options: { json?: boolean }) =>
      context.withAccount(options, async (account, output) => {
        const balance = valueOf(await account.balance(context.signal));
        output.json({ balance });
        output.line(counted(balance, 'credit', 'credits'));
        return EXIT.done;
      }),
    );
}
