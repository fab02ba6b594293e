/** What can stand in the way of changing people and their things, and of what leaves by a link. Part of `CoreFault`. */
import type { AvatarFault } from './avatar-image.ts';

export type PeopleFault =
  | AvatarFault
  /** Somebody's balance is not what was on screen when an administrator decided. */
  | { readonly kind: 'balance-moved'; readonly seenCredits: number; readonly credits: number }
  /** Credits cannot be taken away: the service's word for it is not documented, and nobody has told it yet. */
  | { readonly kind: 'no-subtract-word' }
  /** A private file, which the service gives to nobody. */
  | { readonly kind: 'no-download'; readonly asked: string }
  /** The service gave a download address that no browser should be sent to. */
  | { readonly kind: 'bad-link' }
  /** A file was written while it was being read or sent. */
  | { readonly kind: 'changed-meanwhile'; readonly path: string };
