/**
 * Who is signed in, until when, and the token that goes with it. An expired token is never handed out; a password
 * passes through to the service and is stored nowhere.
 */
import { makeListeners } from '../../src-shared/model/listeners.ts';
import { isDeepStrictEqual } from 'node:util';
import type {
  EndCause,
  Keeping,
  Leftover,
  SessionState,
  SignedInAccount,
  Withheld,
} from '../../src-shared/model/people/session-view.ts';
import { assertNever, fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { ServiceFault } from '../../src-shared/model/status/service-fault.ts';
import { MINUTE_MS, SECOND_MS } from '../../src-shared/model/text/time.ts';
import { isClockWrong } from '../../src-shared/model/status/wrong-clock.ts';
import type { Clock } from '../platform/clock.ts';
import { errnoOf } from '../platform/errno.ts';
import { makeInTurn } from '../platform/waiting.ts';
import { accountKey, type Accounts, type RememberedAccount } from './accounts.ts';
import { readClaims, type TokenClaims } from './token-claims.ts';
import { withheldOf, type TokenStore } from './token-store.ts';

/** The login call, bound by app/ to the service client. */
export type Login = (
  credentials: { readonly email: string; readonly password: string },
  signal: AbortSignal,
) => Promise<Result<{ readonly token: string }, ServiceFault>>;

export interface SessionParts {
  /** `BaseAddress.href` of the service this session is for. */
  readonly server: string;
  readonly store: TokenStore;
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly login: Login;
}

export type SignedIn = Extract<SessionState, { state: 'signed-in' }>;

export type SignInFault =
  | ServiceFault
  /** Another sign-in or a sign-out came while the service was answering; that one counts. */
  | { readonly kind: 'superseded' }
  /** Who signed in could not be written to the disk: no token was kept, and what was before still counts. */
  | { readonly kind: 'sign-in-not-saved'; readonly errno: string };

export type Session = ReturnType<typeof makeSession>;

/** Nobody notices it: where a keychain refuses at once, no person was asked. */
const ASK_AGAIN_MS = 15 * SECOND_MS;
/** A keychain that needs longer asks the person, who said no. */
const AT_ONCE_MS = SECOND_MS;
const AFTER_A_NO_MS = 10 * MINUTE_MS;

export function makeSession({ server, store, accounts, clock, login }: SessionParts) {
  let state: SessionState = SIGNED_OUT;
  let token: string | null = null;
  let turn = 0; // of the latest sign-in or sign-out: an answer for an older one is too late
  const service = makeServiceClock(clock);
  /** The time that the service shows, minus the time in its tokens. */
  let dateAheadMs = 0;
  /** Has ended by this computer's clock alone. */
  let doubted: Recalled | null = null;
  /** The stores are updated one after the other. */
  const tidy = makeInTurn();
  const closing = new AbortController();
  const listeners = makeListeners<[SessionState]>();

  function move(event: SessionEvent): void {
    const next = nextSession(state, event);
    if (next === null) return;
    state = next;
    if (state.state !== 'signed-in') token = null;
    if (state.state !== 'withheld') doubted = null;
    listeners.tell(state);
  }

  /** By the clock that the tokens go by; null: not known. */
  function tokenNowMs(): number | null {
    const nowMs = service.nowMs();
    return nowMs === null ? null : nowMs - dateAheadMs;
  }

  /** Only the service's clock ends a session; by this computer's alone it is doubted. */
  function lifeOf(expiresAtMs: number): 'alive' | 'over' | 'doubtful' {
    const nowMs = tokenNowMs();
    if (nowMs !== null) return expiresAtMs > nowMs ? 'alive' : 'over';
    return service.isSilent() || expiresAtMs > clock.nowMs() ? 'alive' : 'doubtful';
  }

  /** What a token that was kept is good for. */
  function take(recalled: Recalled): void {
    const { who, expiresAtMs, keeping } = recalled;
    switch (lifeOf(expiresAtMs)) {
      case 'alive':
        token = recalled.token;
        move({ type: 'signed-in', who, expiresAtMs, keeping });
        break;
      case 'over':
        move({ type: 'remembered', who, why: 'expired' });
        void tidy(() => store.remove(who.account));
        break;
      case 'doubtful':
        doubt(recalled);
        break;
    }
  }

  function doubt(recalled: Recalled): void {
    const { who, expiresAtMs: endedAtMs } = recalled;
    move({ type: 'withheld', who, why: { by: 'clock', endedAtMs } });
    doubted = recalled;
  }

  /** Ends the session for good. */
  function end(why: 'expired' | 'refused'): void {
    if (state.state !== 'signed-in') return;
    const { account } = state;
    move({ type: 'ended', why });
    void tidy(() => store.remove(account));
  }

  function known(claims: TokenClaims): SignedInAccount {
    const { userId, email } = claims;
    return { account: accountKey(server, userId), server, userId, email };
  }

  /**
   * `account.json` comes first: it may fail, and a token that no start knows of would never be removed. The token of a
   * former account is named there until it is certainly gone.
   */
  async function keep(
    granted: string,
    claims: TokenClaims,
    mine: number,
  ): Promise<SignInFault | null> {
    const who = known(claims);
    const before = state.state === 'signed-out' ? null : state.account;
    const remembered = await accounts.read();
    const aheadMs = (service.nowMs() ?? claims.issuedAtMs) - claims.issuedAtMs;
    const shownAheadMs = isClockWrong(aheadMs) ? aheadMs : 0; // a service may show another time than it goes by
    const own = {
      server,
      email: who.email,
      userId: who.userId,
      ...(shownAheadMs === 0 ? {} : { dateAheadMs: shownAheadMs }),
    };
    const former = new Set([...(remembered?.formerAccounts ?? []), ...(before ? [before] : [])]);
    former.delete(who.account);
    try {
      await accounts.write(named(own, [...former]));
    } catch (error) {
      return { kind: 'sign-in-not-saved', errno: errnoOf(error) };
    }
    const keeping = await store.write(who.account, granted);
    if (mine !== turn) {
      if (who.account !== before) await store.remove(who.account);
      if (remembered !== null) await accounts.write(remembered).catch(() => undefined); // the next start asks to sign in
      return { kind: 'superseded' };
    }
    token = granted;
    dateAheadMs = shownAheadMs;
    move({ type: 'signed-in', who, expiresAtMs: claims.expiresAtMs, keeping });
    await removeFormer(named(own, [...former]));
    return null;
  }

  /** What a store does not remove now, or the disk does not forget, is tried again at the next start. */
  async function removeFormer(remembered: RememberedAccount): Promise<void> {
    const { formerAccounts = [], ...own } = remembered;
    if (formerAccounts.length === 0) return;
    const left: string[] = [];
    for (const account of formerAccounts) {
      if ((await store.remove(account)) !== null) left.push(account);
    }
    if (left.length === formerAccounts.length) return;
    await accounts.write(named(own, left)).catch(() => undefined);
  }

  /** Asks the store for the token. Resolves to the wait before it is worth asking again, where it is withheld. */
  async function recall(who: SignedInAccount): Promise<number> {
    const mine = turn;
    const askedAtMs = clock.monotonicMs();
    const before = state.state === 'withheld' ? state.why : null;
    const recalled = await store.read(who.account);
    // It may have been asked for while somebody was signing in already.
    if (mine !== turn || state.state === 'signed-in') return ASK_AGAIN_MS;
    const claims = recalled.token === null ? null : readClaims(recalled.token);
    const why = recalled.token === null ? withheldOf(recalled) : null;
    if (why !== null) {
      move({ type: 'withheld', who, why });
      if (why.by !== 'keychain' || why.trouble !== 'denied') return ASK_AGAIN_MS;
      const wasWaitedFor = before?.by === 'keychain' && before.trouble === 'slow';
      const isAtOnce = !wasWaitedFor && clock.monotonicMs() - askedAtMs < AT_ONCE_MS;
      return isAtOnce ? ASK_AGAIN_MS : AFTER_A_NO_MS;
    }
    if (recalled.token === null || claims === null || claims.userId !== who.userId) {
      move({ type: 'remembered', who, why: 'not-kept' });
    } else {
      take({ who, ...recalled, expiresAtMs: claims.expiresAtMs });
    }
    return ASK_AGAIN_MS;
  }

  /** The token is not had; one that is doubted is. */
  function isUnread(): boolean {
    return state.state === 'withheld' && doubted === null;
  }

  /** Until the token is had, somebody signs in or out, or the session is closed. */
  async function askAgain(who: SignedInAccount, firstMs: number): Promise<void> {
    const { signal } = closing;
    try {
      for (let ms = firstMs; isUnread(); ms = await recall(who)) {
        await clock.sleep(ms, signal);
        if (!isUnread()) return;
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  return {
    state: () => state,

    /** The listener hears every change until the returned function is called. */
    subscribe: listeners.on,

    /** Restores the session of the last run; call it once, before anything else. */
    async restore() {
      const last = await accounts.read();
      if (last === null) return state;
      void tidy(() => removeFormer(last));
      if (last.server !== server) return state;
      const { email, userId } = last;
      const who = { account: accountKey(server, userId), server, userId, email };
      dateAheadMs = last.dateAheadMs ?? 0;
      const againMs = await recall(who);
      if (isUnread()) void askAgain(who, againMs);
      return state;
    },

    /** Aborting ends the wait for the service; what was signed in before stays. */
    async signIn(
      email: string,
      password: string,
      signal: AbortSignal,
    ): Promise<Result<SignedIn, SignInFault>> {
      turn += 1;
      const mine = turn;
      const answered = await login({ email, password }, signal);
      if (!answered.ok) return answered;
      const claims = readClaims(answered.value.token);
      if (claims === null) return fail({ kind: 'not-the-service', what: 'unreadable' });
      if (mine !== turn) return fail({ kind: 'superseded' });
      const fault = await tidy(() => keep(answered.value.token, claims, mine));
      if (fault !== null) return fail(fault);
      return state.state === 'signed-in' ? ok(state) : fail({ kind: 'superseded' });
    },

    /** Forgets at once, then wipes the stores; resolves to a store that may still hold the token, else null. */
    async signOut(): Promise<Leftover | null> {
      turn += 1;
      const account = state.state === 'signed-out' ? null : state.account;
      move({ type: 'signed-out' });
      return tidy(() => removeTokens({ accounts, store }, account));
    },

    /** The token to send; null when nobody is signed in or it has expired by the service's clock. */
    token() {
      if (state.state !== 'signed-in' || token === null) return null;
      const life = lifeOf(state.expiresAtMs);
      if (life === 'over') end('expired');
      if (life === 'doubtful') doubt({ who: whoOf(state), ...state, token });
      return token;
    },

    /** The service answered this token with 401. A token that is no longer ours is ignored. */
    tokenRefused(refused: string) {
      if (refused === token) end('refused');
    },

    /** The service answered: see `ServiceClock.heard`. */
    onAnswered(serverMs: number | null, askedAt: AskedAt) {
      service.heard(serverMs, askedAt);
      if (doubted !== null) take(doubted);
    },

    /** Time by the service's clock, never ahead of it; null while it is not known. */
    shownNowMs: () => service.nowMs(),
    /** This computer's clock minus the service's, when it answered last; null: not known. */
    clockAheadMs: () => service.aheadMs(),

    /** Until the token ends, by the service's clock; null: not known, or nobody is signed in. */
    leftMs() {
      const nowMs = tokenNowMs();
      return state.state === 'signed-in' && nowMs !== null ? state.expiresAtMs - nowMs : null;
    },

    /** Resolves when the stores reflect everything that happened so far. */
    settled: () => tidy(async () => {}),

    /** Asks for no withheld token any more; resolves as `settled`. */
    async close() {
      closing.abort();
      await tidy(async () => {});
      store.close();
    },
  };
}

/**
 * Removes every token that the data folder's accounts may have, from all stores, and what remembers them. Resolves to what
 * may still hold one, else null. `account`: one that nothing else may name.
 */
export async function removeTokens(
  { accounts, store }: Pick<SessionParts, 'accounts' | 'store'>,
  account: string | null = null,
): Promise<Leftover | null> {
  const all = new Set([...(await accounts.keys()), ...(account === null ? [] : [account])]);
  const left = await Promise.all([...all].map((each) => store.remove(each)));
  const holder = left.find((place) => place !== null);
  try {
    await accounts.remove();
  } catch (error) {
    errnoOf(error); // a bug goes on
    return holder ?? 'account';
  }
  return holder ?? null;
}

function named(own: RememberedAccount, formerAccounts: readonly string[]): RememberedAccount {
  return formerAccounts.length === 0 ? own : { ...own, formerAccounts: [...formerAccounts] };
}

/** A token that was kept. */
interface Recalled {
  readonly who: SignedInAccount;
  readonly token: string;
  readonly expiresAtMs: number;
  readonly keeping: Keeping;
}

function whoOf({ account, server, userId, email }: SignedInAccount): SignedInAccount {
  return { account, server, userId, email };
}

/** The states of a session and the one function that moves them. The token is in none of them. */
type SessionEvent =
  | {
      readonly type: 'signed-in';
      readonly who: SignedInAccount;
      readonly expiresAtMs: number;
      readonly keeping: Keeping;
    }
  | { readonly type: 'withheld'; readonly who: SignedInAccount; readonly why: Withheld }
  | { readonly type: 'remembered'; readonly who: SignedInAccount; readonly why: EndCause }
  | { readonly type: 'ended'; readonly why: 'expired' | 'refused' }
  | { readonly type: 'signed-out' };

const SIGNED_OUT: SessionState = { state: 'signed-out' };

/** Null when the event does not fit: a token dies once, and nobody signs out twice. */
function nextSession(from: SessionState, event: SessionEvent): SessionState | null {
  switch (event.type) {
    case 'signed-in':
      return {
        state: 'signed-in',
        ...event.who,
        expiresAtMs: event.expiresAtMs,
        keeping: event.keeping,
      };
    case 'withheld': {
      if (from.state === 'ended') return null;
      const isNews = from.state !== 'withheld' || !isDeepStrictEqual(from.why, event.why);
      return isNews ? { state: 'withheld', ...event.who, why: event.why } : null;
    }
    case 'remembered':
      if (from.state !== 'signed-out' && from.state !== 'withheld') return null;
      return { state: 'ended', ...event.who, why: event.why };
    case 'ended': {
      if (from.state !== 'signed-in') return null;
      return { state: 'ended', ...whoOf(from), why: event.why };
    }
    case 'signed-out':
      return from.state === 'signed-out' ? null : SIGNED_OUT;
    default:
      return assertNever(event);
  }
}

/** When an answer was asked for; its time was made between that and now. */
export interface AskedAt {
  readonly askedAtMonotonicMs: number;
}

/**
 * What is known of the service's clock, from the times of its answers. Measured on the steady clock, so that setting
 * this computer's clock changes nothing. It is never ahead of the service's own.
 */
export function makeServiceClock(clock: Clock) {
  /** By how much the service's time is ahead of the steady clock, at least. */
  let offsetMs: number | null = null;
  let aheadMs: number | null = null;
  let isSilent = false;

  return {
    /** Time by the service's clock, in ms since 1970; null: it has not answered, or its answers have no time. */
    nowMs: () => (offsetMs === null ? null : Math.floor(clock.monotonicMs() + offsetMs)),
    /** This computer's clock minus the service's, when it answered last; null: not known. */
    aheadMs: () => aheadMs,
    /** It answered. `serverMs`: the time in the answer, in whole seconds; null: there was none. */
    heard(serverMs: number | null, { askedAtMonotonicMs }: AskedAt) {
      isSilent = serverMs === null;
      if (serverMs === null) return;
      const leastMs = serverMs - clock.monotonicMs();
      const mostMs = serverMs + SECOND_MS - askedAtMonotonicMs;
      // Each answer narrows it down; one that does not fit comes from a clock that was set.
      if (offsetMs === null || offsetMs < leastMs || offsetMs > mostMs) offsetMs = leastMs;
      aheadMs = clock.nowMs() - Math.floor(clock.monotonicMs() + offsetMs);
    },
    /** It answered without a time: nothing can be learned about its clock. */
    isSilent: () => isSilent,
  };
}
