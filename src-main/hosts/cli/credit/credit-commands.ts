/** `labseal credit …`: the money. */
import type { AnsweringCommand } from '../answering-command.ts';
import { type CreditSummary, enoughOf } from '../../../../src-shared/model/money/credit-views.ts';
import { assertNever } from '../../../../src-shared/model/result.ts';
import type { CallInput } from '../../../../src-shared/bridge/calls.ts';
import {
  LARGE_BATCH_FILES,
  SPEND_LIMITS,
  type SpendLimitName,
} from '../../../../src-shared/model/money/spend-limits.ts';
import {
  creditText,
  integer,
  keptBalanceText,
} from '../../../../src-shared/model/words/en/figures.ts';
import { BRIEF } from '../application.ts';
import { valueOf } from '../command-context.ts';
import { CommandFault, EXIT } from '../exit-code.ts';
import { readCountOrNone } from '../option-values.ts';
import { enoughForText } from '../price-agreement.ts';
import { EACH_FILE, NO_ASK_ABOVE } from '../refused-line.ts';
import { addCreditHistoryCommand } from './credit-history-command.ts';

export function addCreditCommands(program: AnsweringCommand): void {
  const credit = program.command('credit').description('credits');

  credit
    .command('balance')
    .description(
      'the balance, read from the service now, what it is enough for, and what was spent',
    )
    .answers(async ({ call, ask }, output) => {
      const asked = await ask('credits.summary', {}, BRIEF);
      const fault = asked.ok ? asked.value.fault : asked.fault;
      if (fault !== null) {
        const kept = await call('credits.known', {});
        if (kept !== null) output.note(keptBalanceText(kept));
        throw new CommandFault(fault);
      }
      const summary = valueOf(asked);
      const { balanceAtMs: _, fault: __, limits: ___, ...plain } = summary;
      output.json(plain);
      const { spentThisMonth, folders } = plain;
      output.line(balanceText(summary));
      if (spentThisMonth > 0)
        output.line(`${creditText(spentThisMonth)} spent from this computer this month (UTC).`);
      const own = folders.filter(({ budgetCredits }) => budgetCredits !== null);
      output.table(
        ['folder', 'spent', 'budget', 'path'],
        own.map(({ id, spentCredits, budgetCredits, path }) => [
          id,
          spentCredits,
          budgetCredits ?? '',
          path,
        ]),
      );
      return EXIT.done;
    });

  addCreditHistoryCommand(credit);
  credit.hadCommand(
    'forecast',
    '"credit forecast" was removed. "labseal credit balance" shows what your credits are enough for, and what was spent.',
  );

  withLimits(credit.command('budget'))
    .summary('limits on spending; without options: shows them')
    .description(
      'limits on spending; without options: shows them\n\nIn --json the keys day, ask-above, brake-files, brake-credits, floor and send-again belong to limits and switches that are gone: they stay in this version for scripts that read them.',
    )
    .answers(async ({ call }, output, options: LimitOptions) => {
      for (const change of changesOf(options)) await call('credits.setLimit', change);
      const limits = await call('credits.limits', {});
      const folders = await call('folders.list', {});
      const own = folders.filter(({ budgetCredits }) => budgetCredits !== null);
      output.json({
        ...limits,
        ...SCRIPTS_READ,
        floor: limits.reserve,
        'send-again': 'on', // what it switched on is how it always is: for scripts that read it
        folders: own.map(({ id, path, budgetCredits }) => ({ id, path, budgetCredits })),
      });
      output.table(
        ['limit', 'value', 'means'],
        SPEND_LIMITS.map((name) => [name, limits[name] ?? 'none', MEANS[name]]),
      );
      output.table(
        ['folder', 'budget', 'path'],
        own.map(({ id, path, budgetCredits }) => [id, budgetCredits ?? '', path]),
      );
      return EXIT.done;
    });
}

/** "none" removes a limit. */
type Limit = number | 'none';

interface LimitOptions {
  readonly reserve?: Limit;
  readonly month?: Limit;
}

/** Of limits that were there once, for scripts that read them. */
const SCRIPTS_READ = {
  day: null,
  'ask-above': null,
  'brake-files': LARGE_BATCH_FILES,
  'brake-credits': null,
};

const MEANS: Readonly<Record<SpendLimitName, string>> = {
  reserve: 'credits that stay on the balance',
  month: 'credits per month (UTC)',
};

const LARGE_BATCH = `A folder that brings more than ${integer(LARGE_BATCH_FILES)} new files at once always waits for you.`;

/** What it had, each with what does its work now. */
const HAD: Readonly<Record<string, string>> = {
  day: 'There is no limit per day any more. "--month N" limits a month, and "labseal folder edit FOLDER --budget N" a folder.',
  floor: 'The floor is called reserve: "labseal credit budget --reserve N".',
  'ask-above': NO_ASK_ABOVE,
  'brake-files': `${LARGE_BATCH} ${EACH_FILE}`,
  'brake-credits': `${LARGE_BATCH} "labseal folder edit FOLDER --budget N" limits a folder.`,
};

function withLimits(command: AnsweringCommand): AnsweringCommand {
  for (const name of SPEND_LIMITS) {
    command.option(`--${name} <n>`, `${MEANS[name]}, or none`, readCountOrNone(`--${name}`));
  }
  for (const [name, instead] of Object.entries(HAD)) command.had(`--${name} [n]`, instead);
  return command.had(
    '--send-again [switch]',
    'No switch is needed: what shows neither a record nor a charge after ten minutes is sent again once.',
  );
}

/** Only what was given. */
function changesOf(options: LimitOptions): readonly CallInput<'credits.setLimit'>[] {
  return SPEND_LIMITS.flatMap((name) => {
    const value = options[name];
    return value === undefined ? [] : [{ name, value: value === 'none' ? null : value }];
  });
}

/** "440 credits: enough for all that waits." */
function balanceText(summary: CreditSummary): string {
  const balance = summary.balance ?? 0;
  const credits = creditText(balance);
  const enough = enoughOf(summary);
  const isReserved = summary.queuedCredits <= balance;
  switch (enough?.for) {
    case undefined:
      return credits;
    case 'all':
      return `${credits}: enough for all that waits.`;
    case 'files':
      return `${credits}. ${enoughForText(enough.fitting, enough.files, isReserved ? summary.limits.reserve : null)}`;
    case 'no-changes':
      return `${credits}: enough for all files, not for the changes that wait (${creditText(enough.credits)}).`;
    default:
      return assertNever(enough);
  }
}
