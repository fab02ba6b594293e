/** The states of a session and the one function that moves them. The token is in none of them. */
import { assertNever } from '../../src-shared/model/result.ts';
import type { Keeping } from './token-store.ts';

export interface SignedInAccount {
  /** Key of the account's data folder and token, see `accountKey`. */
  readonly account: string;
  readonly server: string;
  readonly userId: string;
  readonly email: string;
}

export type SessionState =
  | { readonly state: 'signed-out' }
  | (SignedInAccount & {
      readonly state: 'signed-in';
      /** By the service's clock. */
      readonly expiresAtMs: number;
      readonly keeping: Keeping;
    })
  /** The account stays known, so that its work waits for it and the person only gives the password. */
  | (SignedInAccount & { readonly state: 'ended'; readonly why: EndCause });

/** `not-kept`: after a start, where the store did not have the token. */
export type EndCause = 'expired' | 'refused' | 'not-kept';

export type SessionEvent =
  | {
      readonly type: 'signed-in';
      readonly who: SignedInAccount;
      readonly expiresAtMs: number;
      readonly keeping: Keeping;
    }
  | { readonly type: 'remembered'; readonly who: SignedInAccount; readonly why: EndCause }
  | { readonly type: 'ended'; readonly why: 'expired' | 'refused' }
  | { readonly type: 'signed-out' };

export const SIGNED_OUT: SessionState = { state: 'signed-out' };

/** Null when the event does not fit: a token dies once, and nobody signs out twice. */
export function nextSession(from: SessionState, event: SessionEvent): SessionState | null {
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
