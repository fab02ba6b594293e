/** `labseal admin credit …`: both balances are shown before anything is sent, and the sum that was shown is what counts. */
import type { Command } from 'commander';
import { personName } from '../../../../src-shared/model/people/person-view.ts';
import { counted, integer } from '../../../../src-shared/model/words/en/figures.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandFault, EXIT, UsageError } from '../exit-code.ts';
import { agree, type AgreementOptions } from '../agreement.ts';
import { act } from './admin-action.ts';
import { quoted } from '../option-values.ts';
import { findUser } from './find-user.ts';

const DIRECTIONS = {
  add: { description: 'give somebody credits', verb: 'Add', toWhom: 'to' },
  subtract: { description: 'take credits away from somebody', verb: 'Remove', toWhom: 'from' },
} as const;
type Direction = keyof typeof DIRECTIONS;

const MOST_DIGITS = 9; // as on the page

export function addAdminCreditCommands(admin: Command, context: CommandContext): void {
  const credit = admin.command('credit').description("somebody's credits");
  addAdjustCommand('add', credit, context);
  addAdjustCommand('subtract', credit, context);

  credit
    .command('word [word]')
    .description(
      'the word with which this service takes credits away: not documented, its operator knows it',
    )
    .option('--forget', 'forget it')
    .option('--json', 'print one JSON document')
    .action((word: string | undefined, options: { forget?: boolean; json?: boolean }) =>
      context.withAccount(options, async ({ people }, output) => {
        const { administration } = people;
        const { forget = false } = options;
        if (forget && word !== undefined)
          throw new UsageError('Give a word or --forget, not both.');
        if (forget || word !== undefined) administration.setSubtractWord(word ?? null);
        const subtractWord = administration.subtractWord();
        output.json({ subtractWord });
        output.line(subtractWord ?? 'No word is known, so credits cannot be taken away yet.');
        return Promise.resolve(EXIT.done);
      }),
    );
}

function addAdjustCommand(direction: Direction, credit: Command, context: CommandContext): void {
  const { description, verb, toWhom } = DIRECTIONS[direction];
  credit
    .command(`${direction} <id-or-email>`)
    .description(description)
    .argument('<amount>', '', readAmount)
    .option('--yes', 'do not ask')
    .option('--json', 'print one JSON document')
    .action((asked: string, amount: number, options: AgreementOptions) =>
      context.withAccount(options, async (account, output, core) => {
        const { administration } = account.people;
        if (direction === 'subtract' && administration.subtractWord() === null) {
          throw new CommandFault({ kind: 'no-subtract-word' });
        }
        const user = await findUser(asked, account, core, context);
        const before = user.credits;
        const after = direction === 'add' ? before + amount : before - amount;
        if (after < 0) {
          throw new UsageError(
            `The balance is ${counted(before, 'credit', 'credits')}. Nothing was sent.`,
          );
        }
        const sum = counted(amount, 'credit', 'credits');
        const question = `${verb} ${sum} ${toWhom} ${personName(user)} <${user.email}>? The balance goes from ${integer(before)} to ${integer(after)}.`;
        if (!(await agree(question, options, output, context))) return EXIT.needsPerson;
        const { userId } = user;
        const credits = await act(
          (signal) =>
            administration.adjustCredits(
              { userId, direction, amount, seenCredits: before },
              signal,
            ),
          asked,
          { core, output, context },
        );
        output.json({ ok: true, userId, email: user.email, direction, amount, before, credits });
        output.line(`The balance is ${counted(credits, 'credit', 'credits')} now.`);
        return EXIT.done;
      }),
    );
}

function readAmount(text: string): number {
  if (!/^[1-9]\d*$/.test(text) || text.length > MOST_DIGITS) {
    throw new UsageError(
      `<amount> is a whole number from 1 on with up to ${MOST_DIGITS} digits, not ${quoted(text)}.`,
    );
  }
  return Number(text);
}
