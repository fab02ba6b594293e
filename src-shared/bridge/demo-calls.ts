/** What only the demo can do. Elsewhere these calls do not exist. */
import * as z from 'zod/mini';
import { changes, nothing } from './call.ts';

/** The demo as a face shows it: nothing in it is real, and nothing leaves this computer. */
export interface DemoView {
  readonly isOffline: boolean;
  /** People of the demo to sign in as. Their passwords are in the documentation and protect nothing. */
  readonly people: readonly {
    readonly role: string;
    readonly email: string;
    readonly password: string;
  }[];
}

export const demoCalls = {
  /** Throws away what was done in the demo and begins it anew, signed in as at the start. */
  'demo.reset': changes<null>()(nothing),
  /** The service of the demo goes away, or comes back. */
  'demo.setOffline': changes<DemoView>()(z.strictObject({ isOffline: z.boolean() })),
  /** The service takes the session for ended; signing in begins another. */
  'demo.endSession': changes<null>()(nothing),
} as const;
