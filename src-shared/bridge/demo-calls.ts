/**
 * The demo, from both sides: what only the demo can do, and how a Labseal that is somebody's own opens one. Where a host
 * cannot do it, the call does not exist.
 */
import * as z from 'zod/mini';
import { changes, nothing, reads } from './call.ts';

/** The demo as a face shows it: nothing in it is real, and nothing leaves this computer. */
export interface DemoView {
  readonly isOffline: boolean;
  /** Absolute: the folder of the made-up lab. */
  readonly labFolder: string;
  /** The port of the Labseal that opened this demo; null when a person started it directly. */
  readonly homePort: number | null;
  /** People of the demo to sign in as. Their passwords are in the documentation and protect nothing. */
  readonly people: readonly {
    readonly role: string;
    readonly email: string;
    readonly password: string;
  }[];
}

/** A host that can open a demo beside itself. */
export interface DemoDoor {
  /**
   * Where this host listens. A page that was reached through a tunnel sees another port: a demo would be out of its
   * reach.
   */
  readonly port: number;
}

/** Where the demo listens on this computer. */
export interface DemoPlace {
  readonly port: number;
  /** A launch key, good once within a minute. */
  readonly key: string;
}

export const demoCalls = {
  /** Null where no demo can be opened. */
  'demo.door': reads<DemoDoor | null>()(() => nothing),
  /** Opens a demo, or the one that is open already. It has nothing of the person's own, and ends with this host. */
  'demo.open': changes<DemoPlace>()(() => nothing),
  /** Throws away what was done in the demo and begins it anew, signed in as at the start. */
  'demo.reset': changes<null>()(() => nothing),
  /** The service of the demo goes away, or comes back. */
  'demo.setOffline': changes<DemoView>()(() => z.strictObject({ isOffline: z.boolean() })),
  /** The service takes the session for ended; signing in begins another. */
  'demo.endSession': changes<null>()(() => nothing),
} as const;
