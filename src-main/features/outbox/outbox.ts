/**
 * Sends changes, and resolves lost answers by reading. A change that costs credits is sent at most once without a
 * person's action. Every step is recorded before the next one begins, so a crash at any point leaves a row that says
 * what may have happened. It never sends what is not `waiting`. For a change that costs credits only `sendAgain`, which
 * a person requests, makes an unknown outcome `waiting` again, and evidence that a denial was true.
 */
import {
  changeCredits,
  isDenialOpen,
  isFree,
  isWaiting,
  projectOf,
  type Change,
  type ChangeIntent,
  type PaidIntent,
  type Prospect,
  type RefusalCause,
} from '../../../src-shared/model/changes/change.ts';
import type { ChangeEvent } from '../../../src-shared/model/changes/next-change.ts';
import { fail, ok, type Result, assertNever } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { ReserveBreach } from '../../../src-shared/model/money/spend-limits.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { BalancePorts } from '../../pipeline/confirm/balance-evidence.ts';
import { makeChangeDesk, type ChangeDeskPorts } from './change-transitions.ts';
import { drainOutbox, type DrainPorts } from './outbox-runner.ts';
import {
  evaluateChange,
  eventOfUnread,
  isWorthALook,
  type LookPorts,
  makeLookAgain,
  needsCheck,
  planSending,
  planUnread,
  refusalOf,
  type Refused,
  refusedUnread,
  SIGNED_OUT,
  unreadCause,
} from './evaluate-change.ts';
import type { CheckPorts, SendingPlan, SendPorts, Asked } from './outbox-kind.ts';
import { outboxKindOf, type ChangeSnapshot, type SentBody } from './outbox-kinds.ts';
import { OFFLINE } from '../../pipeline/common/service-gate.ts';
import { makeInTurn } from '../../platform/waiting.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import type { RemoteRecords } from '../../pipeline/common/ports.ts';

export interface OutboxParts extends ChangeDeskPorts, Omit<CheckPorts, 'blob'>, MeansPorts {
  readonly state: ChangeDeskPorts['state'] & BalancePorts['state'];
  readonly charges: LookPorts['charges'];
  /** The signed-in user's own id; null when nobody is. */
  readonly userId: () => string | null;
  /** Nothing may be sent from this computer now. */
  readonly isOffline: () => boolean;
  /** The effect of this price on the user's reserve. */
  readonly breachOf: (balance: number, credits: number) => ReserveBreach | null;
}

export type Outbox = ReturnType<typeof makeOutbox>;

/** An automatic send keeps to what was agreed; a send that a person starts now counts as approved. */
export type SentBy = 'person' | 'itself';

/** A service may commit shortly after the connection broke: these checks spare a person most questions. */
const LOOKS_AFTER_MS = [0, 2 * SECOND_MS, 5 * SECOND_MS];
/** Free changes and denials are checked automatically later on. */
const FIRST_LOOK = [0];

