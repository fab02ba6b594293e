/** `labseal outbox …`: changes that cost credits and are not uploads, and their results. */
import type { Command } from 'commander';
import {
  changeCredits,
  changeNeedsPerson,
  isFree,
  isDismissed,
  type Change,
} from '../../../../src-shared/model/changes/change.ts';
import { counted, momentText } from '../../../../src-shared/model/words/en/figures.ts';
import {
  changeSentence,
  changeStateLabel,
  changeTitle,
} from '../../../../src-shared/model/words/en/changes.ts';
import type { Account } from '../../../app/account.ts';
import { changeDocument, exitCodeOfChanges, printChange } from './change-report.ts';
import { valueOf, type CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { addOfflineCommands } from './offline-commands.ts';
import { addOutboxResolveCommand } from './outbox-resolve-command.ts';
import type { Output } from '../output.ts';
import { agreeToPrice, tellPrice } from '../price-agreement.ts';
import { breachOf, deliverOrSay, withPrice, type PaidOptions } from './run-paid-change.ts';

export function addOutboxCommands(program: Command, context: CommandContext): void {
  const outbox = program
    .command('outbox')
    .description('what waits to be sent, and what became of it');

  outbox
    .command('list')
    .description('all of them, oldest first')
    .option('--json', 'print one JSON document')
    .action((options: PaidOptions) =>
      context.withAccount(options, ({ paidChanges }, output) => {
        const changes = paidChanges.list();
        const waitingCredits = paidChanges.waitingCredits();
        output.json({
          changes: changes.map((change) => changeDocument(change, changes)),
          waitingCredits,
        });
        if (changes.length === 0) output.line('There is nothing yet.');
        printTable(changes, output);
        return Promise.resolve(EXIT.done);
      }),
    );

  withPrice(outbox.command('send').description('send what waits')).action((options: PaidOptions) =>
    context.withAccount(options, (account, output) => sendAll(account, options, output, context)),
  );

  outbox
    .command('check')
    .description('look at the service for changes whose answer was lost')
    .option('--json', 'print one JSON document')
    .action((options: PaidOptions) =>
      context.withAccount(options, async ({ paidChanges }, output) => {
        const changes: Change[] = [];
        for (const change of paidChanges.list()) {
          const looked = valueOf(await paidChanges.check(change, context.signal));
          if (changeNeedsPerson(looked) || looked.state.state !== change.state.state) {
            changes.push(looked);
          }
        }
        return printAll(changes, 'Nothing is open.', output);
      }),
    );

  addOutboxResolveCommand(outbox, context);
  addOfflineCommands(outbox, context);

  outbox
    .command('undo <id>')
    .description('take back a change that waits, or dismiss one that was refused')
    .option('--json', 'print one JSON document')
    .action((id: string, options: PaidOptions) =>
      context.withAccount(options, ({ paidChanges }, output) => {
        const change = valueOf(paidChanges.undo(valueOf(paidChanges.find(id))));
        return Promise.resolve(printChange(change, output));
      }),
    );
}

/** One after the other; once the service cannot be reached the others wait as well. */
async function sendAll(
  { paidChanges, credits: money }: Account,
  options: PaidOptions,
  output: Output,
  context: CommandContext,
): Promise<ExitCode> {
  const waiting = paidChanges.list().filter(({ state }) => state.state === 'waiting');
  if (waiting.length === 0) return printAll([], 'Nothing waits.', output);
  const credits = paidChanges.waitingCredits();
  if (credits > 0) {
    for (const { intent } of waiting.filter((change) => !isFree(change.intent))) {
      const price = counted(changeCredits(intent), 'credit', 'credits');
      tellPrice(`${changeTitle(intent)}: ${price}.`, options, output);
    }
    const question = `Send ${counted(waiting.length, 'change', 'changes')} for ${counted(credits, 'credit', 'credits')}?`;
    const breach = await breachOf(money, credits, context);
    if (!(await agreeToPrice({ credits, question, breach }, options, output, context))) {
      printAll(waiting, '', output);
      return EXIT.needsPerson;
    }
  }
  const sent: Change[] = [];
  for (const { id } of waiting) {
    const change = await deliverOrSay(paidChanges, id, output, context);
    sent.push(change);
    if (change.state.state === 'waiting' && change.state.trouble !== null) break;
  }
  return printAll(sent, '', output);
}

function printAll(changes: readonly Change[], whenNone: string, output: Output): ExitCode {
  const code = exitCodeOfChanges(changes);
  output.json({ ok: code === EXIT.done, changes: changes.map((change) => changeDocument(change)) });
  if (changes.length === 0) output.line(whenNone);
  printTable(changes, output);
  return code;
}

/** The table, and below it a sentence for each change that is not simply done. */
function printTable(changes: readonly Change[], output: Output): void {
  output.table(
    ['id', 'state', 'credits', 'made', 'what'],
    changes.map(({ id, intent, state, createdAtMs }) => [
      id,
      changeStateLabel(state),
      changeCredits(intent),
      momentText(createdAtMs),
      changeTitle(intent),
    ]),
  );
  for (const change of changes) {
    const isOver = ['delivered', 'withdrawn'].includes(change.state.state);
    if (!isOver && !isDismissed(change.state))
      output.line(`${change.id}: ${changeSentence(change)}`);
  }
}
