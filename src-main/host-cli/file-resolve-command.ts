/** `labseal file resolve`: a person decides about an upload of which nobody knows whether it was recorded. */
import type { Command } from 'commander';
import { needsPerson } from '../../src-shared/model/file-state.ts';
import type { FileView } from '../../src-shared/model/file-view.ts';
import { assertNever } from '../../src-shared/model/result.ts';
import { counted } from '../../src-shared/model/words/en/figures.ts';
import { fileSentence } from '../../src-shared/model/words/en/files.ts';
import { stateLabel } from '../../src-shared/model/words/en/states.ts';
import type { Account } from '../core/account.ts';
import { valueOf, type CommandContext } from './command-context.ts';
import { EXIT, UsageError, type ExitCode } from './exit-code.ts';
import { readCount } from './option-values.ts';
import type { Output } from './output.ts';
import { agreeToPrice } from './price-agreement.ts';
import { runSync, type SpendOptions } from './sync-command.ts';
import { fileDocument } from './sync-report.ts';

interface ResolveOptions extends SpendOptions {
  readonly check?: boolean;
  readonly sendAgain?: boolean;
  readonly leave?: boolean;
}

/** `file`: the noun the command is added to. */
export function addFileResolveCommand(file: Command, context: CommandContext): void {
  file
    .command('resolve <file>')
    .description('decide about a file whose answer was lost: was it recorded or not?')
    .option('--check', 'look on the service now')
    .option('--send-again', 'send it again; it may be charged a second time')
    .option('--leave', 'keep it as unknown, without being asked again')
    .option('--yes', 'agree to the price of sending it again')
    .option('--max-credits <n>', 'agree to a price up to n credits', readCount('--max-credits'))
    .option('--json', 'print one JSON document')
    .action((asked: string, options: ResolveOptions) => {
      const decision = decisionOf(options);
      return context.withAccount(options, async (account, output) => {
        switch (decision) {
          case 'check':
            return report(valueOf(await account.doubts.check(asked, context.signal)), output);
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

/** Says how the file stands; it still asks for a person while it is neither found nor kept as unknown. */
function report(view: FileView, output: Output): ExitCode {
  output.json({ id: view.id, ...fileDocument(view) });
  output.line(`${stateLabel(view.state, view.hold)}: ${view.path}`);
  const sentence = fileSentence(view);
  if (sentence !== null) output.line(`  ${sentence}`);
  return needsPerson(view.state, view.hold) ? EXIT.needsPerson : EXIT.done;
}

/** The old upload ends only once the price of a second one was agreed to. */
async function sendAgain(
  account: Account,
  asked: string,
  options: ResolveOptions,
  output: Output,
  context: CommandContext,
): Promise<ExitCode> {
  const view = valueOf(account.doubts.find(asked));
  const price = counted(view.credits, 'credit', 'credits');
  const about = view.isPriceExact ? '' : 'about ';
  output.note(
    `${view.path} may be recorded already. Sending it again costs ${about}${price}; if it was, you pay twice.`,
  );
  const question = `Send it again for ${about}${price}?`;
  // The floor is judged with every upload, when the run that sends it begins.
  const offer = { credits: view.credits, question, breach: null };
  if (!(await agreeToPrice(offer, options, output, context))) {
    report(view, output);
    return EXIT.needsPerson;
  }
  const fileId = valueOf(account.doubts.letGo(asked));
  const agreed = { json: options.json ?? false, maxCredits: view.credits };
  return runSync(account, { fileIds: [fileId] }, agreed, output, context);
}