export function makeOutbox(parts: OutboxParts) {
  const { client, clock, state, remote, charges, userId } = parts;
  const { changes, changeBlobs } = state;
  const transitions = makeChangeDesk(parts);
  const { get, move } = transitions;
  const ports = { ...parts, blob: changeBlobs.get };
  const looking = { state, remote, clock, transitions, charges, userId, check };
  const { lookAgain, denialWaitMs } = makeLookAgain(looking);
  const inTurn = makeInTurn(); // two attempts never overlap, nor an attempt and a check

  function now<Event extends { readonly type: string }>(event: Event) {
    return { ...event, atMs: clock.nowMs() };
  }

  function check(intent: ChangeIntent, signal: AbortSignal) {
    return outboxKindOf(intent).check(intent, ports, signal);
  }

  /**
   * The change with references resolved that were entered without the service. Refused when the service knows no such
   * person, withdrawn when an equal change exists already.
   */
  async function identify(
    change: Change,
    signal: AbortSignal,
  ): Promise<Result<Change, ServiceFault>> {
    const { id, intent } = change;
    const found = await outboxKindOf(intent).identify?.(intent, client, signal);
    if (found === undefined) return ok(change);
    if (!found.ok) return found;
    if ('cause' in found.value) {
      return ok(move(id, now({ type: 'refused', cause: found.value.cause } as const)));
    }
    return ok(found.value.intent === intent ? change : transitions.name(id, found.value.intent));
  }

  /** Checks, verifies the balance, records the start of sending, sends once, and records the result. */
  async function attempt(id: number, by: SentBy, signal: AbortSignal): Promise<Change> {
    const asked = get(id);
    const own = userId();
    if (asked.state.state !== 'waiting') return asked;
    if (!changes.isNext(asked)) {
      // Offline it waits for that first, like those before it.
      return parts.isOffline()
        ? move(id, now({ type: 'not-sent', fault: OFFLINE } as const))
        : asked;
    }
    if (own === null) return move(id, now({ type: 'not-sent', fault: SIGNED_OUT } as const));
    const identified = await identify(asked, signal);
    if (!identified.ok) {
      return move(id, eventOfUnread('person', identified.fault, clock.nowMs()));
    }
    const change = identified.value;
    if (change.state.state !== 'waiting') return change;
    const { intent } = change;
    const seen = await check(intent, signal);
    const who = { userId: own, atMs: clock.nowMs() };
    const plan = seen.ok
      ? planSending(change, seen.value, who)
      : planUnread(change, seen.fault, who.atMs);
    if (plan.do === 'end') return endUnsent(change, plan.event);
    if (!isFree(intent)) {
      const means = await askMeans(intent, ports, own, signal);
      if (!means.ok) return move(id, now({ type: 'not-sent', fault: means.fault } as const));
      const { value } = means;
      const refusal = value.refusal ?? reserveOf(change, by, value.balance);
      if (refusal !== null) return move(id, now({ type: 'refused', cause: refusal } as const));
    }
    signal.throwIfAborted();
    if (!transitions.begin(change, plan.baseline)) return get(id);
    return send(change, plan, seen, signal);
  }

  async function send(
    change: Change,
    { body }: Extract<SendingPlan<SentBody>, { do: 'send' }>,
    seen: Result<ChangeSnapshot, ServiceFault>,
    signal: AbortSignal,
  ): Promise<Change> {
    let event: ChangeEvent;
    try {
      event = eventOfAnswer(await sendChange(change, body, ports, signal), clock.nowMs());
    } catch (error) {
      move(change.id, now({ type: 'answer-lost' } as const)); // interrupted: it may have arrived
      throw error;
    }
    if (event.type !== 'refused' || !isFree(change.intent)) return move(change.id, event);
    if (!seen.ok) return settleRefusal(change, refusedUnread(change, event), false, signal);
    const isSo = outboxKindOf(change.intent).isDoneBy?.(event.cause) ?? false;
    return settleRefusal(change, event, isSo, signal);
  }

  /**
   * Someone may have done the same between the check and the request: then the refusal only says that the result
   * already exists. `isSo`: it says that by itself.
   */
  async function settleRefusal(
    change: Change,
    refused: Refused,
    isSo: boolean,
    signal: AbortSignal,
  ): Promise<Change> {
    let seen;
    try {
      seen = await check(change.intent, signal);
    } catch (error) {
      move(change.id, refused); // interrupted: the answer counts
      throw error;
    }
    const own = userId();
    const isDone =
      seen.ok && own !== null && evaluateChange(change, seen.value, own).kind === 'done';
    if (!isDone && !isSo) return move(change.id, refused);
    move(change.id, now({ type: 'answer-lost' } as const));
    return move(change.id, now({ type: 'found', projectId: null } as const));
  }

  /** A change agreed to beforehand does not take the balance below the user's reserve, unless the user allowed that of this one. */
  function reserveOf(change: Change, by: SentBy, balance: number): RefusalCause | null {
    if (by === 'person') return null;
    const breach = parts.breachOf(balance, changeCredits(change.intent));
    const isPassed = breach === null || breach.reserve === change.agreed?.passedReserve;
    return isPassed ? null : { kind: 'reserve', ...breach };
  }

  /** A hidden project blocks everything that waits for it and needs to see it. */
  function endUnsent({ id, intent }: Change, event: ChangeEvent): Change {
    const projectId = projectOf(intent);
    const isAway = event.type === 'refused' && event.cause.kind === 'project-away';
    if (!isAway || projectId === null) return move(id, event);
    transitions.park(projectId, event.cause, needsCheck);
    return get(id);
  }

  return {
    /** Checks as before sending, for a person who wants to know the price first. Saves and sends nothing. */
    async preview(
      intent: PaidIntent,
      signal: AbortSignal,
    ): Promise<Result<Prospect, ServiceFault>> {
      const own = userId();
      if (own === null) return fail(SIGNED_OUT);
      return previewChange(intent, { ports, userId: own, atMs: clock.nowMs() }, signal);
    },

    /**
     * Saves a paid change that a person approved. `agreed`: it is sent automatically. Sends nothing. Throws when an
     * equal change is open: call `openLike` first.
     */
    add: (intent: PaidIntent, agreed?: Change['agreed']): Change => transitions.add(intent, agreed),
    /** Adds a requested change. Sends nothing. */
    merge: transitions.merge,
    /** Rewrites a change and puts it back in the outbox. */
    amend: transitions.amend,
    useExisting: transitions.useExisting,

    /**
     * Tries a waiting change once, after earlier calls, and checks when the answer was lost. Resolves to the change as
     * it is then; `waiting` with its last try when it could not be sent. Aborting ends it: a change being sent is
     * `unknown` from then on.
     */
    async deliver(id: number, signal: AbortSignal): Promise<Change> {
      let change = await inTurn(() => attempt(id, 'person', signal));
      const isLookedForLater = isFree(change.intent) || isDenialOpen(change.state);
      const looks = isLookedForLater ? FIRST_LOOK : LOOKS_AFTER_MS;
      for (const delayMs of looks) {
        if (!isWorthALook(change)) break;
        await clock.sleep(delayMs, signal);
        const looked = await inTurn(() => lookAgain(id, signal));
        if (looked.fault !== null) break;
        change = looked.change;
      }
      return change;
    },

    /** Everything that may be sent automatically, once; see `drainOutbox`. */
    drain: (signal: AbortSignal, isResting: DrainPorts['isResting'] = () => false) =>
      drainOutbox(
        {
          clock,
          changes,
          isResting,
          denialWaitMs,
          attempt: (id) =>
            inTurn(async () => (isWaiting(get(id)) ? attempt(id, 'itself', signal) : null)),
          lookAgain: (id) => inTurn(() => lookAgain(id, signal)),
          sendAgain: (id) => move(id, { type: 'sent-again' }),
        },
        signal,
      ),

    /** How long until the denial of this change can be confirmed; null: there is none to confirm. */
    denialWaitMs,
    /** Waits until the denial of this change can be confirmed, if it was denied. Rejects with the signal's reason. */
    async awaitDenial(id: number, signal: AbortSignal): Promise<void> {
      for (;;) {
        const waitMs = denialWaitMs(get(id)) ?? 0;
        if (waitMs === 0) return;
        await clock.sleep(waitMs, signal);
      }
    },

    /** Checks an unknown outcome once, or the id of a created project. */
    check: (id: number, signal: AbortSignal) => inTurn(() => lookAgain(id, signal)),

    /** A person's action: an unknown outcome is queued again, to be checked once more and then sent. */
    sendAgain: (id: number): Change => move(id, { type: 'sent-again' }),
    leave: (id: number): Change => move(id, { type: 'left-open' }),
    withdraw: (id: number): Change => move(id, now({ type: 'withdrawn' } as const)),
    dismiss: (id: number): Change => move(id, now({ type: 'dismissed' } as const)),

    get: (id: number): Change | null => changes.get(id),
    list: (): readonly Change[] => changes.all(),
    openLike: (intent: ChangeIntent): Change | null => changes.openLike(intent),
    /** What all waiting changes cost together. */
    waitingCredits: (): number =>
      changes.inState('waiting').reduce((sum, { intent }) => sum + changeCredits(intent), 0),
  };
}

