/**
 * `labseal file resolve`: a person decides about an upload with an unknown result, or one that the service did not
 * write to the chain.
 */
import type { Command } from 'commander';
import { needsPerson } from '../../../../src-shared/model/files/file-state.ts';
import type { FileView } from '../../../../src-shared/model/files/file-view.ts';
import { assertNever } from '../../../../src-shared/model/result.ts';
import { counted } from '../../../../src-shared/model/words/en/figures.ts';
import { fileSentence } from '../../../../src-shared/model/words/en/files.ts';
import { stateLabel } from '../../../../src-shared/model/words/en/states.ts';
import type { Account } from '../../../app/account.ts';
import { valueOf, type CommandContext } from '../command-context.ts';
import { EXIT, UsageError, type ExitCode } from '../exit-code.ts';
import { readCount } from '../option-values.ts';
import type { Output } from '../output.ts';
import { agreeToPrice } from '../price-agreement.ts';
import { runSync, type SpendOptions } from '../sync/sync-command.ts';
import { fileDocument } from '../sync/sync-report.ts';

interface ResolveOptions extends SpendOptions {
  readonly check?: boolean;
  readonly sendAgain?: boolean;
  readonly leave?: boolean;
}

/** `file`: the noun the command is added to. */
export function addFileResolveCommand(file: Command, context: CommandContext): void {
  file
    .command('resolve <file>')
    .description('decide about a file whose answer was lost, or that was not written to the chain')
    .option('--check', 'look on the service now')
    .option('--send-again', 'send it again, for its price; it may be charged a second time')
    .option('--leave', 'keep it as unknown, without being asked again')
    .option('--yes', 'agree to the price of sending it again')
    .option('--max-credits <n>', 'agree to a price up to n credits', readCount('--max-credits'))
    .option('--json', 'print one JSON document')
    .action((asked: string, options: ResolveOptions) => {
      const decision = decisionOf(options);
      return context.withAccount(options, async (account, output) => {
        switch (decision) {
          case 'check':
            return report(
              valueOf(await about(account, asked).check(asked, context.signal)),
              output,
            );
          case 'leave':
            return report(valueOf(account.doubts.leave(asked)), output);
          case 'send-again':
            return sendAgain(account, asked, options, output, context);
          default:
            return assertNever(decision);
        }
      });
    });
}

type Decision = 'check' | 'send-again' | 'leave';

function decisionOf({ check, sendAgain: again, leave }: ResolveOptions): Decision {
  const chosen: Decision[] = [];
  if (check === true) chosen.push('check');
  if (again === true) chosen.push('send-again');
  if (leave === true) chosen.push('leave');
  const [decision, ...others] = chosen;
  if (decision === undefined || others.length > 0) {
    throw new UsageError('Say what to do with one of --check, --send-again and --leave.');
  }
  return decision;
}

/** Prints the file's state. It needs attention until it is found or kept as unknown. */
function report(view: FileView, output: Output): ExitCode {
  output.json({ id: view.id, ...fileDocument(view) });
  output.line(`${stateLabel(view.state, view.hold)}: ${view.path}`);
  const sentence = fileSentence(view);
  if (sentence !== null) output.line(`  ${sentence}`);
  return needsPerson(view.state, view.hold) ? EXIT.needsPerson : EXIT.done;
}

function isRecordError({ files }: Account, asked: string): boolean {
  return files.find(asked)?.state === 'record_error';
}

/** Who can look at it and show its price. */
function about(account: Account, asked: string) {
  return isRecordError(account, asked) ? account.recordErrors : account.doubts;
}

/** The old upload ends only once the price of a second one is approved. */
async function sendAgain(
  account: Account,
  asked: string,
  options: ResolveOptions,
  output: Output,
  context: CommandContext,
): Promise<ExitCode> {
  const isReceived = isRecordError(account, asked);
  const view = valueOf(about(account, asked).find(asked));
  const price = counted(view.credits, 'credit', 'credits');
  const nearly = view.isPriceExact ? '' : 'about ';
  output.note(
    isReceived
      ? `${view.path} was received and not written to the chain. Sending it again costs ${nearly}${price}, whatever the first time cost.`
      : `${view.path} may be recorded already. Sending it again costs ${nearly}${price}; if it was, you pay twice.`,
  );
  const question = `Send it again for ${nearly}${price}?`;
  // The floor is checked for every upload, when the run that sends it begins.
  const offer = { credits: view.credits, question, breach: null };
  if (!(await agreeToPrice(offer, options, output, context))) {
    report(view, output);
    return EXIT.needsPerson;
  }
  const fileId = isReceived
    ? Number(
        valueOf(await account.recordErrors.uploadAgain(asked, view.credits, context.signal)).id,
      )
    : valueOf(account.doubts.letGo(asked));
  const agreed = { json: options.json ?? false, maxCredits: view.credits };
  return runSync(account, { fileIds: [fileId] }, agreed, output, context);
}
