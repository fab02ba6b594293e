/**
 * Checks where a request comes from. A web page can make a browser send requests to this computer, and a public name
 * can be made to resolve to it. The Host and Origin headers distinguish both from our own page, on every route. Pure.
 */

/** What the check needs of a request. */
export interface Asking {
  readonly method: string;
  /** As written in the request line. */
  readonly target: string;
  /** Names and values in turn, as they arrived: a header that came twice stands here twice. */
  readonly rawHeaders: readonly string[];
}

export type Verdict =
  | { readonly isOurs: true; readonly host: string }
  | { readonly isOurs: false; readonly status: 400 | 403 | 405 };

/** The port may differ from ours because of a tunnel. */
const OUR_HOST = /^(127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/;
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const METHODS: ReadonlySet<string> = new Set([...SAFE_METHODS, 'POST']);

/** `needsOrigin`: also for a GET, as it is for a WebSocket. */
export function evaluateOrigin(asking: Asking, { needsOrigin = false } = {}): Verdict {
  if (!asking.target.startsWith('/') || asking.target.startsWith('//')) return no(400);
  const hosts = valuesOf(asking, 'host');
  const [host] = hosts;
  if (host === undefined || hosts.length > 1) return no(400);
  if (!OUR_HOST.test(host)) return no(403);
  if (!METHODS.has(asking.method)) return no(405);
  const origins = valuesOf(asking, 'origin');
  const isStrict = needsOrigin || !SAFE_METHODS.has(asking.method);
  if (isStrict && origins.length !== 1) return no(403);
  if (origins.some((origin) => origin !== `http://${host}`)) return no(403);
  return areSitesFine(asking, isStrict) ? { isOurs: true, host } : no(403);
}

/**
 * What the browser itself reports about the source of a request; other programs report nothing. Any page may link to
 * our address: the page that then opens is ours alone.
 */
function areSitesFine(asking: Asking, isStrict: boolean): boolean {
  const [mode = ''] = valuesOf(asking, 'sec-fetch-mode');
  const isLedTo = !isStrict && mode === 'navigate';
  const isFine = (site: string) => site === 'same-origin' || (site === 'none' && !isStrict);
  return isLedTo || valuesOf(asking, 'sec-fetch-site').every(isFine);
}

function valuesOf({ rawHeaders }: Asking, name: string): string[] {
  return rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
  );
}

function no(status: 400 | 403 | 405): Verdict {
  return { isOurs: false, status };
}
