/** `labseal transfer …`: the queue of uploads and its controls. */
import type { Command } from 'commander';
import {
  LOWEST_LIMIT_BYTES_PER_SECOND,
  MOST_PARALLEL,
  type UploadPriority,
} from '../../../../src-shared/model/files/transfer-rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, msFromIso } from '../../../../src-shared/model/text/time.ts';
import {
  limitSentence,
  parallelSentence,
  pauseSentence,
} from '../../../../src-shared/model/words/en/waits.ts';
import type { Account } from '../../../app/account.ts';
import type { Transfers } from '../../../features/files/transfers.ts';
import { type CommandContext, valueOf } from '../command-context.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import { quoted, sizeOf } from '../option-values.ts';
import type { Output } from '../output.ts';
import { printQueue, queueDocument, ruleDocument } from './status-command.ts';

interface Options {
  readonly json?: boolean;
}

const TURNS: readonly (readonly [UploadPriority, string])[] = [
  ['first', 'send this file before all others'],
  ['normal', 'send this file in its turn'],
  ['last', 'send this file after all others'],
];

export function addTransferCommands(program: Command, context: CommandContext): void {
  const transfer = program.command('transfer').description('the queue of uploads');

  /** Changes something for all uploads and prints their state. */
  const change = (
    options: Options,
    work: (transfers: Transfers) => void,
    sentence: (transfers: Transfers) => string,
  ): Promise<void> =>
    context.withAccount(options, ({ transfers }, output) => {
      work(transfers);
      output.json(ruleDocument(transfers.view()));
      output.line(sentence(transfers));
      return Promise.resolve(EXIT.done);
    });

  transfer
    .command('list')
    .description('what goes in which order, and what it waits for')
    .option('--json', 'print one JSON document')
    .action((options: Options) =>
      context.withAccount(options, ({ transfers }, output) => {
        const view = transfers.view();
        output.json(queueDocument(view));
        printQueue(view, output);
        return Promise.resolve(EXIT.done);
      }),
    );

  transfer
    .command('pause')
    .description('stop uploads and checks; a later sync goes on where they were')
    .option('--after-current', 'let running uploads finish')
    .option('--until <time>', 'end the pause then: 14:20, 90m, 2h, or ISO 8601', readUntil)
    .option('--json', 'print one JSON document')
    .action((options: Options & { afterCurrent?: boolean; until?: number }) => {
      const { afterCurrent = false, until: untilMs = null } = options;
      const mode = afterCurrent ? 'after-current' : 'now';
      return change(options, (transfers) => transfers.pause(mode, untilMs), pauseNow);
    });

  transfer
    .command('resume [file]')
    .description('end the pause, or return one stopped file to the queue')
    .option('--json', 'print one JSON document')
    .action((asked: string | undefined, options: Options) =>
      asked === undefined
        ? change(options, (transfers) => transfers.resume(), pauseNow)
        : context.withAccount(options, (account, output) => {
            valueOf(account.transfers.restart(asked));
            return sayTurn(asked, account, output, 'is queued again.');
          }),
    );

  for (const [priority, description] of TURNS) {
    transfer
      .command(`${priority} <file>`)
      .description(description)
      .option('--json', 'print one JSON document')
      .action((asked: string, options: Options) =>
        context.withAccount(options, (account, output) => {
          valueOf(account.transfers.prioritise(asked, priority));
          const turn = priority === 'normal' ? 'in its turn' : priority;
          return sayTurn(asked, account, output, `goes ${turn}.`);
        }),
      );
  }

  transfer
    .command('cancel <file>')
    .description('stop the upload of one file, until you resume it')
    .option('--json', 'print one JSON document')
    .action((asked: string, options: Options) =>
      context.withAccount(options, async (account, output) => {
        valueOf(await account.transfers.cancel(asked, context.signal));
        return sayTurn(asked, account, output, 'is not uploaded. Nothing was charged.');
      }),
    );

  transfer
    .command('limit')
    .description('the most that uploads and checks take together: 500kB/s, 2MB/s, none')
    .argument('<rate>', '', readRate)
    .option('--json', 'print one JSON document')
    .action((rate: number | null, options: Options) =>
      change(
        options,
        (transfers) => transfers.setLimit(rate),
        (transfers) => limitSentence(transfers.view()),
      ),
    );

  transfer
    .command('parallel')
    .description('the most files at once: 1 to 8, or auto')
    .argument('<count>', '', readParallel)
    .option('--json', 'print one JSON document')
    .action((parallel: number | null, options: Options) =>
      change(
        options,
        (transfers) => transfers.setParallel(parallel),
        (transfers) => parallelSentence(transfers.view()),
      ),
    );
}

