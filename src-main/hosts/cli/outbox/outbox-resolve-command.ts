/** `labseal outbox resolve`: decides about a lost answer, a refusal or a conflict. */
import type { AnsweringCommand } from '../answering-command.ts';
import type { CallInput } from '../../../../src-shared/bridge/calls.ts';
import { isFree, isWaiting, type Change } from '../../../../src-shared/model/changes/change.ts';
import type { Choice } from '../../../../src-shared/model/changes/record-edit.ts';
import { assertNever } from '../../../../src-shared/model/result.ts';
import {
  changePriceSentence,
  changeSentence,
} from '../../../../src-shared/model/words/en/changes.ts';
import type { Application } from '../application.ts';
import { printChange } from './change-report.ts';
import { CommandFault, EXIT, UsageError, type ExitCode } from '../exit-code.ts';
import { collect, readEmail, readNumber } from '../option-values.ts';
import { sendOrSay, settleDenial, withPrice, type PaidOptions } from './run-paid-change.ts';
import type { Output } from '../output.ts';
import { agreeToPrice, tellClockOf, tellPrice } from '../price-agreement.ts';

type Agreed = Pick<CallInput<'outbox.send'>, 'credits' | 'passedReserve'>;

interface Talk {
  readonly application: Application;
  readonly options: ResolveOptions;
  readonly output: Output;
}

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
export function addOutboxResolveCommand(outbox: AnsweringCommand): void {
  withPrice(outbox.command('resolve').description('decide about a change that needs a decision'))
    .argument('<id>', '', readNumber('<id>'))
    .option('--check', 'look at the service again')
    .option('--send-again', 'send it once more; it may be charged a second time')
    .option('--leave', 'leave it open and ask no more')
    .option('--retry', 'try a refused change again')
    .option('--keep-mine', 'where somebody changed the same meanwhile: send yours')
    .option('--keep-theirs', 'where somebody changed the same meanwhile: leave theirs')
    .option(
      '--field <name>',
      'use this side for one field and the other side for the others',
      collect,
    )
    .option(
      '--email <address>',
      'another address for somebody whom the service does not know',
      readEmail('--email'),
    )
    .option('--use-existing', 'take the equal project that is there for the one to be made')
    .option('--raise-limit', 'make room in a full project, and invite again')
    .answers((application, output, id: string, options: ResolveOptions) =>
      resolve(id, { application, options, output }),
    );
}

async function resolve(id: string, talk: Talk): Promise<ExitCode> {
  const { application, options, output } = talk;
  const [decision, another] = DECISIONS.filter(
    (name) => options[name] !== undefined && options[name] !== false,
  );
  if (decision === undefined || another !== undefined) {
    throw new UsageError(
      'Say one thing to do: --check, --send-again, --leave, --retry, --keep-mine, --keep-theirs, --email, --use-existing or --raise-limit.',
    );
  }
  const { call } = application;
  switch (decision) {
    case 'check':
      return printChange(await call('outbox.resolve', { id, decision: 'look' }), output);
    case 'leave':
      return printChange(await call('outbox.resolve', { id, decision }), output);
    case 'useExisting':
      return printChange(await call('outbox.resolve', { id, decision: 'use-existing' }), output);
    case 'sendAgain':
      return sendAgain(await find(id, application), talk);
    case 'raiseLimit': {
      const change = await find(id, application);
      const agreed = await agreedFor(change, talk);
      if (agreed === null) return EXIT.needsPerson;
      return decideAndSend(change, 'raise-limit', agreed, talk);
    }
    case 'retry':
      return goOn(await call('outbox.resolve', { id, decision }), talk);
    case 'keepMine':
    case 'keepTheirs':
      return goOn(await choose(id, decision === 'keepMine' ? 'mine' : 'theirs', talk), talk);
    case 'email':
      return goOn(await call('outbox.fixEmail', { id, email: options.email ?? '' }), talk);
    default:
      return assertNever(decision);
  }
}

async function find(id: string, { call }: Application): Promise<Change> {
  const { changes } = await call('outbox.list', {});
  const change = changes.find((each) => String(each.id) === id);
  if (change === undefined) throw new CommandFault({ kind: 'unknown-change', asked: id });
  return change;
}

/** If fields are named, these get the choice and the others the opposite. */
function choose(
  id: string,
  choice: Choice,
  { application: { call }, options: { field: fields } }: Talk,
): Promise<Change> {
  if (fields === undefined) {
    const decision = choice === 'mine' ? 'keep-mine' : 'keep-theirs';
    return call('outbox.resolve', { id, decision });
  }
  const choices = Object.fromEntries(fields.map((field) => [field, choice]));
  return call('outbox.choose', { id, choices, otherwise: choice === 'mine' ? 'theirs' : 'mine' });
}

/** A change that is queued again is tried at once: for its price, if it has one. */
async function goOn(change: Change, talk: Talk): Promise<ExitCode> {
  const agreed = isWaiting(change) ? await agreedFor(change, talk) : null;
  if (agreed === null) return printChange(change, talk.output);
  const { id } = change;
  const send = async () => {
    const ids = [String(id)];
    const [sent = change] = await talk.application.call('outbox.send', { ids, ...agreed });
    return sent;
  };
  return printSent(id, send, talk);
}

/** Null: it was not agreed to. */
async function agreedFor(change: Change, talk: Talk): Promise<Agreed | null> {
  if (isFree(change.intent)) return { credits: 0, passedReserve: null };
  tellPrice(changePriceSentence(change.intent, null), talk.options, talk.output);
  return askPrice(change, 'Send it?', talk);
}

async function askPrice(
  { id }: Change,
  question: string,
  { application, options, output }: Talk,
): Promise<Agreed | null> {
  const { credits, breach } = await application.call('outbox.offer', { ids: [String(id)] });
  await tellClockOf(application, output);
  const isAgreed = await agreeToPrice({ credits, question, breach }, options, output);
  return isAgreed ? { credits, passedReserve: breach?.reserve ?? null } : null;
}

async function sendAgain(change: Change, talk: Talk): Promise<ExitCode> {
  const { intent, state } = change;
  let agreed: Agreed = { credits: 0, passedReserve: null };
  if (state.state === 'unknown' || state.state === 'left') {
    talk.output.note(`${changePriceSentence(intent, null)} ${changeSentence(change)}`);
    const asked = await askPrice(change, 'Send it again? It may be charged a second time.', talk);
    if (asked === null) return printChange(change, talk.output);
    agreed = asked;
  }
  return decideAndSend(change, 'send-again', agreed, talk);
}

async function decideAndSend(
  { id }: Change,
  decision: 'send-again' | 'raise-limit',
  agreed: Agreed,
  talk: Talk,
): Promise<ExitCode> {
  const { call } = talk.application;
  return printSent(id, () => call('outbox.resolve', { id: String(id), decision, agreed }), talk);
}

async function printSent(
  id: number,
  send: () => Promise<Change>,
  { application, output }: Talk,
): Promise<ExitCode> {
  const sendAndSettle = async () => settleDenial(application, await send(), output);
  return printChange(await sendOrSay(sendAndSettle, `change ${id}`, output), output);
}
