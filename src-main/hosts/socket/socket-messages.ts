/**
 * What is said over the socket, in this order: the caller's challenge, the answer to it with the program's own challenge, the
 * answer to that with one call, the call's events, its answer. Whoever listens or calls proves first to know the secret, which
 * never leaves either. Closing it cancels the call.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { BridgeEvent } from '../../../src-shared/bridge/events.ts';
import type { CallAnswer, CallName } from '../../../src-shared/bridge/calls.ts';

const Challenge = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Of the caller. */
export const Hello = z.strictObject({ challenge: Challenge });
/** Of the program that listens. */
export const Welcome = z.strictObject({ proof: z.string(), challenge: Challenge });
/** Of the caller, just before its call. */
export const Proof = z.strictObject({ proof: z.string() });
export const Asked = z.strictObject({
  name: z.string(),
  input: z.unknown(),
  /** The caller wants to hear the core's events until the answer. */
  hearsEvents: z.boolean(),
});
export type Asked = z.output<typeof Asked>;

/** Events and answers are made by the core; their types say more than a schema could check. */
export const Told = z.union([
  z.strictObject({ event: z.looseObject({ kind: z.string() }) }),
  z.strictObject({ answer: z.looseObject({ ok: z.boolean() }) }),
  /** It is still at work. */
  z.strictObject({ alive: z.literal(true) }),
]);
export type Told =
  | { readonly event: BridgeEvent }
  | { readonly answer: CallAnswer<CallName> }
  | { readonly alive: true };

/** How often a program that is at work says so. */
export const ALIVE_MS = 2_000;
export const MOST_HELLO_BYTES = 1_024;
/** The longest certificate fits, however its characters are written. */
export const MOST_ASKED_BYTES = 16_777_216;
/** A list is asked for in pages, and none is longer. */
export const MOST_TOLD_BYTES = 33_554_432;

export interface Challenges {
  readonly caller: string;
  readonly program: string;
}

/** What only who knows the secret can say, of one connection and one side of it. */
export function proofOf(
  side: keyof Challenges,
  { caller, program }: Challenges,
  secret: string,
): string {
  return createHmac('sha256', secret).update(`${side} ${caller} ${program}`).digest('hex');
}

export function isProof(
  told: string,
  side: keyof Challenges,
  challenges: Challenges,
  secret: string,
): boolean {
  const [one, other] = [told, proofOf(side, challenges, secret)].map((text) => Buffer.from(text));
  return one !== undefined && other?.length === one.length && timingSafeEqual(one, other);
}
