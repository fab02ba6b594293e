/** `labseal credit …`: the money. */
import type { Command } from 'commander';
import type {
  SpendLimitName,
  SpendLimits,
} from '../../../../src-shared/model/money/spend-limits.ts';
import { counted } from '../../../../src-shared/model/words/en/figures.ts';
import { valueOf, type CommandContext } from '../command-context.ts';
import { addCreditForecastCommand } from './credit-forecast-command.ts';
import { addCreditHistoryCommand } from './credit-history-command.ts';
import { EXIT } from '../exit-code.ts';
import { readCountOrNone } from '../option-values.ts';

export function addCreditCommands(program: Command, context: CommandContext): void {
  const credit = program.command('credit').description('credits');

  credit
    .command('balance')
    .description('the balance, read from the service now')
    .option('--json', 'print one JSON document')
    .action((options: { json?: boolean }) =>
      context.withAccount(options, async (account, output) => {
        const balance = valueOf(await account.credits.balance(context.signal));
        output.json({ balance });
        output.line(counted(balance, 'credit', 'credits'));
        return EXIT.done;
      }),
    );

  addCreditHistoryCommand(credit, context);
  addCreditForecastCommand(credit, context);

  withLimits(credit.command('budget'))
    .description('limits on spending; without options: shows them')
    .option('--json', 'print one JSON document')
    .action((options: LimitOptions) =>
      context.withAccount(options, ({ credits, folders }, output) => {
        const limits = credits.changeLimits(changesOf(options));
        const own = folders.list().filter(({ budgetCredits }) => budgetCredits !== null);
        output.json({
          ...limits,
          folders: own.map(({ id, path, budgetCredits }) => ({
            id: String(id),
            path,
            budgetCredits,
          })),
        });
        output.table(
          ['limit', 'value', 'means'],
          LIMITS.map(({ name, means }) => [name, limits[name] ?? 'none', means]),
        );
        output.table(
          ['folder', 'budget', 'path'],
          own.map(({ id, path, budgetCredits }) => [String(id), budgetCredits ?? '', path]),
        );
        return Promise.resolve(EXIT.done);
      }),
    );
}

/** "none" lifts a limit. */
type Limit = number | 'none';

interface LimitOptions {
  readonly day?: Limit;
  readonly month?: Limit;
  readonly floor?: Limit;
  readonly askAbove?: Limit;
  readonly brakeFiles?: Limit;
  readonly brakeCredits?: Limit;
  readonly json?: boolean;
}

const LIMITS: readonly {
  readonly name: SpendLimitName;
  readonly key: keyof Omit<LimitOptions, 'json'>;
  readonly means: string;
}[] = [
  { name: 'day', key: 'day', means: 'credits per day (UTC)' },
  { name: 'month', key: 'month', means: 'credits per month (UTC)' },
  { name: 'floor', key: 'floor', means: 'credits that stay on the balance' },
  { name: 'ask-above', key: 'askAbove', means: 'a dearer file waits for approval' },
  { name: 'brake-files', key: 'brakeFiles', means: 'more new files at once wait for approval' },
  {
    name: 'brake-credits',
    key: 'brakeCredits',
    means: 'new files that cost more at once wait for approval',
  },
];

function withLimits(command: Command): Command {
  for (const { name, means } of LIMITS) {
    command.option(`--${name} <n>`, `${means}, or none`, readCountOrNone(`--${name}`));
  }
  return command;
}

/** Only what was given. */
function changesOf(options: LimitOptions): Partial<SpendLimits> {
  return Object.fromEntries(
    LIMITS.flatMap(({ name, key }) => {
      const value = options[key];
      return value === undefined ? [] : [[name, value === 'none' ? null : value]];
    }),
  );
}
