/** What a change is, and what became of it, in a sentence. A lost answer is never called a failure. */
import {
  isDenialOpen,
  isFree,
  nameOf,
  type Change,
  type RefusalCause,
} from '../../src-shared/model/changes/change.ts';
import type { Words } from './en.ts';
import { faultSentence } from './fault-sentence.ts';

/** "Invite Bo Ek". */
export function changeName({ intent }: Pick<Change, 'intent'>, { changes }: Words): string {
  return changes[intent.kind].title(nameOf(intent));
}

export function refusalText(cause: RefusalCause, words: Words): string {
  const { spending } = words;
  switch (cause.kind) {
    case 'service':
      return faultSentence(cause.fault, words);
    case 'credits':
      return spending.tooFewCredits(cause.needed, cause.balance);
    case 'exists':
      return spending.projectExists;
    case 'changed-there':
      return spending.changedThere;
    case 'full':
      return spending.projectFull(cause.members, cause.most);
    case 'project-away':
      return `${spending.projectAway[cause.fault.kind === 'forbidden' ? 'hidden' : 'gone']} ${faultSentence(cause.fault, words)}`;
    case 'unread':
      return `${spending.unread[cause.what]} ${faultSentence(cause.fault, words)}`;
    case 'no-account':
      return spending.noAccount(cause.email);
    case 'reserve':
      return spending.belowReserve(cause.left, cause.reserve);
    default:
      return cause satisfies never;
  }
}

export function outcomeText({ intent, agreed, state }: Change, words: Words): string {
  const { spending, changePast } = words;
  const { moment } = words.figures;
  switch (state.state) {
    case 'waiting': {
      const waits = isFree(intent) || agreed !== undefined ? spending.goesByItself : spending.waits;
      const { lastTry } = state;
      const text = lastTry === null ? waits : `${waits} ${changePast.lastTry(lastTry, moment)}`;
      return mayBeCharged(state) ? `${text} ${spending.earlierLost}` : text;
    }
    case 'sending':
      return spending.sending;
    case 'unknown':
    case 'left': {
      const { denial, lostAtMs } = state;
      if (denial === undefined) return spending.unknown;
      const text = `${changePast.denied(denial, moment(lostAtMs))} ${spending.denied}`;
      return isDenialOpen(state) ? `${text} ${spending.denialOpen}` : text;
    }
    case 'delivered':
      return state.by === 'already-there' ? spending.alreadyThere : spending.delivered;
    case 'refused': {
      const text = `${changePast.refused(moment(state.atMs))} ${refusalText(state.cause, words)}`;
      return mayBeCharged(state) ? `${text} ${spending.earlierLost}` : text;
    }
    case 'withdrawn':
      return spending.withdrawn;
    default:
      return state satisfies never;
  }

  function mayBeCharged({ earlierLostAtMs }: { readonly earlierLostAtMs: number | null }): boolean {
    return earlierLostAtMs !== null && !isFree(intent);
  }
}
