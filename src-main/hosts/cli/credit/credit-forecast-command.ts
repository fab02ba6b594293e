/** `labseal credit forecast`: what is there, what is promised, what waits, and how long it lasts. */
import type { Command } from 'commander';
import type { Forecast } from '../../../../src-shared/model/money/credit-views.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import { counted, momentText } from '../../../../src-shared/model/words/en/figures.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT } from '../exit-code.ts';
import { coreFaultSentence } from '../fault-text.ts';
import type { Output } from '../output.ts';
import { shortageText } from './offer-text.ts';

export function addCreditForecastCommand(credit: Command, context: CommandContext): void {
  credit
    .command('forecast')
    .description('what the credits are promised to, and how long they last')
    .option('--json', 'print one JSON document')
    .action((options: { json?: boolean }) =>
      context.withAccount(options, async ({ credits }, output) => {
        printForecast(await credits.forecast(context.signal), output);
        return EXIT.done;
      }),
    );
}

function printForecast(forecast: Forecast, output: Output): void {
  const { balance, balanceAtMs, fault, reserved, queuedFiles, queuedCredits } = forecast;
  const { waitingChanges, waitingCredits } = forecast;
  const { available, limits, lastsDays, folders, spentToday, spentThisMonth } = forecast;
  const { fault: _, balanceAtMs: __, ...plain } = forecast;
  output.json({ ...plain, balanceAt: balanceAtMs === null ? null : isoFromMs(balanceAtMs) });
  const queued = counted(queuedFiles, 'file', 'files');
  output.table(
    ['', 'credits', ''],
    [
      ['balance', balance ?? '', balance === null ? 'not known' : ''],
      ['reserved', reserved, 'uploads and changes on their way'],
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
    const price = counted(credits, 'credit', 'credits');
    output.line(`${path}: ${counted(files, 'file', 'files')} queued, at most ${price}.`);
  }
  const short = shortageText({ ...forecast, payable: queuedFiles, credits: queuedCredits });
  if (short !== null) output.line(short);
  if (lastsDays !== null) {
    const days = counted(lastsDays, 'day', 'days');
    output.line(`At the rate of the last 7 days, about ${days}.`);
  }
  if (fault !== null) output.note(coreFaultSentence(fault));
  if (fault !== null && balanceAtMs !== null) {
    output.note(`The balance is that of ${momentText(balanceAtMs)}.`);
  }
}
