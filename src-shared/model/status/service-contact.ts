import type { UnavailableCause } from './unavailable-cause.ts';

/** Whether the service can be reached and lets the account in, as far as requests and probes have shown. */
export type ServiceContact =
  /** Nothing has failed so far; whether it would be reached now, nobody knows. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'away'; readonly sinceMs: number; readonly why: UnavailableCause }
  /** It was away, and connections can be made again since then. */
  | { readonly kind: 'back'; readonly sinceMs: number }
  /** It is reached, and refuses the account whatever is asked, always in these words. */
  | { readonly kind: 'refusing'; readonly sinceMs: number; readonly serviceSays: string };

export const UNKNOWN_CONTACT: ServiceContact = { kind: 'unknown' };
