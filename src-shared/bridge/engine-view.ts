/** What the engine is doing, as every face shows it. Plain facts, no words. */
import type { CoreFault } from '../model/status/core-fault.ts';

export type EngineView =
  /** Nobody has signed in on this computer, so there is nothing to do. */
  | { readonly state: 'idle' }
  | {
      readonly state: 'running';
      /** The system's code when it allows no more watches: the rest is looked at from time to time. */
      readonly watchTrouble: string | null;
    }
  /** It cannot go on by itself; a new attempt is made at `retryAtMs`, or when a person asks for one. */
  | { readonly state: 'stopped'; readonly fault: CoreFault; readonly retryAtMs: number }
  | { readonly state: 'closed' };
