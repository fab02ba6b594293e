/**
 * An administrator's actions on other people's accounts. Nothing is queued or saved. Money moves only when the balance
 * is still the one that was on screen. The outcome of a lost answer is checked before anything is reported.
 */
import type {
  AdminUserList,
  AdminUserView,
  Suspension,
} from '../../../src-shared/model/people/admin-user-view.ts';
import type {
  AskedPerson,
  PermissionsView,
  UserView,
} from '../../../src-shared/model/people/person-view.ts';
import type { Adjustment } from '../../../src-shared/model/people/credit-adjustment.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import {
  answeredFault,
  type ServiceFault,
} from '../../../src-shared/model/status/service-fault.ts';
import { msFromIso } from '../../../src-shared/model/text/time.ts';
import type { ListedUser } from '../../../src-shared/service/users.ts';
import {
  findInPages,
  readAllPages,
  SEARCHED_LIST,
  SHOWN_LIST,
  startListBudget,
} from '../../service/read-all-pages.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import { makeInTurn } from '../../platform/waiting.ts';
import type { Clock } from '../../platform/clock.ts';
import type { State } from '../../db/state.ts';
import type { ReadMode } from '../../../src-shared/bridge/call.ts';
import { type PendingMark, viewProfile } from '../../../src-shared/model/changes/pending-view.ts';
import type { Mirror, Resource } from '../mirror/mirror.ts';
import { type Avatar, type Resources, userView } from '../mirror/account-mirror.ts';

export interface AdministrationParts {
  readonly client: ServiceClient;
  /** Null when nobody is signed in. */
  readonly userId: () => string | null;
  readonly words: AdminWords;
  readonly suspensions: Suspensions;
}

/** The word by which this service subtracts credits, as a person entered it; null while none was entered. */
export type AdminWords = ReturnType<typeof bindAdminWords>;

/** Why and when somebody was suspended from here, by their address. */
export type Suspensions = ReturnType<typeof bindSuspensions>;

/** The only documented word. */
const ADD_WORD = 'add';

