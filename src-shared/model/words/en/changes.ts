/** The English words about paid changes: what each is, how it stands, and what a person can do. */
import {
  changeCredits,
  isDenialOpen,
  isFree,
  isDismissed,
  type Change,
  type ChangeIntent,
  type ChangeState,
  type PaidIntent,
  type Finding,
  type Read,
  type RefusalCause,
} from '../../changes/change.ts';
import type { AccountStatus } from '../../status/account-status.ts';
import type { ChargedChange } from '../../money/price.ts';
import type { FieldValue } from '../../changes/record-edit.ts';
import { assertNever } from '../../result.ts';
import { SECOND_MS } from '../../text/time.ts';
import type { ReserveBreach } from '../../money/spend-limits.ts';
import { commandWordsOf } from './change-kinds.ts';
import { changePastWords } from './change-past.ts';
import { faultSentence } from './faults.ts';
import { fieldLabels } from './record-fields.ts';
import { counted, creditText, integer, momentText } from './figures.ts';

export const changeStateLabels: Readonly<Record<ChangeState['state'], string>> = {
  waiting: 'Waiting to be sent',
  sending: 'Being sent',
  unknown: 'Result unknown',
  left: 'Kept as unknown',
  delivered: 'Done',
  refused: 'Refused',
  withdrawn: 'Taken back',
};

/** How it stands, in a word or two. */
export function changeStateLabel(state: ChangeState): string {
  return isDismissed(state) ? 'Refused, dismissed' : changeStateLabels[state.state];
}

