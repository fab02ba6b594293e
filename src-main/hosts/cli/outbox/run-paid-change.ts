/** The steps of a paid change in a command: is it needed, what does it cost, is that approved, what was the result. */
import type { AnsweringCommand } from '../answering-command.ts';
import type { ChangeOffer } from '../../../../src-shared/bridge/outbox-calls.ts';
import {
  isDenialOpen,
  type Change,
  type PaidIntent,
} from '../../../../src-shared/model/changes/change.ts';
import { assertNever } from '../../../../src-shared/model/result.ts';
import {
  changePriceSentence,
  changeTitle,
  denialWaitSentence,
  refusalSentence,
} from '../../../../src-shared/model/words/en/changes.ts';
import type { Application } from '../application.ts';
import { printChange } from './change-report.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { coreFaultSentence } from '../fault-text.ts';
import type { Output } from '../output.ts';
import { readCount } from '../option-values.ts';
import { agreeToPrice, type PriceOptions, tellClockOf, tellPrice } from '../price-agreement.ts';

export interface PaidOptions extends PriceOptions {
  /** When the service is unavailable, it is sent automatically later. */
  readonly whenOnline?: boolean;
}

/** The options that agree to a price. */
export function withPrice(command: AnsweringCommand): AnsweringCommand {
  return command
    .option('--yes', 'agree to the price')
    .option('--max-credits <n>', 'agree to a price up to n credits', readCount('--max-credits'))
    .option('--below-reserve', 'agree to using your reserve')
    .had('--below-floor', 'The floor is called reserve: --below-reserve.');
}

/** The same, of a change that may be sent later for its price. */
export function withLaterPrice(command: AnsweringCommand): AnsweringCommand {
  return withPrice(
    command.option(
      '--when-online',
      'when the service is away now, let the next sync send it for this price',
    ),
  );
}

/** When the service is unavailable the change waits, unless it depends on the current state: then it is given up. */
export async function runPaidChange(
  application: Application,
  { intent, credits, prospect, breach }: ChangeOffer,
  options: PaidOptions,
  output: Output,
): Promise<ExitCode> {
  const { call } = application;
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
      return printChange(
        await call('outbox.keep', { intent, credits, passedReserve: null }),
        output,
      );
    case 'would-wait':
    case 'would-go':
      break;
    default:
      return assertNever(prospect);
  }
  await tellClockOf(application, output);
  tellPrice(changePriceSentence(intent, prospect.balance), options, output);
  const asked = { credits, question: 'Send it?', breach };
  if (!(await agreeToPrice(asked, options, output))) {
    const message = 'It was not agreed to, so nothing was sent or charged.';
    return endUnsent(intent, { state: 'not-agreed', message }, EXIT.needsPerson, output);
  }
  const { whenOnline = false, belowReserve = false } = options;
  // Without a balance nothing tells yet whether it passes the reserve: who says that it may means the one that is set.
  const allowed = belowReserve ? (await call('credits.limits', {})).reserve : null;
  const agreed = { credits, passedReserve: breach?.reserve ?? allowed };
  const send = async () => {
    const change = await call('outbox.keep', { intent, ...agreed, whenOnline });
    return settleDenial(application, change, output);
  };
  return printChange(await sendOrSay(send, 'it', output), output);
}

/** Waits until a denial of this change can be checked, says so, and checks it. Other changes are returned unchanged. */
export async function settleDenial(
  { call, ask }: Application,
  change: Change,
  output: Output,
): Promise<Change> {
  if (!isDenialOpen(change.state)) return change;
  const id = String(change.id);
  const { waitMs } = await call('outbox.denialWait', { id });
  if (waitMs === null) return change;
  if (waitMs > 0) output.note(denialWaitSentence(change, waitMs));
  const settled = await ask('outbox.settle', { id });
  if (settled.ok) return settled.value;
  output.note(`It could not be checked. ${coreFaultSentence(settled.fault)}`);
  return change;
}

/** After an interrupt it says where to see the result of `what`, since it may have arrived. */
export async function sendOrSay<Sent>(
  send: () => Promise<Sent>,
  what: string,
  output: Output,
): Promise<Sent> {
  try {
    return await send();
  } finally {
    if (output.environment.signal.aborted) {
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
  const document = { ok: code === EXIT.done, change: null, kind: intent.kind, ...end };
  return output.answer(document, `${changeTitle(intent)}: ${end.message}`, code);
}
