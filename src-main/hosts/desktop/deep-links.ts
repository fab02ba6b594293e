/** Screens requested by links and by the tray: sent to the page if there is one, else kept for the first one. */
import type { Engine } from '../../app/engine.ts';

export interface LinkTarget {
  /** A screen of the page. */
  readonly path: string;
  /** What is filled in there. */
  readonly token?: string;
}

export type DeepLinks = ReturnType<typeof makeDeepLinks>;

interface Face {
  readonly show: () => void;
  readonly feed: Pick<Engine['feed'], 'tell'>;
}

/** `first`: requested by the start itself. */
export function makeDeepLinks(first: LinkTarget | null) {
  let waiting = first;
  let isAsked = first !== null;
  let face: Face | null = null;
  let isGreeted = false;

  /** Shows the window, as soon as there can be one; null: where it was. */
  function goTo(place: LinkTarget | null): void {
    isAsked = true;
    face?.show();
    if (!isGreeted) waiting = place ?? waiting;
    else if (place !== null) face?.feed.tell({ kind: 'place-asked', ...place });
  }

  return {
    goTo,
    /** The core is open: from now on there is a window to show. */
    opened(given: Face): void {
      face = given;
    },
    /** A page exists and receives events from now on. */
    greeted(): void {
      isGreeted = true;
      const place = waiting;
      waiting = null;
      if (place !== null) goTo(place);
    },
    /** Somebody asked for the window before it was there. */
    isAsked: () => isAsked,
  };
}

/** Of Electron's program, what tells of links. */
interface LinkEvents {
  on(
    event: 'open-url',
    listener: (event: { preventDefault(): void }, url: string) => void,
  ): unknown;
  on(event: 'second-instance', listener: (event: unknown, argv: string[]) => void): unknown;
}

/**
 * Hears links from now on and keeps them until there is a window. To be called before Electron is ready: macOS gives the
 * link that started the program at once, and only to who listens already.
 */
export function listenForLinks(app: LinkEvents, argv: readonly string[]): DeepLinks {
  const links = makeDeepLinks(linkInArguments(argv));
  app.on('open-url', (event, url) => {
    event.preventDefault();
    links.goTo(readDeepLink(url));
  });
  app.on('second-instance', (_event, said) => links.goTo(linkInArguments(said)));
  return links;
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