/** `refusal` null: it is affordable. */
type Means =
  | { readonly balance: number; readonly refusal: null }
  | { readonly refusal: RefusalCause };

interface MeansPorts {
  readonly client: ServiceClient;
  /** Keeps each balance: a denial of what is sent afterwards is compared with it. */
  readonly remote: Pick<RemoteRecords, 'balance'>;
}

/** Asks the service's own question, if this kind has one, and reads the balance. A fault: that failed. */
async function askMeans(
  intent: PaidIntent,
  { client, remote }: MeansPorts,
  userId: string,
  signal: AbortSignal,
): Promise<Result<Means, ServiceFault>> {
  const read = await remote.balance(signal);
  if (!read.ok) {
    const { fault } = read;
    if (refusalOf(fault) === null) return read;
    return ok({ refusal: { kind: 'unread', what: 'balance', fault } });
  }
  const balance = read.value;
  const needed = changeCredits(intent);
  if (balance < needed) {
    return ok({ refusal: { kind: 'credits', needed, balance } });
  }
  const { question } = outboxKindOf(intent);
  if (question === undefined) return ok({ balance, refusal: null });
  const allowed = await client.call(question, { path: { userId } }, signal);
  if (allowed.ok) return ok({ balance, refusal: null });
  const refusal = refusalOf(allowed.fault);
  return refusal === null ? allowed : ok({ refusal });
}

