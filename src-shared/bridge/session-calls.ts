/** Who is signed in. A password goes in and never comes back; the token never crosses at all. */
import * as z from 'zod/mini';
import type { Leftover, SessionState } from '../model/people/session-view.ts';
import { changes, Name, nothing, Password, reads } from './call.ts';
import { typedProfile } from './people-calls.ts';

export interface SessionView {
  /** Address of the service; null when none is known. */
  readonly server: string | null;
  readonly session: SessionState;
}

export type SignedIn = Extract<SessionState, { state: 'signed-in' }>;

/** Null: the service that is known. */
const server = z.nullable(Name);

export const sessionCalls = {
  'session.state': reads<SessionView>()(() => nothing),
  /** The address of a service that could be used, without asking it: before a person types what it needs. */
  'session.checkServer': reads<{ readonly server: string }>()(() => z.strictObject({ server })),
  'session.signIn': changes<SignedIn>()(() =>
    z.strictObject({ server, email: Name, password: Password }),
  ),
  /** `leftover`: a store that may still hold the token; null: it is certainly removed. */
  'session.signOut': changes<{ readonly leftover: Leftover | null }>()(() => nothing),
  'session.register': changes<null>()(() =>
    z.strictObject({
      server,
      person: z.strictObject({ ...typedProfile, email: Name, password: Password }),
    }),
  ),
  /** `pasted`: the token from the e-mail, or the complete link. */
  'session.activate': changes<null>()(() => z.strictObject({ server, pasted: Name })),
  /** Whether the address has an account is not told. */
  'session.forgot': changes<null>()(() => z.strictObject({ server, email: Name })),
  'session.reset': changes<null>()(() =>
    z.strictObject({ server, pasted: Name, password: Password }),
  ),
} as const;
