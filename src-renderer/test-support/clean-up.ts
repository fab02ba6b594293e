/** Runs before every test file of the renderer: the matchers for elements, and after each test sound markup and a clean page. */
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { MARKUP_FAULTS } from './markup-faults.ts';
import { wrongNames } from './wrong-names.ts';

// A busy computer draws later; what never comes still fails.
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  const faults = MARKUP_FAULTS.flatMap(([what, selector]) =>
    Array.from(
      document.querySelectorAll(selector),
      ({ outerHTML }) => `${what}: ${outerHTML.slice(0, 160)}`,
    ),
  );
  const wrong = [...faults, ...wrongNames()];
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  // Files share one page: where one of them went is not where the next begins.
  window.history.replaceState(null, '', '/');
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
});

/** Pages here have no layout, so nothing ever changes its size. */
class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver ??= NoResizeObserver;

/** As a browser shows a tag that nobody styled, by the attributes that change it; made once for each. */
const displays = new Map<string, string>();
const computedStyle = window.getComputedStyle.bind(window);

function displayOf(element: Element): string {
  const own = (element as HTMLElement).style.display;
  if (own !== '') return own;
  const attributes = ['hidden', 'open', 'type'].map((name) => element.getAttribute(name) ?? '-');
  const key = [element.localName, ...attributes].join();
  const display = displays.get(key) ?? computedStyle(element).display;
  displays.set(key, display);
  return display;
}

function inherited(element: Element | null, property: 'visibility' | 'pointerEvents'): string {
  for (let each = element; each !== null; each = each.parentElement) {
    const own = each.hasAttribute('style') ? (each as HTMLElement).style[property] : '';
    if (own !== '') return own;
  }
  return property === 'visibility' ? 'visible' : 'auto';
}

// No style sheet is loaded here, and matching its rules anew after every change took a quarter of all time.
window.getComputedStyle = (element, pseudo) => {
  const known: Readonly<Record<string, () => string>> = {
    display: () => displayOf(element),
    visibility: () => inherited(element, 'visibility'),
    pointerEvents: () => inherited(element, 'pointerEvents'),
    'pointer-events': () => inherited(element, 'pointerEvents'),
  };
  const valueOf = (name: string) =>
    known[name]?.() ?? computedStyle(element).getPropertyValue(name);
  return new Proxy({} as CSSStyleDeclaration, {
    get: (_style, name) => {
      if (name === 'getPropertyValue') return valueOf;
      return known[String(name)]?.() ?? Reflect.get(computedStyle(element, pseudo), name);
    },
  });
};

// jsdom draws nothing, so nothing is out of sight.
Object.assign(Element.prototype, { scrollIntoView: () => undefined });
