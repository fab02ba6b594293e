/**
 * Where the page may navigate, what it may open and which permissions it has: none of each. Its own screens are
 * fragments of one address. A link opens in a browser only if it is known to be the service's. Pure.
 */
import { DESKTOP_ORIGIN } from '../../../src-shared/bridge/desktop.ts';
import type { ServeCall } from '../../use-cases/serve-calls.ts';

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

/**
 * Whether a message comes from the page of our own window: its main frame, alive, at our own address. Every other
 * sender, an empty frame and about:blank included, is rejected. `pageId`: of the contents of our window; null while
 * there is none.
 */
export function isFromOurPage({ sender, senderFrame }: Message, pageId: number | null): boolean {
  if (senderFrame === null || senderFrame.isDestroyed() || senderFrame.detached) return false;
  const { url, origin, parent } = senderFrame;
  return sender.id === pageId && parent === null && origin === DESKTOP_ORIGIN && isOurAddress(url);
}

/** Of our own scheme and name, letter by letter. */
export function isOurAddress(url: string): boolean {
  return url.startsWith(`${DESKTOP_ORIGIN}/`);
}

/** The one document of ours, again: a reload. Every other address is refused, and all in frames. */
export function mayNavigate(url: string, isMainFrame: boolean): boolean {
  if (!isMainFrame || !isOurAddress(url)) return false;
  const [address = ''] = url.split('#');
  return address === `${DESKTOP_ORIGIN}/`;
}

/** Text that a person copied with a button of ours; everything else that Chromium knows is denied. */
export function mayHave(permission: string, address: string): boolean {
  // Compared as text: to a URL of Node's a scheme of one's own has no origin.
  const isOurs = address === DESKTOP_ORIGIN || isOurAddress(address);
  return permission === 'clipboard-sanitized-write' && isOurs;
}

/** What the page made itself and gives to the person: tables, reports, certificates. Nothing from anywhere else. */
export function mayDownload(url: string): boolean {
  return url.startsWith(`blob:${DESKTOP_ORIGIN}/`);
}

const HIDDEN = /[\p{Cc}\p{Cf}\s\\]/u;

/**
 * The address to open in the person's browser, or null. `given`: addresses that the service gave for downloads, letter
 * by letter. `server`: the service, whose own pages may be opened.
 */
export function outsideAddress(
  asked: string,
  { given, server }: { readonly given: ReadonlySet<string>; readonly server: string | null },
): string | null {
  if (HIDDEN.test(asked) || !URL.canParse(asked)) return null;
  const { protocol, username, password, origin, href } = new URL(asked);
  if (protocol !== 'https:' || username !== '' || password !== '') return null;
  if (given.has(asked)) return href;
  const isService = server !== null && URL.canParse(server) && new URL(server).origin === origin;
  return isService ? href : null;
}

/**
 * A path on another computer is accessed only in folders that Labseal may access anyway: a request there reveals who
 * asks.
 */
export function mayReveal(path: string, watchedFolders: readonly string[]): boolean {
  if (path.includes('\0')) return false;
  if (!/^[\\/]{2}/.test(path)) return true;
  return (
    !plain(path).split('/').includes('..') &&
    watchedFolders.some((folder) => `${plain(path)}/`.startsWith(`${plain(folder)}/`))
  );
}

function plain(text: string): string {
  return text.replaceAll('\\', '/').toLowerCase();
}

/** Remembers the download addresses that the service just gave, so that only these open in a browser. */
const MOST_LINKS = 50;

/** Serves the same calls and keeps the addresses in `given`. The oldest are forgotten: a link lives for minutes. */
export function rememberLinks(serve: ServeCall): {
  readonly serve: ServeCall;
  readonly given: ReadonlySet<string>;
} {
  const given = new Set<string>();
  return {
    given,
    async serve(name, input, signal) {
      const answer = await serve(name, input, signal);
      const url: unknown = name === 'files.link' && answer.ok ? Object(answer.value).url : null;
      if (typeof url === 'string') given.add(url);
      for (const oldest of given) {
        if (given.size <= MOST_LINKS) break;
        given.delete(oldest);
      }
      return answer;
    },
  };
}
