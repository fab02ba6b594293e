/**
 * Sends paid changes, each at most once without a person, and settles lost answers by reading. Every step is written
 * down before the next one begins: a crash anywhere leaves a row that says what may have happened. It never sends what
 * is not `waiting`, and only `sendAgain`, which a person asks for, makes an open outcome `waiting` again.
 */
import {
  changeCredits,
  type Change,
  type ChangeIntent,
  type Prospect,
} from '../../src-shared/model/change.ts';
import { isOpenOutcome, type ChangeEvent } from '../../src-shared/model/next-change.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { ServiceFault } from '../../src-shared/model/service-fault.ts';
import { SECOND_MS } from '../../src-shared/model/time.ts';
import type { Ids } from '../ports/ids.ts';
import { makeNotedTimes } from '../ports/noted-time.ts';
import type { ServiceClient } from '../service/service-client.ts';
import { makeChangeDesk, type ChangeDeskPorts } from './change-desk.ts';
import { findingOf, judge } from './judge.ts';
import { look } from './look.ts';
import { eventOfAnswer } from './outcome.ts';
import { planSending } from './plan-sending.ts';
import { askMeans, refusalOf, sendChange } from './send-change.ts';

export interface OutboxParts extends ChangeDeskPorts {
  readonly client: ServiceClient;
  readonly ids: Ids;
  /** The signed-in user's own id; null when nobody is. */
  readonly userId: () => string | null;
}

export type Outbox = ReturnType<typeof makeOutbox>;

const SIGNED_OUT: ServiceFault = { kind: 'not-signed-in', serviceSays: null };

/** A service may commit a moment after the line broke: these looks spare a person most questions. */
const LOOKS_AFTER_MS = [0, 2 * SECOND_MS, 5 * SECOND_MS];

