/** What is said over the socket, in this order: hello, welcome, one call, its events, its answer. Closing it cancels the call. */
import * as z from 'zod/mini';
import type { BridgeEvent } from '../../../src-shared/bridge/events.ts';
import type { CallAnswer, CallName } from '../../../src-shared/bridge/calls.ts';

export const Hello = z.strictObject({ secret: z.string(), version: z.string() });
/** Of the running program; another one carries out no call. */
export const Welcome = z.strictObject({ version: z.string() });
export const Asked = z.strictObject({
  name: z.string(),
  input: z.unknown(),
  /** The caller wants to hear the core's events until the answer. */
  hearsEvents: z.boolean(),
});
export type Asked = z.output<typeof Asked>;

/** Both are made by the core; the types say more than a schema could check. */
export type Told = { readonly event: BridgeEvent } | { readonly answer: CallAnswer<CallName> };

export const MOST_HELLO_BYTES = 1_024;
/** The longest certificate fits, however its characters are written. */
export const MOST_ASKED_BYTES = 16_777_216;
/** A list is asked for in pages, and none is longer. */
export const MOST_TOLD_BYTES = 33_554_432;