/**
 * Sends a change once; nothing here repeats anything. Done is the complete, readable answer of success; every other success
 * counts as unreadable. `body`: for an edit, the fields to send.
 */
export async function sendChange(
  change: Pick<Change, 'intent' | 'key'>,
  body: SentBody,
  ports: SendPorts,
  signal: AbortSignal,
): Promise<Result<'done', ServiceFault>> {
  const answer = await outboxKindOf(change.intent).send(change, body, ports, signal);
  if (!answer.ok) return answer;
  // The reader takes `{}` for an empty message. A proxy may answer that too, so a message without text proves nothing.
  return answer.value === ''
    ? fail({ kind: 'unknown-outcome', why: 'unreadable-answer' })
    : ok('done');
}

/** What the end of an exchange means for its change. A paid one may have been carried out unless nothing of it left. */
export function eventOfAnswer(answer: Result<'done', ServiceFault>, atMs: number): ChangeEvent {
  if (answer.ok) return { type: 'answered', atMs };
  const { fault } = answer;
  switch (fault.kind) {
    case 'refused':
    case 'forbidden':
    case 'not-found':
    case 'too-large':
      return { type: 'refused', cause: { kind: 'service', fault }, atMs };
    // Of a free change, which may be sent again; or nothing of it left.
    case 'not-signed-in':
    case 'throttled':
    case 'unavailable':
      return { type: 'not-sent', fault, atMs };
    // Whatever wrote the page may have forwarded the request before.
    case 'not-the-service':
      return { type: 'answer-lost', atMs };
    case 'unknown-outcome':
      return fault.why === 'denied'
        ? { type: 'denied', denial: fault.denial, atMs }
        : { type: 'answer-lost', atMs };
    default:
      return assertNever(fault);
  }
}

/**
 * Checks as before sending, for a person who wants to know the price first. Saves and sends nothing. A fault: the service
 * could not be asked. What it refused to show is a prospect.
 */
async function previewChange(
  intent: PaidIntent,
  { ports, ...asked }: Asked & { readonly ports: CheckPorts & MeansPorts },
  signal: AbortSignal,
): Promise<Result<Prospect, ServiceFault>> {
  const seen = await outboxKindOf(intent).check(intent, ports, signal);
  if (!seen.ok) {
    if (refusalOf(seen.fault) === null) return seen;
    return ok({ kind: 'would-be-refused', cause: unreadCause(intent, seen.fault) });
  }
  const plan = planSending({ intent, baseline: null }, seen.value, asked);
  if (plan.do === 'end') {
    const { event } = plan;
    if (event.type !== 'refused') return ok({ kind: 'already-there' });
    return ok({ kind: 'would-be-refused', cause: event.cause });
  }
  const means = await askMeans(intent, ports, asked.userId, signal);
  if (!means.ok) return means;
  const { value } = means;
  if (value.refusal !== null) return ok({ kind: 'would-be-refused', cause: value.refusal });
  return ok({ kind: 'would-go', balance: value.balance });
}
