/**
 * The one function that changes a change's state. A change that costs credits never becomes `waiting` again
 * automatically after it was sent without an answer: only a person's `sent-again` does that, and evidence that an answer
 * which denied it was true.
 */
import { isDismissed, type ChangeState, type Finding, type RefusalCause } from './change.ts';
import { assertNever } from '../result.ts';
import type { DenyingAnswer, ServiceFault } from '../status/service-fault.ts';

export type ChangeEvent =
  /** A check before sending: the result already exists. */
  | { readonly type: 'already-there'; readonly projectId: string | null; readonly atMs: number }
  /** A check before sending again: more than one thing could be the result of the earlier attempt. */
  | { readonly type: 'doubted'; readonly atMs: number }
  /** Nothing of it was carried out; it may be tried again. */
  | { readonly type: 'not-sent'; readonly fault: ServiceFault; readonly atMs: number }
  /** From the next moment on bytes may leave. */
  | { readonly type: 'started'; readonly atMs: number }
  | { readonly type: 'answered'; readonly atMs: number }
  | { readonly type: 'refused'; readonly cause: RefusalCause; readonly atMs: number }
  /** It was sent, and the outcome is unknown. Also the meaning of a crash while sending. */
  | { readonly type: 'answer-lost'; readonly atMs: number }
  /** What costs credits was answered with a denial, which may come after the deed. */
  | { readonly type: 'denied'; readonly denial: DenyingAnswer; readonly atMs: number }
  /** Evidence: what was denied was neither done nor charged. `cause`: why it was refused; null: it may be tried again. */
  | { readonly type: 'not-done'; readonly cause: RefusalCause | null; readonly atMs: number }
  /** It was lost later than now, as far as clocks go. */
  | { readonly type: 'clock-went-back'; readonly atMs: number }
  | { readonly type: 'looked'; readonly finding: Finding; readonly atMs: number }
  /** Evidence: the service holds what was wanted. */
  | { readonly type: 'found'; readonly projectId: string | null; readonly atMs: number }
  /** A person's action after seeing the price and the findings; for a free change, a check that did not find it. */
  | { readonly type: 'sent-again' }
  /** A person answered what stood in its way: it may be tried again. */
  | { readonly type: 'answered-for' }
  | { readonly type: 'left-open' }
  | { readonly type: 'dismissed'; readonly atMs: number }
  | { readonly type: 'withdrawn'; readonly atMs: number };

/** Null when the event does not fit the state: a late or wrong event changes nothing. */
export function nextChange(from: ChangeState, event: ChangeEvent): ChangeState | null {
  switch (event.type) {
    case 'already-there':
      if (from.state !== 'waiting') return null;
      return delivered(from.earlierLostAtMs === null ? 'already-there' : 'evidence', event);
    case 'doubted':
      if (from.state !== 'waiting') return null;
      return open(from.earlierLostAtMs ?? event.atMs, 'several', event.atMs);
    case 'not-sent':
      if (from.state !== 'waiting' && from.state !== 'sending') return null;
      return {
        ...tried(from),
        state: 'waiting',
        lastTry: { atMs: event.atMs, fault: event.fault },
      };
    case 'started':
      if (from.state !== 'waiting') return null;
      return { ...tried(from), state: 'sending', sinceMs: event.atMs };
    case 'answered':
      if (from.state !== 'sending') return null;
      return delivered('answer', { projectId: null, atMs: event.atMs });
    case 'refused':
      if (from.state !== 'waiting' && from.state !== 'sending') return null;
      return { ...tried(from), state: 'refused', atMs: event.atMs, cause: event.cause };
    case 'answer-lost':
      return from.state === 'sending' ? open(event.atMs, 'not-looked', null) : null;
    case 'denied': {
      if (from.state !== 'sending') return null;
      const denial = { ...event.denial, ...tried(from) };
      return { ...open(event.atMs, 'not-looked', null), denial };
    }
    case 'not-done':
      return isDenied(from) ? undone(from, event) : null;
    case 'clock-went-back':
      if (from.state !== 'unknown' && from.state !== 'left') return null;
      return from.lostAtMs > event.atMs ? { ...from, lostAtMs: event.atMs } : null;
    case 'looked':
      if (from.state !== 'unknown' && from.state !== 'left') return null;
      return { ...from, finding: event.finding, lookedAtMs: event.atMs };
    case 'found':
      return isOpenOutcome(from) ? delivered('evidence', event) : named(from, event.projectId);
    case 'sent-again':
      if (from.state !== 'unknown' && from.state !== 'left') return null;
      return { state: 'waiting', lastTry: null, earlierLostAtMs: from.lostAtMs };
    case 'answered-for':
      if (from.state !== 'refused' || isDismissed(from)) return null;
      return { ...tried(from), state: 'waiting', lastTry: null };
    case 'left-open':
      return from.state === 'unknown' ? { ...from, state: 'left' } : null;
    case 'dismissed':
      if (from.state !== 'refused' || isDismissed(from)) return null;
      return { ...from, putAwayAtMs: event.atMs };
    case 'withdrawn':
      if (from.state !== 'waiting') return null;
      // An earlier try is not taken back by not trying again.
      return from.earlierLostAtMs === null
        ? { state: 'withdrawn', atMs: event.atMs }
        : { ...open(from.earlierLostAtMs, 'not-looked', null), state: 'left' };
    default:
      return assertNever(event);
  }
}

/** Whether an attempt lost its answer and its outcome is still unknown. */
export function isOpenOutcome(state: ChangeState): boolean {
  if (state.state === 'unknown' || state.state === 'left') return true;
  return state.state === 'refused' && state.earlierLostAtMs !== null;
}

type Doubtful = Extract<ChangeState, { finding: Finding }>;
type DoubtfulDenial = Doubtful & { readonly denial: NonNullable<Doubtful['denial']> };

function isDenied(state: ChangeState): state is DoubtfulDenial {
  return (state.state === 'unknown' || state.state === 'left') && state.denial !== undefined;
}

/** Whoever left it open is not asked about it again. */
function undone(
  { state, lostAtMs, denial }: DoubtfulDenial,
  { cause, atMs }: { readonly cause: RefusalCause | null; readonly atMs: number },
): ChangeState {
  const { fault } = denial;
  if (state === 'left') {
    const no = cause ?? { kind: 'service' as const, fault };
    return { ...tried(denial), state: 'refused', atMs, cause: no, putAwayAtMs: atMs };
  }
  return cause === null
    ? { ...tried(denial), state: 'waiting', lastTry: { atMs: lostAtMs, fault } }
    : { ...tried(denial), state: 'refused', atMs, cause };
}

function tried({ earlierLostAtMs }: { readonly earlierLostAtMs: number | null }) {
  return { earlierLostAtMs };
}

function open(lostAtMs: number, finding: Finding, lookedAtMs: number | null) {
  return { state: 'unknown', lostAtMs, finding, lookedAtMs } as const;
}

/** A project that was answered without an id gets the one that was found. */
function named(from: ChangeState, projectId: string | null): ChangeState | null {
  return from.state === 'delivered' && from.projectId === null ? { ...from, projectId } : null;
}

function delivered(
  by: Extract<ChangeState, { state: 'delivered' }>['by'],
  { projectId, atMs }: { readonly projectId: string | null; readonly atMs: number },
): ChangeState {
  return { state: 'delivered', atMs, by, projectId };
}
