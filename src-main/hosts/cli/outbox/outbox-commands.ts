/** `labseal outbox …`: changes that cost credits and are not uploads, and their results. */
import type { Command } from 'commander';
import {
  changeCredits,
  changeNeedsPerson,
  isFree,
  isDismissed,
  type Change,
} from '../../../../src-shared/model/changes/change.ts';
import { faultSentence } from '../../../../src-shared/model/words/en/faults.ts';
import { counted, momentText } from '../../../../src-shared/model/words/en/figures.ts';
import {
  changeSentence,
  changeStateLabel,
  changeTitle,
} from '../../../../src-shared/model/words/en/changes.ts';
import type { Account } from '../../../app/account.ts';
import { changeDocument, exitCodeOfChanges, printChange } from './change-report.ts';
import { valueOf, type CommandContext } from '../command-context.ts';
import { EXIT, exitCodeOf, type ExitCode } from '../exit-code.ts';
import { addOfflineCommands, OFFLINE_NOTE } from './offline-commands.ts';
import { addOutboxResolveCommand } from './outbox-resolve-command.ts';
import { readNumber } from '../option-values.ts';
import type { Output } from '../output.ts';
import { agreeToPrice, tellPrice } from '../price-agreement.ts';
import {
  breachOf,
  sendOrSay,
  settleDenial,
  withPrice,
  type PaidOptions,
} from './run-paid-change.ts';
import { tellWrongClock } from '../wrong-clock.ts';

export function addOutboxCommands(program: Command, context: CommandContext): void {
  const outbox = program
    .command('outbox')
    .description('what waits to be sent, and what became of it');

  outbox
    .command('list')
    .description('all of them, oldest first')
    .option('--json', 'print one JSON document')
    .action((options: PaidOptions) =>
      context.withAccount(options, ({ paidChanges, offline }, output) => {
        const changes = paidChanges.list();
        const waitingCredits = paidChanges.waitingCredits();
        const isOffline = offline.isOffline();
        output.json({
          changes: changes.map((change) => changeDocument(change, changes)),
          waitingCredits,
          isOffline,
        });
        if (isOffline) output.note(OFFLINE_NOTE);
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
    .description('look at the service for changes whose answer was lost or denied them')
    .option('--json', 'print one JSON document')
    .action((options: PaidOptions) =>
      context.withAccount(options, async ({ paidChanges }, output) => {
        const before = new Map(paidChanges.list().map(({ id, state }) => [id, state.state]));
        const { changes, fault } = await paidChanges.checkAll(context.signal);
        const shown = changes.filter(
          (change) =>
            changeNeedsPerson(change) ||
            change.state.state === 'unknown' ||
            change.state.state !== before.get(change.id),
        );
        const code = printAll(shown, 'Nothing is open.', output);
        if (fault === null) return code;
        output.note(`Not all of them could be checked. ${faultSentence(fault)}`);
        return exitCodeOf(fault);
      }),
    );

  addOutboxResolveCommand(outbox, context);
  addOfflineCommands(outbox, context);

  outbox
    .command('undo')
    .description('take back a change that waits, or dismiss one that was refused')
    .argument('<id>', '', readNumber('<id>'))
    .option('--json', 'print one JSON document')
    .action((id: string, options: PaidOptions) =>
      context.withAccount(options, ({ paidChanges }, output) => {
        const change = valueOf(paidChanges.undo(valueOf(paidChanges.find(id))));
        return Promise.resolve(printChange(change, output));
      }),
    );
}

async function sendAll(
  account: Account,
  options: PaidOptions,
  output: Output,
  context: CommandContext,
): Promise<ExitCode> {
  const { paidChanges, credits: money } = account;
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
    tellWrongClock(account, output);
    if (!(await agreeToPrice({ credits, question, breach }, options, output, context))) {
      printAll(waiting, '', output);
      return EXIT.needsPerson;
    }
  }
  const ids = waiting.map(({ id }) => id);
  const { signal } = context;
  const send = async () => {
    for (const change of await paidChanges.deliverAll(ids, signal)) {
      await settleDenial(paidChanges, change, output, signal);
    }
  };
  await sendOrSay(send, 'each change', output, signal);
  const after = paidChanges.list().filter(({ id }) => ids.includes(id));
  return printAll(after, '', output);
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
