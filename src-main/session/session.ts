/**
 * Who is signed in, until when, and the token that goes with it. An expired token is never handed out; a password
 * passes through to the service and is stored nowhere.
 */
import type {
  EndCause,
  Keeping,
  Leftover,
  SessionState,
  SignedInAccount,
} from '../../src-shared/model/people/session-view.ts';
import { assertNever, fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { ServiceFault } from '../../src-shared/model/status/service-fault.ts';
import type { Clock } from '../platform/clock.ts';
import { accountKey, type Accounts } from './accounts.ts';
import { readClaims, type TokenClaims } from './token-claims.ts';
import type { TokenStore } from './token-store.ts';

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

/** `superseded`: another sign-in or a sign-out came while the service was answering; that one counts. */
export type SignInFault = ServiceFault | { readonly kind: 'superseded' };

export interface Session {
  state(): SessionState;
  /** The listener hears every change until the returned function is called. */
  subscribe(listener: (state: SessionState) => void): () => void;
  /** Restores the session of the last run; call it once, before anything else. */
  restore(): Promise<SessionState>;
  /** Aborting ends the wait for the service; what was signed in before stays. */
  signIn(
    email: string,
    password: string,
    signal: AbortSignal,
  ): Promise<Result<SignedIn, SignInFault>>;
  /** Forgets at once, then wipes the stores; resolves to a store that may still hold the token, else null. */
  signOut(): Promise<Leftover | null>;
  /** The token to send; null when nobody is signed in or it has expired by the service's clock. */
  token(): string | null;
  /** The service answered this token with 401. A token that is no longer ours is ignored. */
  tokenRefused(token: string): void;
  /** The time that the service's clock has just shown. */
  onServerDate(serverMs: number): void;
  /** Time by the service's clock, as far as known; ms since 1970. */
  serverNowMs(): number;
  /** Resolves when the stores reflect everything that happened so far. */
  settled(): Promise<void>;
}

export function makeSession({ server, store, accounts, clock, login }: SessionParts): Session {
  let state: SessionState = SIGNED_OUT;
  let token: string | null = null;
  let turn = 0; // of the latest sign-in or sign-out: an answer for an older one is too late
  let heard: { readonly serverMs: number; readonly atMonotonicMs: number } | null = null;
  let housekeeping: Promise<unknown> = Promise.resolve();
  const listeners = new Set<(state: SessionState) => void>();

  function move(event: SessionEvent): void {
    const next = nextSession(state, event);
    if (next === null) return;
    state = next;
    if (state.state !== 'signed-in') token = null;
    for (const listener of listeners) listener(state);
  }

  // Measured on the steady clock, so that setting this computer's clock neither ends a session nor prolongs it.
  function serverNowMs(): number {
    if (heard === null) return clock.nowMs();
    return heard.serverMs + clock.monotonicMs() - heard.atMonotonicMs;
  }

  /** Ends the session for good; the stores are updated one after the other. */
  function end(why: 'expired' | 'refused'): void {
    if (state.state !== 'signed-in') return;
    const { account } = state;
    move({ type: 'ended', why });
    void tidy(() => store.remove(account));
  }

  function tidy<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = housekeeping.then(work);
    housekeeping = done.catch(() => undefined); // the caller gets the error; the next one continues
    return done;
  }

  function known(claims: TokenClaims): SignedInAccount {
    const { userId, email } = claims;
    return { account: accountKey(server, userId), server, userId, email };
  }

  async function keep(granted: string, claims: TokenClaims, mine: number): Promise<boolean> {
    const who = known(claims);
    const before = state.state === 'signed-out' ? null : state.account;
    const keeping = await store.write(who.account, granted);
    if (before !== null && before !== who.account) await store.remove(before);
    if (mine !== turn) {
      await store.remove(who.account);
      return false;
    }
    await accounts.write({ server, email: who.email, userId: who.userId });
    token = granted;
    move({ type: 'signed-in', who, expiresAtMs: claims.expiresAtMs, keeping });
    return true;
  }

  return {
    state: () => state,

    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    async restore() {
      const last = await accounts.read();
      if (last === null || last.server !== server) return state;
      const who = { account: accountKey(server, last.userId), ...last };
      const recalled = await store.read(who.account);
      const claims = recalled.token === null ? null : readClaims(recalled.token);
      if (recalled.token === null || claims === null || claims.userId !== last.userId) {
        move({ type: 'remembered', who, why: 'not-kept' });
      } else if (claims.expiresAtMs <= serverNowMs()) {
        move({ type: 'remembered', who, why: 'expired' });
        void tidy(() => store.remove(who.account));
      } else {
        token = recalled.token;
        const { expiresAtMs } = claims;
        move({ type: 'signed-in', who, expiresAtMs, keeping: recalled.keeping });
      }
      return state;
    },

    async signIn(email, password, signal) {
      turn += 1;
      const mine = turn;
      const answered = await login({ email, password }, signal);
      if (!answered.ok) return answered;
      const claims = readClaims(answered.value.token);
      if (claims === null) return fail({ kind: 'not-the-service', what: 'unreadable' });
      const isKept = mine === turn && (await tidy(() => keep(answered.value.token, claims, mine)));
      if (!isKept || state.state !== 'signed-in') return fail({ kind: 'superseded' });
      return ok(state);
    },

    async signOut() {
      turn += 1;
      const account = state.state === 'signed-out' ? null : state.account;
      move({ type: 'signed-out' });
      return tidy(async () => {
        const left = account === null ? null : await store.remove(account);
        await accounts.remove();
        return left;
      });
    },

    token() {
      if (state.state === 'signed-in' && state.expiresAtMs <= serverNowMs()) end('expired');
      return token;
    },

    tokenRefused(refused) {
      if (refused === token) end('refused');
    },

    onServerDate(serverMs) {
      heard = { serverMs, atMonotonicMs: clock.monotonicMs() };
    },

    serverNowMs,

    async settled() {
      await housekeeping;
    },
  };
}

/** The states of a session and the one function that moves them. The token is in none of them. */
type SessionEvent =
  | {
      readonly type: 'signed-in';
      readonly who: SignedInAccount;
      readonly expiresAtMs: number;
      readonly keeping: Keeping;
    }
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
    case 'remembered':
      return from.state === 'signed-out' ? { state: 'ended', ...event.who, why: event.why } : null;
    case 'ended': {
      if (from.state !== 'signed-in') return null;
      const { account, server, userId, email } = from;
      return { state: 'ended', account, server, userId, email, why: event.why };
    }
    case 'signed-out':
      return from.state === 'signed-out' ? null : SIGNED_OUT;
    default:
      return assertNever(event);
  }
}
