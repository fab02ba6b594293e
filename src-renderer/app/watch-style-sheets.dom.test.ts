import { expect, onTestFinished, test } from 'vitest';
import { watchStyleSheets } from './watch-style-sheets.ts';

function link(href: string, rel = 'stylesheet'): HTMLLinkElement {
  const made = Object.assign(document.createElement('link'), { rel, href });
  document.head.append(made);
  onTestFinished(() => made.remove());
  return made;
}

test('a style sheet that did not come is out of the page until it is fetched again, once', () => {
  const fetchFailed = watchStyleSheets(document);
  const [sheet, other, script] = [link('/a.css'), link('/b.css'), link('/c.js', 'modulepreload')];
  sheet.dispatchEvent(new Event('error'));
  script.dispatchEvent(new Event('error'));
  expect(sheet.isConnected).toBe(false); // whoever needs it asks for it
  expect([other, script].map(({ isConnected }) => isConnected)).toEqual([true, true]);
  fetchFailed();
  expect(sheet.isConnected).toBe(true);
  sheet.remove();
  fetchFailed();
  expect(sheet.isConnected).toBe(false);
});

test.each([
  ['has no rules', () => []],
  [
    'may not be looked at',
    () => {
      throw new DOMException('Cannot access rules', 'SecurityError');
    },
  ],
])('a sheet that failed before any script ran is fetched again: it %s', (_how, rules) => {
  const sheet = link('/early.css');
  Object.defineProperty(sheet, 'sheet', {
    value: Object.defineProperty({}, 'cssRules', { get: rules }),
  });
  let fetched = 0;
  const append = document.head.append.bind(document.head);
  document.head.append = (...nodes) => {
    fetched += nodes.filter((node) => node === sheet).length;
    append(...nodes);
  };
  onTestFinished(() => {
    Reflect.deleteProperty(document.head, 'append');
  });
  watchStyleSheets(document)();
  expect(fetched).toBe(1);
});
