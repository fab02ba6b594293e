/** One request on its way to the service, and how the way ended. */
import type { Call, Reply } from '../service/call.ts';
import type { Trouble } from './trouble.ts';

export interface Trip {
  /** Its number in this world. */
  readonly id: number;
  readonly call: Call;
  readonly trouble: Trouble | null;
}

export type LineEnd =
  | { readonly kind: 'answered'; readonly reply: Reply; readonly isComplete: boolean }
  | { readonly kind: 'broken'; readonly code: string; readonly wasUp: boolean }
  | { readonly kind: 'stalled'; readonly phase: 'connect' | 'body' | 'answer' };
