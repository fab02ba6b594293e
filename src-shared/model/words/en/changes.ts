/** The English words about paid changes: what each is, how it stands, and what a person can do. */
import {
  changeCredits,
  isPutAway,
  type Change,
  type ChangeIntent,
  type ChangeState,
} from '../../change.ts';
import type { Finding, RefusalCause } from '../../change.ts';
import type { AccountStatus } from '../../account-status.ts';
import type { ChargedChange } from '../../change-parts.ts';
import { assertNever } from '../../result.ts';
import type { FloorBreach } from '../../spend-limits.ts';
import { faultSentence } from './faults.ts';
import { counted } from './figures.ts';

export const changeStateLabels: Readonly<Record<ChangeState['state'], string>> = {
  waiting: 'Waiting to be sent',
  sending: 'Being sent',
  unknown: 'Please decide',
  left: 'Kept as unknown',
  delivered: 'Done',
  refused: 'Refused',
  withdrawn: 'Taken back',
};

/** How it stands, in a word or two. */
export function changeStateLabel(state: ChangeState): string {
  return isPutAway(state) ? 'Refused, put away' : changeStateLabels[state.state];
}

/** "Create project "Tides"", with no full stop. */
export function changeTitle(intent: ChangeIntent): string {
  switch (intent.kind) {
    case 'create-project':
      return `Create project "${intent.project.name}"`;
    case 'invite-member':
      return `Invite ${intent.userName} to project ${intent.projectId}`;
    case 'delete-file':
      return `Delete ${intent.fileName} (${intent.fileId})`;
    default:
      return assertNever(intent);
  }
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

/** Sending it for this price goes below what the person wants to keep. */
export function belowFloorSentence({ floor, left }: FloorBreach): string {
  return `It would leave ${creditText(left)}, below your floor of ${floor}.`;
}

/** How many wait or need a person; null when there is nothing to say. */
export function changesLine({ waiting, needYou }: AccountStatus['changes']): string | null {
  const parts = [
    waiting === 0 ? '' : `${counted(waiting, 'change waits', 'changes wait')} to be sent`,
    needYou === 0 ? '' : counted(needYou, 'change needs you', 'changes need you'),
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : `${parts.join(' · ')}: see "labseal outbox list".`;
}

/** What it costs and what is there. `balance` null: it could not be read. */
export function changePriceSentence(intent: ChangeIntent, balance: number | null): string {
  const price = creditText(changeCredits(intent));
  const purse =
    balance === null ? 'your balance is not known' : `your balance is ${creditText(balance)}`;
  return `${changeTitle(intent)}: ${price}; ${purse}.`;
}

/** How it stands, what that means for the credits, and what to do. */
export function changeSentence({ id, intent, state }: Change): string {
  switch (state.state) {
    case 'waiting':
      return waitingSentence(state);
    case 'sending':
      return 'It is being sent right now.';
    case 'unknown':
      return `The answer was lost, so it may have been done and charged. ${findingSentence(state.finding)} Choose: "labseal outbox resolve ${id} --check", --send-again (may charge ${creditText(changeCredits(intent))} a second time), or --leave.`;
    case 'left':
      return `The answer was lost, so it may have been done and charged. You left it open. ${findingSentence(state.finding)}`;
    case 'delivered':
      return deliveredSentence(intent, state);
    case 'refused': {
      const away = isPutAway(state) ? ' You put it away.' : '';
      const earlier =
        state.earlierLostAtMs === null
          ? 'Nothing was charged.'
          : `An earlier try lost its answer and may have been charged; "labseal outbox check" looks for it.`;
      return `${refusalSentence(state.cause)} ${earlier}${away}`;
    }
    case 'withdrawn':
      return 'You took it back before it was sent. Nothing was charged.';
    default:
      return assertNever(state);
  }
}

function waitingSentence({ trouble, earlierLostAtMs }: Extract<ChangeState, { state: 'waiting' }>) {
  const why = trouble === null ? '' : `${faultSentence(trouble)} `;
  const charged =
    earlierLostAtMs === null
      ? 'Nothing was sent or charged.'
      : 'This time nothing was sent; an earlier try may have been charged.';
  return `${why}${charged} Send it with "labseal outbox send".`;
}

function findingSentence(finding: Finding): string {
  switch (finding) {
    case 'not-looked':
      return 'The service could not be looked at yet.';
    case 'too-early':
      return 'The service does not show it yet; only after ten minutes that means something.';
    case 'absent':
      return 'The service does not show it, in complete lists read more than ten minutes later: probably it was not done.';
    case 'several':
      return 'The service shows more than one project that it could be.';
    case 'cannot-tell':
      return 'The service does not show enough to tell.';
    default:
      return assertNever(finding);
  }
}

function deliveredSentence(
  intent: ChangeIntent,
  { by, projectId }: Extract<ChangeState, { state: 'delivered' }>,
): string {
  const how =
    by === 'evidence'
      ? ' The answer was lost, but the service shows it; it was not sent again.'
      : '';
  switch (intent.kind) {
    case 'create-project':
      return projectId === null
        ? `The project is created. The service does not show it yet; "labseal outbox check" looks for its id.${how}`
        : `The project is created: ${projectId}.${how}`;
    case 'invite-member':
      return by === 'already-there'
        ? `${intent.userName} is in the project or invited already. Nothing was sent or charged.`
        : `${intent.userName} is invited.${how}`;
    case 'delete-file':
      return by === 'already-there'
        ? 'The file is being deleted already. Nothing was sent or charged.'
        : `The service is deleting the file; its history is kept.${how}`;
    default:
      return assertNever(intent);
  }
}

export function refusalSentence(cause: RefusalCause): string {
  switch (cause.kind) {
    case 'service':
      return faultSentence(cause.fault);
    case 'credits':
      return `It needs ${creditText(cause.needed)}, your balance is ${creditText(cause.balance)}. Ask an administrator for credits, then try again.`;
    case 'exists':
      return `You lead a project with this name and these dates already: ${cause.projectId}. Nothing was sent. To have a second one, add --another.`;
    default:
      return assertNever(cause);
  }
}

function creditText(credits: number): string {
  return counted(credits, 'credit', 'credits');
}
