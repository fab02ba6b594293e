/** `labseal credit …`: the money. */
import { Option } from 'commander';
import type { AnsweringCommand } from '../answering-command.ts';
import type { Forecast } from '../../../../src-shared/model/money/credit-views.ts';
import type { CallInput } from '../../../../src-shared/bridge/calls.ts';
import type { SpendLimitName } from '../../../../src-shared/model/money/spend-limits.ts';
import { topicOfFault } from '../../../../src-shared/model/text/guide-topics.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import {
  counted,
  creditText,
  fileText,
  momentText,
} from '../../../../src-shared/model/words/en/figures.ts';
import { EXIT } from '../exit-code.ts';
import { coreFaultSentence } from '../fault-text.ts';
import { readCountOrNone } from '../option-values.ts';
import type { Output } from '../output.ts';
import { shortageText } from '../price-agreement.ts';
import { addCreditHistoryCommand } from './credit-history-command.ts';

export function addCreditCommands(program: AnsweringCommand): void {
  const credit = program.command('credit').description('credits');

  credit
    .command('balance')
    .description('the balance, read from the service now')
    .answers(async ({ call }, output) => {
      const { credits: balance } = await call('credits.balance', {});
      return output.answer({ balance }, creditText(balance));
    });

  addCreditHistoryCommand(credit);
  addCreditForecastCommand(credit);

  withLimits(credit.command('budget'))
    .description('limits on spending; without options: shows them')
    .answers(async ({ call }, output, options: LimitOptions) => {
      for (const change of changesOf(options)) await call('credits.setLimit', change);
      const { sendAgain: chosen } = options;
      if (chosen !== undefined) await call('credits.setResend', { isOn: chosen === 'on' });
      const limits = await call('credits.limits', {});
      const sendAgain = (await call('credits.resend', {})) ? 'on' : 'off';
      const folders = await call('folders.list', {});
      const own = folders.filter(({ budgetCredits }) => budgetCredits !== null);
      output.json({
        ...limits,
        'send-again': sendAgain,
        folders: own.map(({ id, path, budgetCredits }) => ({ id, path, budgetCredits })),
      });
      output.table(
        ['limit', 'value', 'means'],
        [
          ...LIMITS.map(({ name, means }) => [name, limits[name] ?? 'none', means] as const),
          ['send-again', sendAgain, SEND_AGAIN],
        ],
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
  readonly day?: Limit;
  readonly month?: Limit;
  readonly floor?: Limit;
  readonly askAbove?: Limit;
  readonly brakeFiles?: Limit;
  readonly brakeCredits?: Limit;
  readonly sendAgain?: 'on' | 'off';
}

const SEND_AGAIN = 'without asking, once, what the service shows neither recorded nor charged';

const LIMITS: readonly {
  readonly name: SpendLimitName;
  readonly key: keyof Omit<LimitOptions, 'json' | 'sendAgain'>;
  readonly means: string;
}[] = [
  { name: 'day', key: 'day', means: 'credits per day (UTC)' },
  { name: 'month', key: 'month', means: 'credits per month (UTC)' },
  { name: 'floor', key: 'floor', means: 'credits that stay on the balance' },
  { name: 'ask-above', key: 'askAbove', means: 'files that cost more need approval' },
  { name: 'brake-files', key: 'brakeFiles', means: 'more new files at once wait for approval' },
  {
    name: 'brake-credits',
    key: 'brakeCredits',
    means: 'new files that cost more at once wait for approval',
  },
];

function withLimits(command: AnsweringCommand): AnsweringCommand {
  for (const { name, means } of LIMITS) {
    command.option(`--${name} <n>`, `${means}, or none`, readCountOrNone(`--${name}`));
  }
  return command.addOption(new Option('--send-again <switch>', SEND_AGAIN).choices(['on', 'off']));
}

/** Only what was given. */
function changesOf(options: LimitOptions): readonly CallInput<'credits.setLimit'>[] {
  return LIMITS.flatMap(({ name, key }) => {
    const value = options[key];
    return value === undefined ? [] : [{ name, value: value === 'none' ? null : value }];
  });
}

/** `labseal credit forecast`: balance, committed spending, waiting files, and how long the balance lasts. */
function addCreditForecastCommand(credit: AnsweringCommand): void {
  credit
    .command('forecast')
    .description('what the credits are promised to, and how long they last')
    .answers(async ({ call }, output) => {
      printForecast(await call('credits.forecast', {}), output);
      return EXIT.done;
    });
}

function printForecast(forecast: Forecast, output: Output): void {
  const { balance, balanceAtMs, fault, reserved, queuedFiles, queuedCredits } = forecast;
  const { waitingChanges, waitingCredits } = forecast;
  const { available, limits, lastsDays, folders, spentToday, spentThisMonth } = forecast;
  const { fault: _, balanceAtMs: __, ...plain } = forecast;
  output.json({ ...plain, balanceAt: isoFromMs(balanceAtMs) });
  const queued = fileText(queuedFiles);
  output.table(
    ['', 'credits', 'means'],
    [
      ['balance', balance ?? '', balance === null ? 'not known' : ''],
      ['reserved', reserved, 'uploads and changes on their way'],
      ...(limits.floor === null ? [] : [['kept', limits.floor, 'your floor']]),
      ['queued', queuedCredits, `${queued}, at most`],
      ['waiting', waitingCredits, counted(waitingChanges, 'change', 'changes')],
      ['available', available ?? '', (available ?? 0) < 0 ? 'missing' : ''],
    ].map(([what, credits, note]) => [what ?? '', credits ?? '', note ?? '']),
  );
  const spent = [
    ['today (UTC)', spentToday, limits.day],
    ['this month (UTC)', spentThisMonth, limits.month],
    ...folders.map(({ path, spentCredits, budgetCredits }) => [path, spentCredits, budgetCredits]),
  ] as const;
  output.table(
    ['', 'spent', 'budget'],
    spent.map(([where, credits, budget]) => [String(where), credits ?? 0, budget ?? 'none']),
  );
  for (const { path, queuedFiles: files, queuedCredits: credits } of folders) {
    if (files === 0) continue;
    const price = creditText(credits);
    output.line(`${path}: ${fileText(files)} queued, at most ${price}.`);
  }
  const { floor } = limits;
  const short = shortageText({ ...forecast, floor, payable: queuedFiles, credits: queuedCredits });
  if (short !== null) output.line(short);
  if (lastsDays !== null) {
    const days = counted(lastsDays, 'day', 'days');
    output.line(`At the rate of the last 7 days, about ${days}.`);
  }
  if (fault !== null) {
    output.note(coreFaultSentence(fault));
    output.more(topicOfFault(fault));
  }
  if (fault !== null && balanceAtMs !== null) {
    output.note(`The balance is that of ${momentText(balanceAtMs)}.`);
  }
}
