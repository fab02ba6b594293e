/** The states of a session and the one function that moves them. The token is in none of them. */
import type {
  EndCause,
  Keeping,
  SessionState,
  SignedInAccount,
} from '../../src-shared/model/people/session-view.ts';
import { assertNever } from '../../src-shared/model/result.ts';

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
