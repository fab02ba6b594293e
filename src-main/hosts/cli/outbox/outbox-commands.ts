/** `labseal outbox …`: changes that cost credits and are not uploads, and their results. */
import type { AnsweringCommand } from '../answering-command.ts';
import { MOST_CHANGES } from '../../../../src-shared/bridge/outbox-calls.ts';
import {
  changeCredits,
  isFree,
  isDismissed,
  isWaiting,
  priceOf,
  wasSoAlready,
  type Change,
} from '../../../../src-shared/model/changes/change.ts';
import { faultSentence } from '../../../../src-shared/model/words/en/faults.ts';
import { counted, creditText, momentText } from '../../../../src-shared/model/words/en/figures.ts';
import {
  changeSentence,
  changeStateLabel,
  changeTitle,
} from '../../../../src-shared/model/words/en/changes.ts';
import type { Application } from '../application.ts';
import { changeDocument, exitCodeOfChanges, printChange } from './change-report.ts';
import { EXIT, exitCodeOf, type ExitCode } from '../exit-code.ts';
import { OFFLINE_NOTE } from '../../../../src-shared/model/words/en/waits.ts';
import { addFormerOfflineCommands } from './offline-commands.ts';
import { addOutboxResolveCommand } from './outbox-resolve-command.ts';
import { readNumber } from '../option-values.ts';
import type { Output } from '../output.ts';
import { agreeToPrice, tellClockOf, tellPrice } from '../price-agreement.ts';
import { sendOrSay, settleDenial, withPrice, type PaidOptions } from './run-paid-change.ts';

export function addOutboxCommands(program: AnsweringCommand): void {
  const outbox = program
    .command('outbox')
    .description('what waits to be sent, and what became of it');

  outbox
    .command('list')
    .description('all of them, oldest first')
    .answers(async ({ call }, output) => {
      const { changes, waitingCredits, isOffline } = await call('outbox.list', {});
      output.json({
        changes: changes.map((change) => changeDocument(change, changes)),
        waitingCredits,
        isOffline,
      });
      if (isOffline) output.note(OFFLINE_NOTE);
      if (changes.length === 0) output.line('There is nothing yet.');
      printTable(changes, output);
      return EXIT.done;
    });

  withPrice(outbox.command('send').description('send what waits')).answers(
    (application, output, options: PaidOptions) => sendAll(application, options, output),
  );

  outbox
    .command('check')
    .description('ask the service whether these changes were made after all')
    .answers(async ({ call }, output) => {
      const { changes, fault } = await call('outbox.check', {});
      const all = (await call('outbox.list', {})).changes;
      const waiting = all.filter(isWaiting).length;
      const waits = `${counted(waiting, 'change waits', 'changes wait')} to be sent: see "labseal outbox list".`;
      const none = waiting === 0 ? 'Nothing is open.' : `No result is unknown. ${waits}`;
      const code = printAll(changes, none, output);
      if (fault === null) return code;
      output.note(`Not all of them could be checked. ${faultSentence(fault)}`);
      return exitCodeOf(fault);
    });

  addOutboxResolveCommand(outbox);
  addFormerOfflineCommands(outbox);

  outbox
    .command('undo')
    .description('take back a change that waits, or dismiss one that was refused')
    .argument('<id>', '', readNumber('<id>'))
    .answers(async ({ call }, output, id: string) =>
      printChange(await call('outbox.resolve', { id, decision: 'undo' }), output),
    );
}

async function sendAll(
  application: Application,
  options: PaidOptions,
  output: Output,
): Promise<ExitCode> {
  const { call } = application;
  const { changes, waitingCredits } = await call('outbox.list', {});
  const waiting = changes.filter(isWaiting).slice(0, MOST_CHANGES);
  if (waiting.length === 0) return printAll([], 'Nothing waits.', output);
  const ids = waiting.map(({ id }) => String(id));
  let agreed: { readonly credits: number; readonly passedReserve: number | null } = {
    credits: 0,
    passedReserve: null,
  };
  if (waitingCredits > 0) {
    for (const { intent } of waiting.filter((change) => !isFree(change.intent))) {
      const price = creditText(changeCredits(intent));
      tellPrice(`${changeTitle(intent)}: ${price}.`, options, output);
    }
    const { credits, breach } = await call('outbox.offer', { ids });
    const question = `Send ${counted(waiting.length, 'change', 'changes')} for ${creditText(credits)}?`;
    await tellClockOf(application, output);
    if (!(await agreeToPrice({ credits, question, breach }, options, output))) {
      printAll(waiting, '', output);
      return EXIT.needsPerson;
    }
    agreed = { credits, passedReserve: breach?.reserve ?? null };
  }
  const send = async () => {
    const sent: Change[] = [];
    for (const change of await call('outbox.send', { ids, ...agreed })) {
      sent.push(await settleDenial(application, change, output));
    }
    return sent;
  };
  return printAll(await sendOrSay(send, 'each change', output), '', output);
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
    changes.map((change) => [
      change.id,
      changeStateLabel(change.state),
      priceOf(change),
      momentText(change.createdAtMs),
      changeTitle(change.intent),
    ]),
  );
  for (const change of changes) {
    const isOver = ['delivered', 'withdrawn'].includes(change.state.state);
    if ((!isOver && !isDismissed(change.state)) || wasSoAlready(change.state))
      output.line(`${change.id}: ${changeSentence(change)}`);
  }
}
