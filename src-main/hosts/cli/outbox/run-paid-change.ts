/** The way of a paid change through a command: is it needed, what does it cost, is that agreed, what became of it. */
import {
  changeCredits,
  type Change,
  type PaidIntent,
} from '../../../../src-shared/model/changes/change.ts';
import { assertNever } from '../../../../src-shared/model/result.ts';
import { floorBreach } from '../../../../src-shared/model/money/spend-limits.ts';
import {
  changePriceSentence,
  changeTitle,
  refusalSentence,
} from '../../../../src-shared/model/words/en/changes.ts';
import type { Account } from '../../../app/account.ts';
import { printChange } from './change-report.ts';
import { valueOf, type CommandContext } from '../command-context.ts';
import { CommandFault, EXIT, type ExitCode } from '../exit-code.ts';
import type { Output } from '../output.ts';
import { agreeToPrice, type PriceOptions } from '../price-agreement.ts';

export interface PaidOptions extends PriceOptions {
  readonly json?: boolean;
  /** When the service is away, it goes by itself once it is back. */
  readonly whenOnline?: boolean;
}

/** `mayBeKept`: when the service is away the change waits, instead of being given up. */
export async function runPaidChange(
  { paidChanges, credits: money }: Account,
  intent: PaidIntent,
  { mayBeKept, ...options }: PaidOptions & { readonly mayBeKept: boolean },
  output: Output,
  context: CommandContext,
): Promise<ExitCode> {
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
  output.note(changePriceSentence(intent, balance));
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
  const { trouble } = change.state;
  paidChanges.undo(change);
  if (trouble !== null) throw new CommandFault(trouble);
  return printChange(valueOf(paidChanges.find(String(change.id))), output);
}

/** Delivers; an interrupted person is told where to see what became of it, since it may have arrived. */
export async function deliverOrSay(
  paidChanges: Account['paidChanges'],
  id: number,
  output: Output,
  { signal }: CommandContext,
): Promise<Change> {
  try {
    return await paidChanges.deliver(id, signal);
  } finally {
    if (signal.aborted) {
      output.note(`It may have been sent already: "labseal outbox list" shows change ${id}.`);
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
