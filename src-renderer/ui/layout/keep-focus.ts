/**
 * Keeps the focus on the page when what has it goes away: a row that was decided about, a button that did its work. It
 * goes to the next row, else to the heading of the part; never to a button, which the next press of the same key would
 * press. What a screen or a dialog does about the focus itself comes first, and another page takes it by its heading.
 */

/** Screens and dialogs have placed the focus by then. */
const SETTLED_MS = 120;
const FOCUSABLE = 'a[href], button:not([disabled]), input:not([disabled]), [tabindex]';

/** Returns the function that ends it. */
export function keepFocus(page: Document): () => void {
  /** What had the focus last, and what it stood in, innermost first. */
  let chain: readonly Element[] = [];
  /** What stood behind, where it is gone. */
  let behind: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const remember = () => {
    const { activeElement } = page;
    if (activeElement === page.body || activeElement === null) return;
    const isInPage = activeElement.closest('main, aside') !== null;
    // A dialog gives the focus back to where it was opened.
    if (!isInPage && activeElement.closest('[role="dialog"], [role="alertdialog"], [role="menu"]'))
      return;
    chain = isInPage ? ancestorsOf(activeElement) : [];
    behind = null;
  };
  /** Whoever presses beside everything wants the focus nowhere. */
  const onPointerUp = () => {
    if (page.activeElement === page.body) chain = [];
  };
  const restore = () => {
    timer = null;
    const { activeElement } = page;
    if (activeElement !== null && activeElement !== page.body) return;
    const main = chain.find((each) => each.matches('main, aside'));
    if (main === undefined || !main.isConnected) return;
    placeFor(chain, behind)?.focus();
  };
  const observer = new MutationObserver((records) => {
    if (chain.length === 0) return;
    for (const { removedNodes, nextSibling } of records) {
      const isOurs = [...removedNodes].some((node) => chain.includes(node as Element));
      if (isOurs) behind = nextElement(nextSibling);
    }
    const [last] = chain;
    if (last?.isConnected === true && !last.matches(':disabled')) return;
    timer ??= setTimeout(restore, SETTLED_MS);
  });
  page.addEventListener('focusin', remember);
  page.addEventListener('pointerup', onPointerUp, { capture: true });
  observer.observe(page.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
  return () => {
    page.removeEventListener('focusin', remember);
    page.removeEventListener('pointerup', onPointerUp, { capture: true });
    observer.disconnect();
    if (timer !== null) clearTimeout(timer);
  };
}

/** Itself first. */
function ancestorsOf(element: Element): readonly Element[] {
  const found: Element[] = [];
  for (let at: Element | null = element; at !== null; at = at.parentElement) found.push(at);
  return found;
}

function nextElement(node: Node | null): Element | null {
  for (let at = node; at !== null; at = at.nextSibling) if (at instanceof Element) return at;
  return null;
}

/** Where the work goes on: the same row, the next one, the heading of the part, that of the page. */
function placeFor(chain: readonly Element[], behind: Element | null): HTMLElement | null {
  const kept = chain.filter((each) => each.isConnected);
  const row = kept.find((each) => each.matches('li, tr')) ?? rowAt(behind);
  const headings = kept.flatMap((each) => headingsIn(each));
  const place = row ?? headings[0] ?? null;
  if (!(place instanceof HTMLElement)) return null;
  if (!place.matches(FOCUSABLE)) place.tabIndex = -1;
  return place;
}

function rowAt(element: Element | null): Element | null {
  return element?.isConnected === true && element.matches('li, tr') ? element : null;
}

const headingsIn = (part: Element) =>
  [...part.querySelectorAll(':scope h1, :scope h2')].slice(0, 1);
