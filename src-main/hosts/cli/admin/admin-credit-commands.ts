/** `labseal admin credit …`: both balances are shown before anything is sent, and the sum that was shown is what counts. */
import { type AnsweringCommand, HIDDEN } from '../answering-command.ts';
import {
  amountOf,
  balanceAfter,
  type Direction,
  MOST_DIGITS,
} from '../../../../src-shared/model/people/credit-adjustment.ts';
import { personName } from '../../../../src-shared/model/people/person-view.ts';
import { creditText, integer } from '../../../../src-shared/model/words/en/figures.ts';
import { CommandFault, EXIT, UsageError } from '../exit-code.ts';
import { agree, type AgreementOptions } from '../price-agreement.ts';
import { makeAdministrator } from './administrator.ts';
import { quoted } from '../option-values.ts';

const WORDS = {
  add: { description: 'give somebody credits', verb: 'Add', toWhom: 'to' },
  subtract: { description: 'take credits away from somebody', verb: 'Remove', toWhom: 'from' },
} as const satisfies Record<Direction, object>;

export function addAdminCreditCommands(admin: AnsweringCommand): void {
  const credit = admin.command('credit').description("somebody's credits");
  addAdjustCommand('add', credit);
  addAdjustCommand('subtract', credit);

  credit
    .command('word [word]', HIDDEN)
    .description('the word of this service for taking credits away; ask its operator')
    .option('--forget', 'forget it')
    .answers(async ({ call }, output, word: string | undefined, options: { forget?: boolean }) => {
      const { forget = false } = options;
      if (forget && word !== undefined) throw new UsageError('Give a word or --forget, not both.');
      const { subtractWord } =
        forget || word !== undefined
          ? await call('admin.setWord', { subtractWord: word ?? null })
          : await call('admin.settings', {});
      const none = 'No word is known, so credits cannot be taken away yet.';
      return output.answer({ subtractWord }, subtractWord ?? none);
    });
}

function addAdjustCommand(direction: Direction, credit: AnsweringCommand): void {
  const { description, verb, toWhom } = WORDS[direction];
  credit
    .command(`${direction} <id-or-email>`)
    .description(description)
    .argument('<amount>', '', readAmount)
    .option('--yes', 'do not ask')
    .answers(
      async (application, output, asked: string, amount: number, options: AgreementOptions) => {
        if (direction === 'subtract') {
          const { subtractWord } = await application.call('admin.settings', {});
          if (subtractWord === null) throw new CommandFault({ kind: 'no-subtract-word' });
        }
        const administrator = makeAdministrator(application, output);
        const user = await administrator.find(asked);
        const before = user.credits;
        const after = balanceAfter(direction, amount, before);
        if (after === null) {
          throw new UsageError(`The balance is ${creditText(before)}. Nothing was sent.`);
        }
        const sum = creditText(amount);
        const question = `${verb} ${sum} ${toWhom} ${personName(user)} <${user.email}>? The balance goes from ${integer(before)} to ${integer(after)}.`;
        if (!(await agree(question, options, output))) return EXIT.needsPerson;
        const { userId } = user;
        const adjustment = { userId, direction, amount, seenCredits: before };
        const { credits } = await administrator.act('admin.adjustCredits', adjustment, asked);
        const done = { userId, email: user.email, direction, amount, before, credits };
        return output.answer({ ok: true, ...done }, `The balance is ${creditText(credits)} now.`);
      },
    );
}

function readAmount(text: string): number {
  const amount = amountOf(text);
  if (amount === null) {
    throw new UsageError(
      `<amount> is a whole number from 1 on with up to ${MOST_DIGITS} digits, not ${quoted(text)}.`,
    );
  }
  return amount;
}
