/**
 * Whether a message comes from the page of our own window: its main frame, alive, at our own address. Everybody else, an
 * empty frame and about:blank included, is nobody. Pure.
 */
import { DESKTOP_ORIGIN } from '../../../src-shared/bridge/desktop.ts';

/** What is looked at of a message; Electron's events have it. */
export interface Message {
  readonly sender: { readonly id: number };
  /** Null when the frame went somewhere else meanwhile. */
  readonly senderFrame: Frame | null;
}

export interface Frame {
  readonly url: string;
  readonly origin: string;
  readonly parent: object | null;
  /** On its way out. */
  readonly detached: boolean;
  isDestroyed(): boolean;
}

/** `pageId`: of the contents of our window; null while there is none. */
export function isFromOurPage({ sender, senderFrame }: Message, pageId: number | null): boolean {
  if (senderFrame === null || senderFrame.isDestroyed() || senderFrame.detached) return false;
  const { url, origin, parent } = senderFrame;
  return sender.id === pageId && parent === null && origin === DESKTOP_ORIGIN && isOurAddress(url);
}

/** Of our own scheme and name, letter by letter. */
export function isOurAddress(url: string): boolean {
  return url.startsWith(`${DESKTOP_ORIGIN}/`);
}