function pauseNow(transfers: Transfers): string {
  return pauseSentence(transfers.view().pause);
}

/** Says how one file stands after a change. */
function sayTurn(
  asked: string,
  { files, transfers }: Pick<Account, 'files' | 'transfers'>,
  output: Output,
  what: string,
) {
  const file = files.find(asked);
  if (file === null) throw new Error(`${asked} is gone`);
  const priority = transfers.priorityOf(file.id);
  output.json({ id: file.id, path: file.path, state: file.state, hold: file.hold, priority });
  output.line(`${file.path} ${what}`);
  return Promise.resolve(EXIT.done);
}

/** Reads times and rates as a person writes them. Throws `UsageError` with a sentence that says what to write. */
const UNITS_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };
const TIME_HELP = 'Write it like 14:20, 90m, 2h, 1d or 2026-11-21T14:20Z.';

function readUntil(text: string): number {
  return readMoment(text, Date.now());
}

/** "14:20" on this computer's clock (the next time it shows that), "90m" from now, or a moment in ISO 8601 with its zone. */
export function readMoment(text: string, nowMs: number): number {
  const untilMs = readDuration(text, nowMs) ?? readClock(text, nowMs) ?? readIso(text);
  if (untilMs === null)
    throw new UsageError(`--until takes a time, not ${quoted(text)}. ${TIME_HELP}`);
  if (untilMs <= nowMs) throw new UsageError(`--until ${text} is in the past. ${TIME_HELP}`);
  return untilMs;
}

function readDuration(text: string, nowMs: number): number | null {
  const [, digits, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const unitMs = UNITS_MS[unit];
  return digits === undefined || unitMs === undefined ? null : nowMs + Number(digits) * unitMs;
}

function readClock(text: string, nowMs: number): number | null {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  const moment = new Date(nowMs);
  moment.setHours(Number(hours), Number(minutes), 0, 0);
  if (moment.getTime() <= nowMs) moment.setDate(moment.getDate() + 1);
  return moment.getTime();
}

/** Without a zone the same text would mean different moments on two computers. */
function readIso(text: string): number | null {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)
    ? msFromIso(text)
    : null;
}

/** "500kB/s", "2 MB"; null for "none". */
export function readRate(text: string): number | null {
  if (text === 'none') return null;
  const bytesPerSecond = sizeOf(text.replace(/\s*\/\s*s$/i, ''));
  if (bytesPerSecond === null) {
    throw new UsageError(
      `<rate> is a rate like 500kB/s or 2MB/s, or none, and not ${quoted(text)}.`,
    );
  }
  if (bytesPerSecond < LOWEST_LIMIT_BYTES_PER_SECOND) {
    throw new UsageError(`<rate> ${text} is too slow to end in time. The lowest limit is 1kB/s.`);
  }
  return bytesPerSecond;
}

/** "1" to "8"; null for "auto". */
export function readParallel(text: string): number | null {
  if (text === 'auto') return null;
  const count = /^\d$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > MOST_PARALLEL) {
    throw new UsageError(
      `<count> is a number from 1 to ${MOST_PARALLEL}, or auto, and not ${quoted(text)}.`,
    );
  }
  return count;
}
