/** Screens requested by links and by the tray: sent to the page if there is one, else kept for the first one. */
import type { Engine } from '../../app/engine.ts';

export interface LinkTarget {
  /** A screen of the page. */
  readonly path: string;
  /** What is filled in there. */
  readonly token?: string;
}

export interface DeepLinks {
  /** Shows the window; null: where it was. */
  goTo(place: LinkTarget | null): void;
  /** A page exists and receives events from now on. */
  greeted(): void;
  isWaiting(): boolean;
}

/** `first`: requested by the start itself. */
export function makeDeepLinks(
  first: LinkTarget | null,
  { show, feed }: { readonly show: () => void; readonly feed: Pick<Engine['feed'], 'tell'> },
): DeepLinks {
  let waiting = first;
  let isGreeted = false;

  function goTo(place: LinkTarget | null): void {
    show();
    waiting = isGreeted ? null : place;
    if (isGreeted && place !== null) feed.tell({ kind: 'place-asked', ...place });
  }

  return {
    goTo,
    greeted() {
      isGreeted = true;
      if (waiting !== null) goTo(waiting);
    },
    isWaiting: () => waiting !== null,
  };
}

/**
 * Links with which an e-mail or a page may open Labseal: `labseal://activate/TOKEN` and `labseal://reset/TOKEN`. They
 * show a page with the token filled in, and nothing more: the person decides what happens next. Pure.
 */
interface DeepLink {
  /** A screen of the page. */
  readonly path: '/activate' | '/reset';
  readonly token: string;
}

// Letter by letter: nothing is decoded, so nothing can hide.
const LINK = /^labseal:\/\/(activate|reset)\/([A-Za-z0-9_~-][A-Za-z0-9._~-]{0,2047})$/;

/** Null for everything else, also for a link with anything before, behind or in between. */
export function readDeepLink(link: string): DeepLink | null {
  const found = LINK.exec(link);
  if (found?.[1] === undefined || found[2] === undefined) return null;
  return { path: found[1] === 'activate' ? '/activate' : '/reset', token: found[2] };
}

/** The one link in a command line; null when there is none, or more than one. */
export function linkInArguments(argv: readonly string[]): DeepLink | null {
  const links = argv.filter((word) => /^["'\s]*labseal:/i.test(word));
  const [link] = links;
  return links.length === 1 && link !== undefined ? readDeepLink(link) : null;
}
