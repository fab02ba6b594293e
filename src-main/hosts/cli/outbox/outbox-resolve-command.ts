/** `labseal outbox resolve`: decides about a lost answer, a refusal or a conflict. */
import type { Command } from 'commander';
import { changeCredits, isFree, type Change } from '../../../../src-shared/model/changes/change.ts';
import type { CoreFault } from '../../../../src-shared/model/status/core-fault.ts';
import type { Choice } from '../../../../src-shared/model/changes/record-edit.ts';
import type { Result } from '../../../../src-shared/model/result.ts';
import {
  changePriceSentence,
  changeSentence,
} from '../../../../src-shared/model/words/en/changes.ts';
import type { Account } from '../../../app/account.ts';
import { printChange } from './change-report.ts';
import { valueOf, type CommandContext } from '../command-context.ts';
import { EXIT, UsageError, type ExitCode } from '../exit-code.ts';
import { collect, readEmail, readNumber } from '../option-values.ts';
import { breachOf, deliverOrSay, withPrice, type PaidOptions } from './run-paid-change.ts';
import type { Output } from '../output.ts';
import { agreeToPrice, tellPrice } from '../price-agreement.ts';
import { tellWrongClock } from '../wrong-clock.ts';

interface ResolveOptions extends PaidOptions {
  readonly check?: boolean;
  readonly sendAgain?: boolean;
  readonly leave?: boolean;
  readonly retry?: boolean;
  readonly keepMine?: boolean;
  readonly keepTheirs?: boolean;
  readonly field?: readonly string[];
  readonly email?: string;
  readonly useExisting?: boolean;
  readonly raiseLimit?: boolean;
}

const DECISIONS = [
  'check',
  'sendAgain',
  'leave',
  'retry',
  'keepMine',
  'keepTheirs',
  'email',
  'useExisting',
  'raiseLimit',
] as const;

/** `outbox`: the noun the command is added to. */
export function addOutboxResolveCommand(outbox: Command, context: CommandContext): void {
  withPrice(outbox.command('resolve').description('decide about a change that needs a decision'))
    .argument('<id>', '', readNumber('<id>'))
    .option('--check', 'look at the service again')
    .option('--send-again', 'send it once more; it may be charged a second time')
    .option('--leave', 'leave it open and ask no more')
    .option('--retry', 'try a refused change again')
    .option('--keep-mine', 'where somebody changed the same meanwhile: send yours')
    .option('--keep-theirs', 'where somebody changed the same meanwhile: leave theirs')
    .option('--field <name>', 'yours or theirs for this field, the contrary for the rest', collect)
    .option(
      '--email <address>',
      'another address for somebody whom the service does not know',
      readEmail('--email'),
    )
    .option('--use-existing', 'take the equal project that is there for the one to be made')
    .option('--raise-limit', 'make room in a full project, and invite again')
    .action((id: string, options: ResolveOptions) =>
      context.withAccount(options, (account, output) =>
        resolve(account, id, options, output, context),
      ),
    );
}

async function resolve(
  account: Account,
  id: string,
  options: ResolveOptions,
  output: Output,
  context: CommandContext,
): Promise<ExitCode> {
  const { paidChanges } = account;
  const [decision, another] = DECISIONS.filter(
    (name) => options[name] !== undefined && options[name] !== false,
  );
  if (decision === undefined || another !== undefined) {
    throw new UsageError(
      'Say one thing to do: --check, --send-again, --leave, --retry, --keep-mine, --keep-theirs, --email, --use-existing or --raise-limit.',
    );
  }
  const change = valueOf(paidChanges.find(id));
  switch (decision) {
    case 'check':
      return printChange(valueOf(await paidChanges.check(change, context.signal)), output);
    case 'leave':
      return printChange(valueOf(paidChanges.decide(change, 'leave')), output);
    case 'sendAgain':
      return sendAgain(account, change, options, output, context);
    case 'retry':
      return goOn(account, paidChanges.retry(change), options, output, context);
    case 'keepMine':
    case 'keepTheirs': {
      const choice = decision === 'keepMine' ? 'mine' : 'theirs';
      return goOn(account, choose(account, change, choice, options), options, output, context);
    }
    case 'email':
      return goOn(
        account,
        paidChanges.fixEmail(change, options.email ?? ''),
        options,
        output,
        context,
      );
    case 'useExisting':
      return printChange(valueOf(paidChanges.useExisting(change)), output);
    case 'raiseLimit': {
      if (!(await isAgreed(account, change, options, output, context))) return EXIT.needsPerson;
      const { freeChanges } = account.people;
      const anew = valueOf(await paidChanges.raiseLimit(change, freeChanges, context.signal));
      return printChange(await deliverOrSay(paidChanges, anew.id, output, context), output);
    }
    default:
      throw new UsageError('Say what to do.');
  }
}

/** If fields are named, these get the choice and the others the opposite. */
function choose(
  { paidChanges }: Account,
  change: Change,
  choice: Choice,
  { field: fields }: ResolveOptions,
): Result<Change, CoreFault> {
  if (fields === undefined) return paidChanges.choose(change, {}, choice);
  const named = Object.fromEntries(fields.map((field) => [field, choice]));
  return paidChanges.choose(change, named, choice === 'mine' ? 'theirs' : 'mine');
}

/** A change that is queued again is tried at once: for its price, if it has one. */
async function goOn(
  account: Account,
  back: Result<Change, CoreFault>,
  options: ResolveOptions,
  output: Output,
  context: CommandContext,
): Promise<ExitCode> {
  const change = valueOf(back);
  if (change.state.state !== 'waiting') return printChange(change, output);
  if (!(await isAgreed(account, change, options, output, context))) {
    return printChange(change, output);
  }
  return printChange(await deliverOrSay(account.paidChanges, change.id, output, context), output);
}

async function isAgreed(
  account: Account,
  { intent }: Change,
  options: ResolveOptions,
  output: Output,
  context: CommandContext,
): Promise<boolean> {
  if (isFree(intent)) return true;
  const credits = changeCredits(intent);
  tellPrice(changePriceSentence(intent, null), options, output);
  const breach = await breachOf(account.credits, credits, context);
  tellWrongClock(account, output);
  return agreeToPrice({ credits, question: 'Send it?', breach }, options, output, context);
}

async function sendAgain(
  account: Account,
  change: Change,
  options: ResolveOptions,
  output: Output,
  context: CommandContext,
): Promise<ExitCode> {
  if (change.state.state === 'unknown' || change.state.state === 'left') {
    output.note(`${changePriceSentence(change.intent, null)} ${changeSentence(change)}`);
    const credits = changeCredits(change.intent);
    const question = 'Send it again? It may be charged a second time.';
    const breach = await breachOf(account.credits, credits, context);
    tellWrongClock(account, output);
    if (!(await agreeToPrice({ credits, question, breach }, options, output, context))) {
      return printChange(change, output);
    }
  }
  const { paidChanges } = account;
  const again = valueOf(paidChanges.decide(change, 'send-again'));
  return printChange(await deliverOrSay(paidChanges, again.id, output, context), output);
}
