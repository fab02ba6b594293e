/** `labseal credit history`: the service's entries beside the files and changes they paid for. */
import type { AnsweringCommand } from '../answering-command.ts';
import type {
  CreditHistory,
  HistoryLine,
} from '../../../../src-shared/model/money/credit-views.ts';
import { placePath } from '../../../../src-shared/model/status/history-line.ts';
import { DAY_MS, isoFromMs, msFromUtcDay, utcDay } from '../../../../src-shared/model/text/time.ts';
import { topicOfFault } from '../../../../src-shared/model/text/guide-topics.ts';
import {
  counted,
  creditText,
  integer,
  momentText,
} from '../../../../src-shared/model/words/en/figures.ts';
import { chargeTitle } from '../../../../src-shared/model/words/en/changes.ts';
import { MOST_DAYS } from '../../../../src-shared/bridge/call.ts';
import { MOST_HISTORY_LINES } from '../../../../src-shared/bridge/credit-calls.ts';
import type { Application } from '../application.ts';
import { csvText } from '../../../../src-shared/model/text/csv.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import { coreFaultSentence } from '../fault-text.ts';
import { readDay } from '../option-values.ts';
import type { Output } from '../output.ts';
import { tellClockOf } from '../price-agreement.ts';
import { wholeOf, windowsOf } from '../windows-of.ts';
import { transactionType } from '../../../../src-shared/model/words/en/transaction-type.ts';

interface HistoryOptions {
  readonly json?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly csv?: boolean;
}

export function addCreditHistoryCommand(credit: AnsweringCommand): void {
  credit
    .command('history')
    .description(
      'charges and additions, the latest first, with the files and changes they paid for',
    )
    .option(
      '--from <day>',
      `first day, as YYYY-MM-DD (UTC); default: ${USUAL_DAYS} days up to the last day`,
      readDay('--from'),
    )
    .option('--to <day>', 'last day, as YYYY-MM-DD (UTC); default: today', readDay('--to'))
    .option('--csv', 'print a table for spreadsheets')
    .answers(async (application, output, options: HistoryOptions) => {
      const { csv = false, json = false } = options;
      if (csv && json) throw new UsageError('Choose --csv or --json, not both.');
      const { days, history } = await readAsked(options, application);
      const { from, to } = days;
      if (csv) output.environment.stdout.write(csvOf(history.lines));
      else printHistory(history, { from, to }, output);
      if (options.from === undefined) output.aside(`From ${from} to ${to} (UTC).`);
      await tellClockOf(application, output);
      printDoubts(history, output);
      return EXIT.done;
    });
}

const USUAL_DAYS = 30;

/** Which day it is at the service, its answer tells: where that is another day, the usual days are read again. */
async function readAsked(options: HistoryOptions, { call }: Application) {
  const known = await call('status.read', {});
  const { from, to } = chooseDays(options, Date.now() - (known.clockAheadMs ?? 0));
  // A first day that is to come by this computer's clock need not be that at the service.
  const days = options.to === undefined && from > to ? { from, to: from } : inOrder({ from, to });
  const history = await readHistory(days, call);
  const { clockAheadMs } = await call('status.read', {});
  const daysThere = inOrder(chooseDays(options, Date.now() - (clockAheadMs ?? 0)));
  const isSame = days.from === daysThere.from && days.to === daysThere.to;
  return { days: daysThere, history: isSame ? history : await readHistory(daysThere, call) };
}

interface NamedDays {
  readonly from: string;
  readonly to: string;
}

function inOrder({ from, to }: NamedDays): NamedDays {
  if (from > to) throw new UsageError('--from is later than --to. Exchange them.');
  if (startMs(to) - startMs(from) >= MOST_DAYS * DAY_MS) {
    throw new UsageError('--from and --to are more than a hundred years apart.');
  }
  return { from, to };
}