export function makeAdministration({
  client,
  userId: own,
  words,
  suspensions,
}: AdministrationParts) {
  const inTurn = makeInTurn();
  const asMyself = makeAsMyself(own);

  function readPage(query: { readonly start: number; readonly limit: number }, stop: AbortSignal) {
    return client.call('listUsers', { query }, stop);
  }

  function find(matches: (user: ListedUser) => boolean, signal: AbortSignal) {
    const budget = startListBudget(SEARCHED_LIST, client.clock);
    return findInPages<ListedUser>(readPage, matches, budget, signal);
  }

  async function findAsked(
    asked: string,
    matches: (user: ListedUser) => boolean,
    signal: AbortSignal,
  ): Promise<Result<AdminUserView, CoreFault>> {
    const read = await find(matches, signal);
    if (!read.ok) return read;
    const { found, complete } = read.value;
    if (found !== null) return ok(withSuspension(adminUserView(found)));
    return fail({ kind: complete ? 'unknown-user' : 'user-not-shown', asked });
  }

  function withSuspension(user: AdminUserView): AdminUserView {
    const suspension = user.userStatus === 'Suspended' ? suspensions.of(user.email) : null;
    return suspension === null ? user : { ...user, suspension };
  }

  async function balanceOf(
    userId: string,
    signal: AbortSignal,
  ): Promise<Result<number, ServiceFault>> {
    const read = await client.call('getCreditBalance', { path: { userId } }, signal);
    return read.ok ? ok(read.value.creditBalance) : read;
  }

  async function hasStatus(email: string, isSuspended: boolean, signal: AbortSignal) {
    const seen = await find((user) => user.email === email, signal);
    if (!seen.ok) return seen;
    const { found } = seen.value;
    return ok(found !== null && (found.userStatus === 'Suspended') === isSuspended);
  }

  return {
    async users(signal: AbortSignal): Promise<Result<AdminUserList, CoreFault>> {
      const read = await readAllPages<ListedUser>(
        readPage,
        startListBudget(SHOWN_LIST, client.clock),
        signal,
      );
      if (!read.ok) return read;
      const { records, complete } = read.value;
      return ok({ users: records.map(adminUserView), isComplete: complete });
    },

    user(person: AskedPerson, signal: AbortSignal) {
      if ('userId' in person) {
        return findAsked(person.userId, ({ id }) => id === person.userId, signal);
      }
      const wanted = person.email.toLowerCase();
      return findAsked(person.email, ({ email }) => email.toLowerCase() === wanted, signal);
    },

    /**
     * Returns the new balance. If the balance differs from the one seen before, nothing is changed: of two callers who saw
     * the same, one gets through.
     */
    adjustCredits(
      { userId, direction, amount, seenCredits }: Adjustment,
      signal: AbortSignal,
    ): Promise<Result<number, CoreFault>> {
      return asMyself((adminId) =>
        inTurn(async () => {
          const operationType = direction === 'add' ? ADD_WORD : words.subtractWord();
          if (operationType === null) return fail({ kind: 'no-subtract-word' });
          const before = await balanceOf(userId, signal);
          if (!before.ok) return before;
          const credits = before.value;
          if (credits !== seenCredits) return fail({ kind: 'balance-moved', seenCredits, credits });
          const expected = direction === 'add' ? credits + amount : credits - amount;
          const sent = { path: { adminId, userId }, body: { amount, operationType } };
          const answer = await client.call('adjustCredits', sent, signal);
          const after = await settleByReading(answer, async () => {
            const seen = await balanceOf(userId, signal);
            return seen.ok ? ok(seen.value === expected) : seen;
          });
          if (!after.ok) return after;
          const now = await balanceOf(userId, signal);
          return ok(now.ok ? now.value : expected);
        }),
      );
    },

    suspend(email: string, reason: string, signal: AbortSignal): Promise<Result<null, CoreFault>> {
      return asMyself(async (adminId) => {
        const sent = { path: { adminId, userEmail: email }, body: { reason } };
        const answer = await client.call('suspendUser', sent, signal);
        const done = await settleByReading(answer, () => hasStatus(email, true, signal));
        if (done.ok) suspensions.keep(email, reason);
        return done;
      });
    },

    /** Lifts a suspension. */
    restore(email: string, signal: AbortSignal): Promise<Result<null, CoreFault>> {
      return asMyself(async (adminId) => {
        const path = { adminId, userEmail: email };
        const answer = await client.call('revokeSuspension', { path }, signal);
        return settleByReading(answer, () => hasStatus(email, false, signal));
      });
    },

    subtractWord: () => words.subtractWord(),
    setSubtractWord: (word: string | null) => words.setSubtractWord(word),
  };
}

/** Without the picture: a list of thousands would carry thousands of them. */
function adminUserView(user: ListedUser): AdminUserView {
  const { userStatus, creditBalance: credits, createdOn } = user;
  const createdAtMs = createdOn === null ? null : msFromIso(createdOn);
  return { ...userView(user), userStatus, credits, createdAtMs };
}

const SUBTRACT_FACT = 'subtract-word';

/** Stores the word by which this service subtracts credits. `origin`: scheme, host and port of the service. */
export function bindAdminWords(state: Pick<State, 'serverFacts'>, origin: string, clock: Clock) {
  return {
    subtractWord: () => state.serverFacts.get(origin, SUBTRACT_FACT)?.value || null,
    setSubtractWord(word: string | null) {
      const value = word?.trim() ?? ''; // empty: removes it
      state.serverFacts.keep({ origin, name: SUBTRACT_FACT, value, learnedAtMs: clock.nowMs() });
    },
  };
}

const suspensionFact = (email: string) => `suspension ${email}`;

/** Keeps what the service does not tell an administrator of a suspension later. */
export function bindSuspensions(state: Pick<State, 'serverFacts'>, origin: string, clock: Clock) {
  return {
    /** Null when it was not made from here. */
    of(email: string): Suspension | null {
      const fact = state.serverFacts.get(origin, suspensionFact(email));
      return fact === null ? null : { reason: fact.value, atMs: fact.learnedAtMs };
    },
    keep(email: string, reason: string): void {
      const name = suspensionFact(email);
      state.serverFacts.keep({ origin, name, value: reason, learnedAtMs: clock.nowMs() });
    },
  };
}

/**
 * For changes that are free and repeatable: a lost answer is checked once, and a change found done counts as done; so is
 * one that denies it. Nothing is ever sent a second time from here. `isDone` reads; if it cannot, the answer stays lost.
 */
