/**
 * Style sheets that could not be fetched. A browser asks for none a second time, and what loads parts of the page takes a
 * sheet for loaded as soon as the page has a link to it: links that failed are taken out until the host is back.
 */
export function watchStyleSheets(page: Document): () => void {
  const links = [...page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const failed = new Set(links.filter(({ sheet }) => isEmpty(sheet))); // before any script ran
  page.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
      target.remove();
      failed.add(target);
    },
    true, // errors of links do not bubble
  );
  return function fetchFailed() {
    page.head.append(...failed);
    failed.clear();
  };
}

/** A sheet that did not come has no rules, or none that may be looked at. */
function isEmpty(sheet: CSSStyleSheet | null): boolean {
  try {
    return sheet?.cssRules.length === 0;
  } catch {
    return true;
  }
}