export function makeOutbox(parts: OutboxParts) {
  const { client, clock, ids, userId } = parts;
  const { changes } = parts.state;
  const { get, move, begin } = makeChangeDesk(parts);
  const times = makeNotedTimes(clock);
  let turn: Promise<unknown> = Promise.resolve();

  /** One at a time, in the order asked: two attempts never overlap, nor an attempt and a look. */
  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = turn.then(work, work);
    turn = done;
    return done;
  }

  function now<Event extends { readonly type: string }>(event: Event) {
    return { ...event, atMs: clock.nowMs() };
  }

  /** Looks, asks for means, writes down that it goes, sends it once, writes down what came of it. */
  async function attempt(id: number, signal: AbortSignal): Promise<Change> {
    const change = get(id);
    const own = userId();
    if (change.state.state !== 'waiting' || !changes.isNext(change)) return change;
    if (own === null) return move(id, { type: 'not-sent', fault: SIGNED_OUT });
    const seen = await look(change.intent, client, signal);
    if (!seen.ok) return notSent(id, seen.fault);
    const plan = planSending(change, seen.value, { userId: own, atMs: clock.nowMs() });
    if (plan.do === 'end') return move(id, plan.event);
    const means = await askMeans(change.intent, client, own, signal);
    if (!means.ok) return notSent(id, means.fault);
    const { refusal } = means.value;
    if (refusal !== null) return move(id, now({ type: 'refused', cause: refusal } as const));
    signal.throwIfAborted();
    if (!begin(id, plan.baseline)) return get(id);
    let event: ChangeEvent;
    try {
      event = eventOfAnswer(await sendChange(change, client, signal), clock.nowMs());
    } catch (error) {
      move(id, now({ type: 'answer-lost' } as const)); // interrupted: it may have arrived
      throw error;
    }
    return move(id, event);
  }

  /** A read failed before anything was sent. */
  function notSent(id: number, fault: ServiceFault): Change {
    const cause = refusalOf(fault);
    if (cause !== null) return move(id, now({ type: 'refused', cause } as const));
    return move(id, { type: 'not-sent', fault });
  }

  /** One look at what became of it. The fault of a look that failed changes nothing. */
  async function lookAgain(
    id: number,
    signal: AbortSignal,
  ): Promise<{ readonly change: Change; readonly fault: ServiceFault | null }> {
    const change = get(id);
    const own = userId();
    if (!isWorthALook(change)) return { change, fault: null };
    if (own === null) return { change, fault: SIGNED_OUT };
    const lookBeganMonotonicMs = clock.monotonicMs();
    const seen = await look(change.intent, client, signal);
    if (!seen.ok) return { change, fault: seen.fault };
    const verdict = judge(change, seen.value, own);
    if (verdict.kind === 'done') {
      const { projectId } = verdict;
      return { change: move(id, now({ type: 'found', projectId } as const)), fault: null };
    }
    // A project that has no id yet, or a refusal after an earlier try: not seeing it changes nothing.
    if (change.state.state !== 'unknown' && change.state.state !== 'left') {
      return { change, fault: null };
    }
    const { lostAtMs } = change.state;
    const lookBeganMs = times.at(String(id), lostAtMs, lookBeganMonotonicMs);
    const finding = findingOf(verdict, { lookBeganMs, lostAtMs });
    return { change: move(id, now({ type: 'looked', finding } as const)), fault: null };
  }

  return {
    /** Looks and asks as before sending, for a person who wants to know the price first. Keeps and sends nothing. */
    async preview(
      intent: ChangeIntent,
      signal: AbortSignal,
    ): Promise<Result<Prospect, ServiceFault>> {
      const own = userId();
      if (own === null) return fail(SIGNED_OUT);
      const seen = await look(intent, client, signal);
      if (!seen.ok) return seen;
      const who = { userId: own, atMs: clock.nowMs() };
      const plan = planSending({ intent, baseline: null }, seen.value, who);
      if (plan.do === 'end') {
        const { event } = plan;
        if (event.type !== 'refused') return ok({ kind: 'already-there' });
        return ok({ kind: 'would-be-refused', cause: event.cause });
      }
      const means = await askMeans(intent, client, own, signal);
      if (!means.ok) return means;
      const { balance, refusal } = means.value;
      if (refusal !== null) return ok({ kind: 'would-be-refused', cause: refusal });
      return ok({ kind: 'would-go', balance });
    },

    /** Keeps what a person agreed to. Sends nothing. Throws when an equal change is open: ask `openLike` first. */
    add(intent: ChangeIntent): Change {
      const id = changes.add({ key: ids.uuid(), intent, createdAtMs: clock.nowMs() });
      return get(id);
    },

    /**
     * Tries a waiting change once, in its turn, and looks a few times when the answer was lost. Resolves to the change
     * as it is then; `waiting` with its trouble when it could not be sent. Aborting ends it: what was being sent is
     * `unknown` from then on.
     */
    async deliver(id: number, signal: AbortSignal): Promise<Change> {
      let change = await inTurn(() => attempt(id, signal));
      for (const delayMs of LOOKS_AFTER_MS) {
        if (!isWorthALook(change)) break;
        await clock.sleep(delayMs, signal);
        const looked = await inTurn(() => lookAgain(id, signal));
        if (looked.fault !== null) break;
        change = looked.change;
      }
      return change;
    },

    /** One look at an open outcome, or for the id of a project that was created. */
    check: (id: number, signal: AbortSignal) => inTurn(() => lookAgain(id, signal)),

    /** A person's: an open outcome goes back in line, to be looked for once more and then sent. */
    sendAgain: (id: number): Change => move(id, { type: 'sent-again' }),
    leave: (id: number): Change => move(id, { type: 'left-open' }),
    withdraw: (id: number): Change => move(id, now({ type: 'withdrawn' } as const)),
    putAway: (id: number): Change => move(id, now({ type: 'put-away' } as const)),

    get: (id: number): Change | null => changes.get(id),
    list: (): readonly Change[] => changes.all(),
    openLike: (intent: ChangeIntent): Change | null => changes.openLike(intent),
    /** What all waiting changes cost together. */
    waitingCredits: (): number =>
      changes.inState('waiting').reduce((sum, { intent }) => sum + changeCredits(intent), 0),
  };
}

export function isWorthALook({ intent, state }: Change): boolean {
  if (isOpenOutcome(state)) return true;
  // The service does not say the id of a project it created.
  const isNameless = state.state === 'delivered' && state.projectId === null;
  return isNameless && intent.kind === 'create-project';
}
