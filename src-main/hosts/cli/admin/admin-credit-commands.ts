/** `labseal admin credit …`: both balances are shown before anything is sent, and the sum that was shown is what counts. */
import { type AnsweringCommand, HIDDEN } from '../answering-command.ts';
import type { AdminUserView } from '../../../../src-shared/model/people/admin-user-view.ts';
import {
  adjustEach,
  balanceAfter,
  type Direction,
  type MeantCredits,
} from '../../../../src-shared/model/people/credit-adjustment.ts';
import { personName } from '../../../../src-shared/model/people/person-view.ts';
import { counted, creditText, integer } from '../../../../src-shared/model/words/en/figures.ts';
import { CommandFault, EXIT, type ExitCode, UsageError } from '../exit-code.ts';
import { coreFaultSentence } from '../fault-text.ts';
import type { Output } from '../output.ts';
import { agree, type AgreementOptions } from '../price-agreement.ts';
import { type Administrator, makeAdministrator } from './administrator.ts';
import { readWishes, type Wish } from './people-list.ts';

const WORDS = {
  add: { description: 'give people credits', verb: 'Add', toWhom: 'to' },
  subtract: { description: 'take credits away from people', verb: 'Remove', toWhom: 'from' },
} as const satisfies Record<Direction, object>;

export function addAdminCreditCommands(admin: AnsweringCommand): void {
  const credit = admin.command('credit').description('credits of users');
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
  credit
    .command(direction)
    .description(WORDS[direction].description)
    .usage('[options] <id-or-email...> <amount>')
    .argument('[id-or-email...]', 'the people, and the amount for each')
    .option(
      '--people <file>',
      'the people from a CSV file: columns e-mail or id, and amount where they differ',
    )
    .option('--yes', 'do not ask')
    .answersAbout(
      (words: readonly string[], { people }: AdjustOptions) => readWishes(words, people),
      async (application, output, wishes, _words, options: AdjustOptions) => {
        if (direction === 'subtract') {
          const { subtractWord } = await application.call('admin.settings', {});
          if (subtractWord === null) throw new CommandFault({ kind: 'no-subtract-word' });
        }
        const administrator = makeAdministrator(application, output);
        const [first, ...others] = wishes;
        return first !== undefined && others.length === 0
          ? adjustOne(direction, first, { administrator, options, output })
          : adjustSeveral(direction, wishes, { administrator, options, output });
      },
    );
}

interface AdjustOptions extends AgreementOptions {
  readonly people?: string;
}

interface Means {
  readonly administrator: Administrator;
  readonly options: AgreementOptions;
  readonly output: Output;
}

async function adjustOne(
  direction: Direction,
  { asked, amount }: Wish,
  { administrator, options, output }: Means,
): Promise<ExitCode> {
  const { verb, toWhom } = WORDS[direction];
  const user = await administrator.find(asked);
  const before = user.credits;
  const after = balanceAfter(direction, amount, before);
  if (after === null) {
    throw new UsageError(`The balance is ${creditText(before)}. Nothing was sent.`);
  }
  const question = `${verb} ${creditText(amount)} ${toWhom} ${called(user)}? The balance goes from ${integer(before)} to ${integer(after)}.`;
  if (!(await agree(question, options, output))) return EXIT.needsPerson;
  const { userId, email } = user;
  const adjustment = { userId, direction, amount, seenCredits: before };
  const { credits } = await administrator.act('admin.adjustCredits', adjustment, asked);
  const done = { userId, email, direction, amount, before, credits };
  return output.answer({ ok: true, ...done }, `The balance is ${creditText(credits)} now.`);
}

/**
 * Where the service does not know somebody, or a balance is too small, nothing is sent and each is named: the corrected line,
 * given again, would pay the others a second time. A later refusal of the service keeps no other from it.
 */