async function settleByReading(
  answer: Result<unknown, ServiceFault>,
  isDone: () => Promise<Result<boolean, CoreFault>>,
): Promise<Result<null, CoreFault>> {
  if (answer.ok) return ok(null);
  if (answer.fault.kind !== 'unknown-outcome') return answer;
  const seen = await isDone();
  if (!seen.ok) return answer;
  return seen.value ? ok(null) : fail(answeredFault(answer.fault));
}

export interface ProfileParts {
  readonly state: Pick<State, 'changes' | 'changeBlobs'>;
  readonly mirror: Mirror;
  readonly resources: Resources;
  /** Null when no user ever signed in. */
  readonly userId: () => string | null;
}

export interface OwnRecord {
  readonly user: UserView;
  /** The service's record without pending changes. */
  readonly copy: UserView;
  /** When the read of that record started. */
  readonly fetchedAtMs: number;
  /** Of a pending edit; null: there is none. */
  readonly mark: PendingMark | null;
  readonly asOfMs: number | null;
  /** Why it is a copy; null: it is none, or no fresh one was asked for. */
  readonly fault: CoreFault | null;
}

/** Work that somebody does with their own id. */
function makeAsMyself(userId: () => string | null) {
  return async <Value>(
    work: (own: string) => Promise<Result<Value, CoreFault>>,
  ): Promise<Result<Value, CoreFault>> => {
    const own = userId();
    return own === null ? fail({ kind: 'not-signed-in', serviceSays: null }) : work(own);
  };
}

/** The signed-in user's own record as displayed: the service's, or the last good copy, with pending changes on top. */
export function makeProfile({ state, mirror, resources, userId }: ProfileParts) {
  const asMyself = makeAsMyself(userId);

  function ownOf<Value>(resourceOf: (own: string) => Resource<Value>) {
    return (signal: AbortSignal, mode: ReadMode = 'fresh'): Promise<Result<Value, CoreFault>> =>
      asMyself(async (own) => {
        const seen = await mirror.read(resourceOf(own), mode, signal);
        return seen.ok ? ok(seen.value.value) : seen;
      });
  }

  /** The picture that waits to be sent; null when there is none. */
  function waitingPicture(): Avatar | null {
    const waiting = state.changes
      .unfinished()
      .findLast((each) => each.intent.kind === 'set-avatar' && each.state.state !== 'refused');
    if (waiting?.intent.kind !== 'set-avatar') return null;
    const { blob, mediaType } = waiting.intent;
    const bytes = state.changeBlobs.get(blob);
    return bytes === null ? null : { mediaType, bytes };
  }

  function wasSetSince(fetchedAtMs: number): boolean {
    return state.changes.all().some(({ intent, state: now }) => {
      return intent.kind === 'set-avatar' && now.state === 'delivered' && now.atMs >= fetchedAtMs;
    });
  }

  return {
    read: (signal: AbortSignal, mode: ReadMode = 'fresh'): Promise<Result<OwnRecord, CoreFault>> =>
      asMyself(async (own) => {
        const seen = await mirror.read(resources.user(own), mode, signal);
        if (!seen.ok) return seen;
        const { value, fetchedAtMs, asOfMs, fault } = seen.value;
        const view = viewProfile(value, state.changes.all(), fetchedAtMs);
        return ok({ ...view, copy: value, fetchedAtMs, asOfMs, fault });
      }),

    /** Null while there is none; also when the service's data is not a picture of a type we show. */
    avatar: (
      signal: AbortSignal,
      mode: ReadMode = 'fresh',
    ): Promise<Result<Avatar | null, CoreFault>> =>
      asMyself(async (own) => {
        const waiting = waitingPicture();
        if (waiting !== null) return ok(waiting);
        // A picture that was just accepted is not in the copy, and its bytes are already deleted.
        const copy = mirror.copyOf(resources.avatar(own));
        const isOlder = copy !== null && wasSetSince(copy.fetchedAtMs);
        const seen = await mirror.read(resources.avatar(own), isOlder ? 'fresh' : mode, signal);
        if (!seen.ok) return seen;
        if (seen.value.value === null) return ok(null);
        const { mediaType, base64 } = seen.value.value;
        return ok({ mediaType, bytes: Buffer.from(base64, 'base64') });
      }),

    /** The person's blockchain address. */
    address: ownOf<string>(resources.address),
    permissions: ownOf<PermissionsView>(resources.permissions),
  };
}
export type Profile = ReturnType<typeof makeProfile>;
