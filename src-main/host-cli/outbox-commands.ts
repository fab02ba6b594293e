/** `labseal outbox …`: changes that cost credits and are no uploads, and what became of them. */
import type { Command } from 'commander';
import {
  changeCredits,
  changeNeedsPerson,
  isPutAway,
  type Change,
} from '../../src-shared/model/change.ts';
import { floorBreach, type FloorBreach } from '../../src-shared/model/spend-limits.ts';
import { counted, momentText } from '../../src-shared/model/words/en/figures.ts';
import {
  changePriceSentence,
  changeSentence,
  changeStateLabel,
  changeTitle,
} from '../../src-shared/model/words/en/changes.ts';
import type { Account } from '../core/account.ts';
import { changeDocument, exitCodeOfChanges, printChange } from './change-report.ts';
import { valueOf, type CommandContext } from './command-context.ts';
import { EXIT, UsageError, type ExitCode } from './exit-code.ts';
import { readCount } from './option-values.ts';
import type { Output } from './output.ts';
import { agreeToPrice, BELOW_FLOOR_HELP } from './price-agreement.ts';
import { deliverOrSay, type PaidOptions } from './run-paid-change.ts';

interface ResolveOptions extends PaidOptions {
  readonly check?: boolean;
  readonly sendAgain?: boolean;
  readonly leave?: boolean;
}

export function addOutboxCommands(program: Command, context: CommandContext): void {
  const outbox = program
    .command('outbox')
    .description('projects, invitations and deletions: what waits, and what became of it');

  outbox
    .command('list')
    .description('all of them, oldest first')
    .option('--json', 'print one JSON document')
    .action((options: PaidOptions) =>
      context.withAccount(options, ({ paidChanges }, output) => {
        const changes = paidChanges.list();
        const waitingCredits = paidChanges.waitingCredits();
        output.json({ changes: changes.map(changeDocument), waitingCredits });
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
          if (changeNeedsPerson(looked.state) || looked.state.state !== change.state.state) {
            changes.push(looked);
          }
        }
        return printAll(changes, 'Nothing is open.', output);
      }),
    );

  withPrice(outbox.command('resolve <id>').description('decide what becomes of a lost answer'))
    .option('--check', 'look at the service again')
    .option('--send-again', 'send it once more; it may be charged a second time')
    .option('--leave', 'leave it open and ask no more')
    .action((id: string, options: ResolveOptions) =>
      context.withAccount(options, (account, output) =>
        resolve(account, id, options, output, context),
      ),
    );

  outbox
    .command('undo <id>')
    .description('take back a change that waits, or put away one that was refused')
    .option('--json', 'print one JSON document')
    .action((id: string, options: PaidOptions) =>
      context.withAccount(options, ({ paidChanges }, output) => {
        const change = valueOf(paidChanges.undo(valueOf(paidChanges.find(id))));
        return Promise.resolve(printChange(change, output));
      }),
    );
}

function withPrice(command: Command): Command {
  return command
    .option('--yes', 'agree to the price')
    .option('--max-credits <n>', 'agree to a price up to n credits', readCount('--max-credits'))
    .option('--below-floor', BELOW_FLOOR_HELP)
    .option('--json', 'print one JSON document');
}

/** Each in its turn; once the service cannot be reached the others wait as well. */
async function sendAll(
  { paidChanges, credits: money }: Account,
  options: PaidOptions,
  output: Output,
  context: CommandContext,
): Promise<ExitCode> {
  const waiting = paidChanges.list().filter(({ state }) => state.state === 'waiting');
  if (waiting.length === 0) return printAll([], 'Nothing waits.', output);
  for (const { intent } of waiting) {
    const price = counted(changeCredits(intent), 'credit', 'credits');
    output.note(`${changeTitle(intent)}: ${price}.`);
  }
  const credits = paidChanges.waitingCredits();
  const question = `Send ${counted(waiting.length, 'change', 'changes')} for ${counted(credits, 'credit', 'credits')}?`;
  const breach = await breachOf(money, credits, context);
  if (!(await agreeToPrice({ credits, question, breach }, options, output, context))) {
    printAll(waiting, '', output);
    return EXIT.needsPerson;
  }
  const sent: Change[] = [];
  for (const { id } of waiting) {
    const change = await deliverOrSay(paidChanges, id, output, context);
    sent.push(change);
    if (change.state.state === 'waiting' && change.state.trouble !== null) break;
  }
  return printAll(sent, '', output);
}

async function resolve(
  { paidChanges, credits: money }: Account,
  id: string,
  options: ResolveOptions,
  output: Output,
  context: CommandContext,
): Promise<ExitCode> {
  const { check = false, sendAgain = false, leave = false } = options;
  if (Number(check) + Number(sendAgain) + Number(leave) !== 1) {
    throw new UsageError('Say one of --check, --send-again and --leave.');
  }
  const change = valueOf(paidChanges.find(id));
  if (check) return printChange(valueOf(await paidChanges.check(change, context.signal)), output);
  if (leave) return printChange(valueOf(paidChanges.decide(change, 'leave')), output);
  if (change.state.state === 'unknown' || change.state.state === 'left') {
    output.note(`${changePriceSentence(change.intent, null)} ${changeSentence(change)}`);
    const credits = changeCredits(change.intent);
    const question = 'Send it again? It may be charged a second time.';
    const breach = await breachOf(money, credits, context);
    if (!(await agreeToPrice({ credits, question, breach }, options, output, context))) {
      return printChange(change, output);
    }
  }
  const again = valueOf(paidChanges.decide(change, 'send-again'));
  return printChange(await deliverOrSay(paidChanges, again.id, output, context), output);
}

/** What this price does to the floor, as far as the balance is known. */
async function breachOf(
  money: Account['credits'],
  credits: number,
  { signal }: CommandContext,
): Promise<FloorBreach | null> {
  const limits = money.limits();
  if (limits.floor === null) return null;
  const read = await money.balance(signal);
  return floorBreach(limits, read.ok ? read.value : null, credits);
}

function printAll(changes: readonly Change[], whenNone: string, output: Output): ExitCode {
  const code = exitCodeOfChanges(changes);
  output.json({ ok: code === EXIT.done, changes: changes.map(changeDocument) });
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
    if (!isOver && !isPutAway(change.state)) output.line(`${change.id}: ${changeSentence(change)}`);
  }
}
