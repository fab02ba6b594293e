/**
 * Links that an e-mail or a page may open Labseal with: `labseal://activate/TOKEN` and `labseal://reset/TOKEN`. They show
 * a page with the token filled in, and nothing more: what happens next is for the person. Pure.
 */
export interface AskedPlace {
  /** A screen of the page. */
  readonly path: '/activate' | '/reset';
  readonly token: string;
}

// Letter by letter: nothing is decoded, so nothing can hide.
const LINK = /^labseal:\/\/(activate|reset)\/([A-Za-z0-9_~-][A-Za-z0-9._~-]{0,2047})$/;

/** Null for everything else, also for a link with anything before, behind or in between. */
export function readDesktopLink(link: string): AskedPlace | null {
  const found = LINK.exec(link);
  if (found?.[1] === undefined || found[2] === undefined) return null;
  return { path: found[1] === 'activate' ? '/activate' : '/reset', token: found[2] };
}

/** The one link in a command line; null when there is none, or more than one. */
export function linkInArguments(argv: readonly string[]): AskedPlace | null {
  const links = argv.filter((word) => /^["'\s]*labseal:/i.test(word));
  const [link] = links;
  return links.length === 1 && link !== undefined ? readDesktopLink(link) : null;
}