/** What a field of a project or a profile is called within a sentence; one that nobody knows keeps its name. */
export function fieldLabel(field: string): string {
  const labels: Readonly<Record<string, string>> = {
    ...fieldLabels.profile,
    ...fieldLabels.project,
  };
  const label = labels[field] ?? field;
  return `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}

function fieldList(fields: readonly string[]): string {
  const labels = fields.map(fieldLabel);
  return labels.length < 2
    ? labels.join('')
    : `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`;
}

/** A value as it is compared: lists with commas, nothing as a dash. */
export function fieldText(value: FieldValue): string {
  if (Array.isArray(value)) return value.join(', ') || '–';
  return value === null || value === '' ? '–' : String(value);
}

/** "Create project "Tides"", with no full stop. */
export function changeTitle(intent: ChangeIntent): string {
  const fields = 'edit' in intent ? fieldList(Object.keys(intent.edit)) : '';
  return commandWordsOf(intent.kind).title(intent, fields);
}

/** What a charge was for, in the history of credits: "Invitation of Casey". */
export function chargeTitle({ part, name }: ChargedChange): string {
  switch (part) {
    case 'project':
      return `Project ${name}`;
    case 'member':
      return `First member of project ${name}`;
    case 'invitation':
      return `Invitation of ${name}`;
    case 'deletion':
      return `Deletion of ${name}`;
    default:
      return assertNever(part);
  }
}

/** Sending it for this price uses the reserve. */
export function belowReserveSentence({ reserve, left }: ReserveBreach): string {
  return `It would leave ${creditText(left)} and use your reserve of ${integer(reserve)}.`;
}

/** How many wait or need a person; null when there is nothing to say. */
export function changesLine({ waiting, needYou }: AccountStatus['changes']): string | null {
  const parts = [
    waiting === 0 ? '' : `${counted(waiting, 'change waits', 'changes wait')} to be sent`,
    needYou === 0 ? '' : counted(needYou, 'change needs attention', 'changes need attention'),
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : `${parts.join(' · ')}: see "labseal outbox list".`;
}

/** What came of the changes that went by themselves. */
export function sentSentence({
  sent,
  alreadySo,
  needYou,
}: {
  readonly sent: number;
  readonly alreadySo: number;
  readonly needYou: number;
}) {
  const done = sent === 0 ? '' : `${counted(sent, 'change was', 'changes were')} sent.`;
  const asking =
    needYou === 0
      ? ''
      : `${counted(needYou, 'change needs attention', 'changes need attention')}: see "labseal outbox list".`;
  const found =
    alreadySo === 0 ? '' : `${counted(alreadySo, 'change had', 'changes had')} been made already.`;
  return [done, found, asking].filter((part) => part !== '').join(' ');
}

/** What it costs and what is there. `balance` null: it could not be read. */
export function changePriceSentence(intent: ChangeIntent, balance: number | null): string {
  const price = creditText(changeCredits(intent));
  const purse =
    balance === null ? 'your balance is not known' : `your balance is ${creditText(balance)}`;
  return `${changeTitle(intent)}: ${price}; ${purse}.`;
}

/** How it stands, what that means for the credits, and what to do. */
export function changeSentence(change: Change): string {
  const { id, intent, state } = change;
  if (isFree(intent)) return freeSentence(intent, state, id);
  switch (state.state) {
    case 'waiting':
      return waitingSentence(state, change);
    case 'sending':
      return 'It is being sent right now.';
    case 'unknown':
      if (isDenialOpen(state)) return `${lostSentence(state)} ${DENIAL_OPEN}`;
      return `${lostSentence(state)} ${findingSentence(state)} Choose: "labseal outbox resolve ${id} --check", --send-again (may charge ${creditText(changeCredits(intent))} a second time), or --leave.`;
    case 'left':
      return `${lostSentence(state)} You left it open. ${findingSentence(state)}`;
    case 'delivered':
      return deliveredSentence(intent, state);
    case 'refused': {
      const away = isDismissed(state) ? ' You dismissed it.' : '';
      const earlier =
        state.earlierLostAtMs === null
          ? 'Nothing was charged.'
          : `The result of an earlier try is unknown, and it may have been charged; "labseal outbox check" looks for it.`;
      return `${refusedSentence(state)} ${earlier}${away}`;
    }
    case 'withdrawn':
      return 'You took it back before it was done. Nothing was charged.';
    default:
      return assertNever(state);
  }
}

/** What costs nothing is sent automatically, so there is little to decide. */
function freeSentence(intent: ChangeIntent, state: ChangeState, id: number): string {
  switch (state.state) {
    case 'waiting': {
      return `${lastTrySentence(state)}It goes with the next "labseal sync", or by itself while "labseal serve" works; "labseal outbox send" tries now.`;
    }
    case 'sending':
      return 'It is being sent right now.';
    case 'unknown':
      return 'The answer was lost. The next "labseal sync" looks for it, and sends it again if it did not arrive; it costs nothing.';
    case 'left':
      return 'The answer was lost, and you took it back: it may have been done all the same.';
    case 'delivered':
      return state.by === 'already-there'
        ? 'It was so already. Nothing was sent.'
        : commandWordsOf(intent.kind).done(intent, state);
    case 'refused': {
      const away = isDismissed(state) ? ' You dismissed it.' : '';
      return `${refusedSentence(state)}${adviceOn(state.cause, id, 'edit' in intent)}${away}`;
    }
    case 'withdrawn':
      return 'edit' in intent
        ? 'You took it back, so nothing was changed.'
        : 'You took it back before it was sent.';
    default:
      return assertNever(state);
  }
}

/** What can be typed about a refusal. */
function adviceOn(cause: RefusalCause, id: number, isEdit: boolean): string {
  if (cause.kind === 'project-away' && isEdit) {
    return ` Labseal cannot see whether somebody else changed the same meanwhile. Try again with "labseal outbox resolve ${id} --retry", send your values unseen with --keep-mine, or dismiss it with --keep-theirs.`;
  }
  if (cause.kind === 'changed-there') {
    return ` Choose: "labseal outbox resolve ${id} --keep-mine" or "--keep-theirs", for all or with --field.`;
  }
  return ` Try again with "labseal outbox resolve ${id} --retry", or dismiss it with "labseal outbox undo ${id}".`;
}

type Lost = Extract<ChangeState, { finding: unknown }>;

function lostSentence({ denial, lostAtMs }: Lost): string {
  return denial === undefined
    ? 'The answer was lost, so it may have been done and charged.'
    : `${changePastWords.denied(denial, momentText(lostAtMs))} It may have been done and charged all the same.`;
}

/** A command waits until the denial of a change can be checked. */
export function denialWaitSentence({ intent, state }: Change, waitMs: number): string {
  const answer = 'finding' in state ? lostSentence(state) : '';
  const wait = counted(Math.ceil(waitMs / SECOND_MS), 'second', 'seconds');
  return `${changeTitle(intent)}: ${answer} Labseal checks that in ${wait}; Ctrl-C leaves it to the next "labseal sync".`;
}

const DENIAL_OPEN =
  'Labseal checks that, from twenty seconds after the answer on: by itself while "labseal serve" works, with the next "labseal sync", or with "labseal outbox check". No decision is needed yet.';

type Waiting = Extract<ChangeState, { state: 'waiting' }>;

function lastTrySentence({ lastTry }: Waiting): string {
  return lastTry === null ? '' : `${changePastWords.lastTry(lastTry, momentText)} `;
}

function waitingSentence(state: Waiting, { intent, agreed }: Change) {
  const charged =
    state.earlierLostAtMs === null
      ? 'Nothing was done or charged.'
      : 'This time nothing was done; an earlier try may have been charged.';
  const { lastTry } = state;
  const isOffline =
    lastTry?.fault.kind === 'unavailable' && lastTry.fault.why === 'working-offline';
  const once = isOffline ? ' once you are online' : '';
  const price = creditText(changeCredits(intent));
  const how =
    agreed === undefined
      ? `It is sent, and costs ${price}, when you agree to that in "labseal outbox send"${once}.`
      : `It is sent for the ${price} that you agreed to${once}: with the next "labseal sync", or by itself while "labseal serve" works.`;
  return `${lastTrySentence(state)}${charged} ${how}`;
}

function findingSentence({ finding, lookedAtMs }: Lost): string {
  const when = lookedAtMs === null ? '' : `${changePastWords.checked(momentText(lookedAtMs))} `;
  return `${when}${findingText(finding)}`;
}

function findingText(finding: Finding): string {
  switch (finding) {
    case 'not-looked':
      return 'The service could not be asked yet.';
    case 'too-early':
      return 'The service does not show it yet. Wait ten minutes before deciding.';
    case 'absent':
      return 'After ten minutes the service still does not show it: probably it was not done.';
    case 'several':
      return 'The service shows more than one project that it could be.';
    case 'cannot-tell':
      return 'The service does not show enough to tell.';
    case 'charged':
      return 'The service does not show it, but credits are gone that nothing here explains: it may have been charged.';
    default:
      return assertNever(finding);
  }
}

function deliveredSentence(
  intent: PaidIntent,
  state: Extract<ChangeState, { state: 'delivered' }>,
): string {
  const how =
    state.by === 'evidence'
      ? ' The service did not confirm it, but shows it; it was not sent again.'
      : '';
  return `${commandWordsOf(intent.kind).done(intent, state)}${how}`;
}

function refusedSentence({ atMs, cause }: Extract<ChangeState, { state: 'refused' }>): string {
  return `${changePastWords.refused(momentText(atMs))} ${refusalSentence(cause)}`;
}

export function refusalSentence(cause: RefusalCause): string {
  switch (cause.kind) {
    case 'service':
      return faultSentence(cause.fault);
    case 'credits':
      return `It needs ${creditText(cause.needed)}, and your balance was ${creditText(cause.balance)}. Ask an administrator for credits, then try again.`;
    case 'exists':
      return `You lead a project with this name and these dates already: ${cause.projectId}. Nothing was sent. To have a second one, add --another.`;
    case 'changed-there': {
      const each = cause.fields.map(
        ({ field, base, mine, theirs }) =>
          `${fieldLabel(field)}: was ${fieldText(base)}, yours ${fieldText(mine)}, on the service ${fieldText(theirs)}`,
      );
      return `Somebody changed it meanwhile (${each.join('; ')}). Nothing was sent.`;
    }
    case 'full':
      return `The project is full (${integer(cause.members)} of ${integer(cause.most)}). Raise its limit, or undo the invitation.`;
    case 'project-away':
      return cause.fault.kind === 'forbidden'
        ? `The service does not show this project to your account. ${faultSentence(cause.fault)}`
        : `The service does not know this project, or does not show it to your account. ${faultSentence(cause.fault)}`;
    case 'unread':
      return `Nothing was sent: ${unreadSentence(cause.what)} ${faultSentence(cause.fault)}`;
    case 'no-account':
      return `There is no account with the address ${cause.email}. Correct the address, or undo the invitation.`;
    case 'reserve':
      return belowReserveSentence(cause);
    default:
      return assertNever(cause);
  }
}

function unreadSentence(what: Read): string {
  switch (what) {
    case 'projects':
      return 'the service does not show your projects. Labseal checks them first, so that none is paid for twice.';
    case 'project':
      return 'the service does not show you this project. Ask its leader.';
    case 'person':
      return 'the service does not let your account look people up by e-mail address. Use the id of the person.';
    case 'balance':
      return 'the service does not show your balance. Labseal checks it before it spends credits.';
    case 'file':
      return 'the service does not show you this file. Labseal checks it first, so that no deletion is paid for twice.';
    case 'record':
      return 'the service does not show your profile, and an edit would replace all of it.';
    case 'tags':
      return 'an earlier answer was lost, and the service does not let your account search tags. Check on the service whether the tag exists.';
    default:
      return assertNever(what);
  }
}
