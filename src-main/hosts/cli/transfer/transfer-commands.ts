/** `labseal transfer …`: the queue of uploads and its controls. */
import type { AnsweringCommand } from '../answering-command.ts';
import {
  LOWEST_LIMIT_BYTES_PER_SECOND,
  MOST_PARALLEL,
  type TransferRules,
} from '../../../../src-shared/model/files/queue-view.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, msFromIso } from '../../../../src-shared/model/text/time.ts';
import { limitSentence, parallelSentence } from '../../../../src-shared/model/words/en/waits.ts';
import { byteText } from '../../../../src-shared/model/words/en/figures.ts';
import type { SteeredFile } from '../../../../src-shared/bridge/transfer-calls.ts';
import { EXIT, type ExitCode, UsageError } from '../exit-code.ts';
import { quoted, sizeOf } from '../option-values.ts';
import type { Output } from '../output.ts';
import { fileNamed } from '../subjects.ts';
import { pauseNow, printQueue, ruleDocument, turnOf } from './queue-report.ts';

export function addTransferCommands(program: AnsweringCommand): void {
  const transfer = program.command('transfer').description('the queue of uploads');

  transfer
    .command('list')
    .description('what goes in which order, and what it waits for')
    .answers(async ({ call }, output) => {
      await printQueue(call, output);
      return EXIT.done;
    });

  transfer
    .command('pause')
    .description('stop uploads and checks; a later sync goes on where they were')
    .option('--after-current', 'let running uploads finish')
    .option('--until <time>', 'end the pause then: 14:20, 90m, 2h, or ISO 8601', readUntil)
    .answers(async ({ call }, output, options: { afterCurrent?: boolean; until?: number }) => {
      const { afterCurrent = false, until: untilMs = null } = options;
      const mode = afterCurrent ? 'after-current' : 'now';
      const rules = await call('transfers.pause', { mode, untilMs });
      return printRules(rules, await pauseNow(rules, call), output);
    });

  transfer
    .command('resume [file]')
    .description('end the pause, or return one stopped file to the queue')
    .answers(async (application, output, named: string | undefined) => {
      const { call } = application;
      if (named === undefined) {
        const rules = await call('transfers.resume', {});
        return printRules(rules, await pauseNow(rules, call), output);
      }
      const asked = await fileNamed(named, application);
      return printSteered(await call('transfers.restart', { asked }), 'is queued again.', output);
    });

  transfer
    .command('next <file>')
    .description('send this file before all others')
    .answers(async (application, output, named: string) => {
      const asked = await fileNamed(named, application);
      const steered = await application.call('transfers.sendNext', { asked });
      return printSteered(steered, 'goes next.', output);
    });

  transfer
    .command('cancel <file>')
    .description('stop the upload of one file, until you resume it')
    .answers(async (application, output, named: string) => {
      const asked = await fileNamed(named, application);
      const steered = await application.call('transfers.cancel', { asked });
      return printSteered(steered, 'is not uploaded. Nothing was charged.', output);
    });

  transfer
    .command('limit')
    .description('the most that uploads and checks take together: 500kB/s, 2MB/s, none')
    .argument('<rate>', '', readRate)
    .answers(async ({ call }, output, bytesPerSecond: number | null) => {
      const rules = await call('transfers.setLimit', { bytesPerSecond });
      return printRules(rules, limitSentence(rules), output);
    });

  transfer
    .command('parallel')
    .description('the most files at once: 1 to 8, or auto')
    .argument('<count>', '', readParallel)
    .answers(async ({ call }, output, parallel: number | null) => {
      const rules = await call('transfers.setParallel', { parallel });
      return printRules(rules, parallelSentence(rules), output);
    });
}

/** What holds for all uploads now. */
function printRules(rules: TransferRules, sentence: string, output: Output): ExitCode {
  return output.answer(ruleDocument(rules), sentence);
}

/** How one file stands after its turn was changed. */
function printSteered({ file, isNext }: SteeredFile, what: string, output: Output): ExitCode {
  const { id, path, state, hold } = file;
  const document = { id, path, state, hold, priority: turnOf(isNext) };
  return output.answer(document, `${path} ${what}`);
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
    const meant = /^[1-9]\d*$/.test(text) ? ` Did you mean ${text}MB/s?` : '';
    throw new UsageError(
      `${byteText(bytesPerSecond)} a second is too slow; the lowest limit is 1kB/s.${meant}`,
    );
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
