/** `labseal transfer …`: the queue of uploads, and how a person steers it. */
import type { Command } from 'commander';
import type { UploadPriority } from '../../../../src-shared/model/files/transfer-rules.ts';
import {
  limitSentence,
  parallelSentence,
  pauseSentence,
} from '../../../../src-shared/model/words/en/waits.ts';
import type { Account } from '../../../app/account.ts';
import type { Transfers } from '../../../features/files/transfers.ts';
import { valueOf, type CommandContext } from '../command-context.ts';
import { EXIT } from '../exit-code.ts';
import type { Output } from '../output.ts';
import { printQueue, queueDocument, ruleDocument } from './queue-report.ts';
import { readMoment, readParallel, readRate } from './transfer-options.ts';

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

  /** Changes something about all uploads and says how they stand now. */
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
    .description('stop uploads and checks; they go on where they were')
    .option('--after-current', 'let what is on its way finish')
    .option('--until <time>', 'go on by itself then: 14:20, 90m, 2h, or ISO 8601')
    .option('--json', 'print one JSON document')
    .action((options: Options & { afterCurrent?: boolean; until?: string }) => {
      const { afterCurrent = false, until } = options;
      const untilMs = until === undefined ? null : readMoment(until, Date.now());
      const mode = afterCurrent ? 'after-current' : 'now';
      return change(options, (transfers) => transfers.pause(mode, untilMs), pauseNow);
    });

  transfer
    .command('resume [file]')
    .description('end the pause, or let one stopped file wait in line again')
    .option('--json', 'print one JSON document')
    .action((asked: string | undefined, options: Options) =>
      asked === undefined
        ? change(options, (transfers) => transfers.resume(), pauseNow)
        : context.withAccount(options, (account, output) => {
            valueOf(account.transfers.restart(asked));
            return sayTurn(asked, account, output, 'waits in line again.');
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
    .command('limit <rate>')
    .description('the most that uploads and checks take together: 500kB/s, 2MB/s, none')
    .option('--json', 'print one JSON document')
    .action((text: string, options: Options) => {
      const rate = readRate(text);
      return change(
        options,
        (transfers) => transfers.setLimit(rate),
        (transfers) => limitSentence(transfers.view()),
      );
    });

  transfer
    .command('parallel <count>')
    .description('the most files at once: 1 to 8, or auto')
    .option('--json', 'print one JSON document')
    .action((text: string, options: Options) => {
      const parallel = readParallel(text);
      return change(
        options,
        (transfers) => transfers.setParallel(parallel),
        (transfers) => parallelSentence(transfers.view()),
      );
    });
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