async function adjustSeveral(
  direction: Direction,
  wishes: readonly Wish[],
  { administrator, options, output }: Means,
): Promise<ExitCode> {
  const users = await administrator.findEach(wishes.map(({ asked }) => asked));
  const refused: Refused[] = [];
  const meant: Meant[] = [];
  for (const [index, { asked, amount }] of wishes.entries()) {
    const user = users[index] ?? null;
    if (user === null) {
      const fault = { kind: 'unknown-user', asked } as const;
      refused.push({ asked, kind: fault.kind, message: coreFaultSentence(fault) });
      continue;
    }
    if (meant.some((each) => each.user.userId === user.userId)) {
      throw new UsageError(`${called(user)} is named twice. Name each person once.`);
    }
    const after = balanceAfter(direction, amount, user.credits);
    if (after !== null) meant.push({ asked, user, amount, after });
    else {
      const message = `${called(user)}: the balance is ${creditText(user.credits)}, less than ${integer(amount)}.`;
      refused.push({ asked, kind: 'more-than-balance', message });
    }
  }
  for (const { message } of refused) output.note(message);
  if (refused.length > 0) {
    const advice = 'Nothing was sent. Correct or leave out whom it names, and repeat the command.';
    return output.answer(documentOf(direction, [], refused), advice, EXIT.usage);
  }
  const tell = (text: string) => (options.yes === true ? output.aside(text) : output.note(text));
  for (const { user, after } of meant.slice(0, MOST_SHOWN)) {
    tell(`${called(user)}: ${integer(user.credits)} → ${integer(after)}`);
  }
  if (meant.length > MOST_SHOWN) tell(`… and ${integer(meant.length - MOST_SHOWN)} more`);
  if (!(await agree(questionOf(direction, meant), options, output))) return EXIT.needsPerson;

  const done: Done[] = [];
  await adjustEach(direction, meant, async (adjustment, { asked, user, amount }) => {
    const answer = await administrator.attempt('admin.adjustCredits', adjustment, asked);
    if (answer.ok) {
      const { userId, email } = user;
      const { credits } = answer.value;
      done.push({ userId, email, amount, before: user.credits, credits });
      output.line(`${called(user)}: ${creditText(credits)} now.`); // also when the next is interrupted
    } else {
      const { fault, sentence } = answer.fault;
      const message = `${called(user)}: ${sentence ?? coreFaultSentence(fault)}`;
      output.note(message);
      refused.push({ asked, kind: fault.kind, message });
    }
    return answer;
  });
  output.line(
    `${counted(done.length, 'balance was', 'balances were')} changed, ${creditText(sumOf(done))} together.${refused.length === 0 ? '' : ` Not changed, see above: ${integer(refused.length)}.`}`,
  );
  output.json(documentOf(direction, done, refused));
  return refused.length === 0 ? EXIT.done : EXIT.needsPerson;
}

const MOST_SHOWN = 20;

interface Meant extends MeantCredits {
  readonly asked: string;
  readonly after: number;
}

interface Done {
  readonly userId: string;
  readonly email: string;
  readonly amount: number;
  readonly before: number;
  readonly credits: number;
}

interface Refused {
  readonly asked: string;
  readonly kind: string;
  readonly message: string;
}

function documentOf(direction: Direction, done: readonly Done[], refused: readonly Refused[]) {
  return { ok: refused.length === 0, direction, sum: sumOf(done), done, refused };
}

function sumOf(each: readonly { readonly amount: number }[]): number {
  return each.reduce((sum, { amount }) => sum + amount, 0);
}

/** "Add 50 credits to each of 3 users, 150 credits together?" */
function questionOf(direction: Direction, meant: readonly Meant[]): string {
  const { verb, toWhom } = WORDS[direction];
  const amounts = new Set(meant.map(({ amount }) => amount));
  const [amount = 0] = amounts;
  const what = amounts.size === 1 ? `${creditText(amount)} ${toWhom} each of` : `credits ${toWhom}`;
  return `${verb} ${what} ${counted(meant.length, 'user', 'users')}, ${creditText(sumOf(meant))} together?`;
}

function called(user: AdminUserView): string {
  return `${personName(user)} <${user.email}>`;
}