/** The latest first. The first answer says how current all of it is. */
async function readHistory(
  days: { readonly from: string; readonly to: string },
  call: Application['call'],
): Promise<CreditHistory> {
  const windows = windowsOf(MOST_HISTORY_LINES, ({ first, count }) =>
    call('credits.history', { ...days, lines: { first, count } }),
  );
  const { first, items } = await wholeOf(windows, ({ lines }) => lines);
  return { ...first, lines: items.toReversed() };
}

/** Both days included. A missing last day is today's of UTC, a missing first one makes it the usual number of days. */
export function chooseDays(
  { from, to }: Pick<HistoryOptions, 'from' | 'to'>,
  nowMs: number,
): { readonly from: string; readonly to: string } {
  const last = to ?? utcDay(nowMs);
  return { from: from ?? utcDay(startMs(last) - (USUAL_DAYS - 1) * DAY_MS), to: last };
}

function startMs(day: string): number {
  const ms = msFromUtcDay(day);
  if (ms === null) throw new Error(`${day} is not a day`); // it was read before
  return ms;
}

/** "The service charged 420 credits for run.raw, where at most 413 were expected." */
export function deviationSentence(charged: number, expected: number, what: string): string {
  return `The service charged ${creditText(charged)} for ${what}, where at most ${integer(expected)} ${expected === 1 ? 'was' : 'were'} expected.`;
}

/** "run.raw was paid for twice, 14 credits in all: another computer of your account sent it too." */
export function paidElsewhereSentence(what: string, credits: number): string {
  return `${what} was paid for twice, ${creditText(credits)} in all: another computer of your account sent it too.`;
}

function csvOf(lines: readonly HistoryLine[]): string {
  return csvText(
    ['time', 'amount', 'type', 'file', 'change', 'expected', 'charged', 'difference', 'folder'],
    lines.map(({ atMs, amount, type, file, change, expected, charged, difference, folderPath }) => [
      isoFromMs(atMs),
      amount,
      type,
      file,
      change === null ? null : chargeTitle(change),
      expected,
      charged,
      difference,
      folderPath,
    ]),
  );
}

/** The file or change it paid for; empty when this computer sent neither. */
function paidFor({
  file,
  folderPath,
  change,
}: Pick<HistoryLine, 'file' | 'folderPath' | 'change'>): string {
  if (file !== null) return placePath({ folderPath: folderPath ?? '', name: file });
  return change === null ? '' : chargeTitle(change);
}

function printHistory(
  history: CreditHistory,
  { from, to }: { readonly from: string; readonly to: string },
  output: Output,
): void {
  const { lines, asOfMs, unknownDays } = history;
  output.json({
    from,
    to,
    asOf: isoFromMs(asOfMs),
    unknownDays,
    lines: lines.map(({ atMs, ...line }) => ({ at: isoFromMs(atMs), ...line })),
  });
  if (lines.length === 0) output.line('Nothing was charged or added in these days.');
  output.table(
    ['time', 'amount', 'type', 'for', 'at most', 'charged'],
    lines.map(({ atMs, amount, type, expected, charged, ...line }) => [
      momentText(atMs),
      amount ?? '',
      type === null ? '(not in the history yet)' : transactionType(type),
      paidFor(line),
      expected ?? '',
      charged ?? '',
    ]),
  );
}

function printDoubts({ lines, asOfMs, unknownDays, fault }: CreditHistory, output: Output): void {
  for (const { charged, expected, isDeviation, ...line } of lines) {
    if (!isDeviation || charged === null || expected === null) continue;
    output.note(deviationSentence(charged, expected, paidFor(line)));
  }
  if (fault === null) return;
  output.note(coreFaultSentence(fault));
  output.more(topicOfFault(fault));
  if (asOfMs !== null) output.note(`This is a copy of ${momentText(asOfMs)}.`);
  if (unknownDays > 0) {
    output.note(`Nothing is known here about ${counted(unknownDays, 'day', 'days')} of it.`);
  }
}
