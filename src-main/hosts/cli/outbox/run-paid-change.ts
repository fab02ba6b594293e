/** The steps of a paid change in a command: is it needed, what does it cost, is that approved, what was the result. */
import type { Command } from 'commander';
import {
  changeCredits,
  isOnlineOnly,
  type Change,
  type PaidIntent,
} from '../../../../src-shared/model/changes/change.ts';
import { assertNever } from '../../../../src-shared/model/result.ts';
import { floorBreach, type FloorBreach } from '../../../../src-shared/model/money/spend-limits.ts';
import {
  changePriceSentence,
  changeTitle,
  denialWaitSentence,
  refusalSentence,
} from '../../../../src-shared/model/words/en/changes.ts';
import type { Account } from '../../../app/account.ts';
import { printChange } from './change-report.ts';
import { valueOf, type CommandContext } from '../command-context.ts';
import { CommandFault, EXIT, type ExitCode } from '../exit-code.ts';
import { coreFaultSentence } from '../fault-text.ts';
import type { Output } from '../output.ts';
import { readCount } from '../option-values.ts';
import {
  agreeToPrice,
  BELOW_FLOOR_HELP,
  type PriceOptions,
  tellPrice,
} from '../price-agreement.ts';
import { tellWrongClock } from '../wrong-clock.ts';

export interface PaidOptions extends PriceOptions {
  readonly json?: boolean;
  /** When the service is unavailable, it is sent automatically later. */
  readonly whenOnline?: boolean;
}

/** The options that agree to a price. */
export function withPrice(command: Command): Command {
  return command
    .option('--yes', 'agree to the price')
    .option('--max-credits <n>', 'agree to a price up to n credits', readCount('--max-credits'))
    .option('--below-floor', BELOW_FLOOR_HELP)
    .option('--json', 'print one JSON document');
}

/** The effect of this price on the floor, if the balance is known. */
export async function breachOf(
  money: Account['credits'],
  credits: number,
  { signal }: CommandContext,
): Promise<FloorBreach | null> {
  const read = await money.balance(signal); // without a floor too: its answer shows the service's time
  return floorBreach(money.limits(), read.ok ? read.value : null, credits);
}

/** When the service is unavailable the change waits, unless it depends on the current state: then it is given up. */
export async function runPaidChange(
  account: Account,
  intent: PaidIntent,
  options: PaidOptions,
  output: Output,
  context: CommandContext,
): Promise<ExitCode> {
  const { paidChanges, credits: money } = account;
  const mayBeKept = !isOnlineOnly(intent);
  const prospect = valueOf(await paidChanges.preview(intent, context.signal));
  switch (prospect.kind) {
    case 'would-be-refused': {
      const message = refusalSentence(prospect.cause);
      return endUnsent(intent, { state: 'refused', message }, EXIT.needsPerson, output);
    }
    case 'already-there': {
      const message = 'It is so already. Nothing was sent or charged.';
      return endUnsent(intent, { state: 'already-there', message }, EXIT.done, output);
    }
    case 'would-cancel':
      return printChange(valueOf(paidChanges.keep(intent)), output);
    case 'would-wait':
      if (prospect.fault !== null && !mayBeKept) throw new CommandFault(prospect.fault);
      break;
    case 'would-go':
      break;
    default:
      return assertNever(prospect);
  }
  const { balance } = prospect;
  tellWrongClock(account, output);
  tellPrice(changePriceSentence(intent, balance), options, output);
  const credits = changeCredits(intent);
  const breach = floorBreach(money.limits(), balance, credits);
  const asked = { credits, question: 'Send it?', breach };
  if (!(await agreeToPrice(asked, options, output, context))) {
    const message = 'It was not agreed to, so nothing was sent or charged.';
    return endUnsent(intent, { state: 'not-agreed', message }, EXIT.needsPerson, output);
  }
  const { whenOnline = false, belowFloor = false } = options;
  const kept = valueOf(paidChanges.keep(intent, { whenOnline, belowFloor }));
  const change = await deliverOrSay(paidChanges, kept.id, output, context);
  if (change.state.state !== 'waiting' || mayBeKept) return printChange(change, output);
  const { lastTry } = change.state;
  paidChanges.undo(change);
  if (lastTry !== null) throw new CommandFault(lastTry.fault);
  return printChange(valueOf(paidChanges.find(String(change.id))), output);
}

/** Sends a change, and checks a denial of it; see `sendOrSay`. */
export function deliverOrSay(
  paidChanges: Account['paidChanges'],
  id: number,
  output: Output,
  { signal }: CommandContext,
): Promise<Change> {
  const send = async () =>
    settleDenial(paidChanges, await paidChanges.deliver(id, signal), output, signal);
  return sendOrSay(send, `change ${id}`, output, signal);
}

/** Waits until a denial of this change can be checked, says so, and checks it. Other changes are returned unchanged. */
export async function settleDenial(
  paidChanges: Account['paidChanges'],
  change: Change,
  output: Output,
  signal: AbortSignal,
): Promise<Change> {
  if (!(await awaitDenial(paidChanges, change, output, signal))) return change;
  const checked = await paidChanges.check(change, signal);
  if (checked.ok) return checked.value;
  output.note(`It could not be checked. ${coreFaultSentence(checked.fault)}`);
  return change;
}

/** Waits likewise; false when there is nothing to check, or nothing can be asked before somebody signs in. */
export async function awaitDenial(
  paidChanges: Account['paidChanges'],
  change: Change,
  output: Output,
  signal: AbortSignal,
): Promise<boolean> {
  const waitMs = paidChanges.denialWaitMs(change);
  if (waitMs === null || isSessionOver(change)) return false;
  if (waitMs > 0) output.note(denialWaitSentence(change, waitMs));
  await paidChanges.awaitDenial(change.id, signal);
  return true;
}

function isSessionOver({ state }: Change): boolean {
  return state.state === 'unknown' && state.denial?.fault.kind === 'not-signed-in';
}

/** After an interrupt it says where to see the result of `what`, since it may have arrived. */
export async function sendOrSay<Sent>(
  send: () => Promise<Sent>,
  what: string,
  output: Output,
  signal: AbortSignal,
): Promise<Sent> {
  try {
    return await send();
  } finally {
    if (signal.aborted) {
      output.note(`It may have been sent already: "labseal outbox list" shows ${what}.`);
    }
  }
}

/** Nothing was kept: the document has no change. */
function endUnsent(
  intent: PaidIntent,
  end: { readonly state: string; readonly message: string },
  code: ExitCode,
  output: Output,
): ExitCode {
  output.json({ ok: code === EXIT.done, change: null, kind: intent.kind, ...end });
  output.line(`${changeTitle(intent)}: ${end.message}`);
  return code;
}
