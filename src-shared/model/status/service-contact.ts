import type { UnavailableCause } from './unavailable-cause.ts';

/** Whether connections to the service can be made, as far as requests and probes have shown. */
export type ServiceContact =
  /** Nothing has failed so far; whether it would be reached now, nobody knows. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'away'; readonly sinceMs: number; readonly why: UnavailableCause }
  /** It was away, and connections can be made again since then. */
  | { readonly kind: 'back'; readonly sinceMs: number };

export const UNKNOWN_CONTACT: ServiceContact = { kind: 'unknown' };
