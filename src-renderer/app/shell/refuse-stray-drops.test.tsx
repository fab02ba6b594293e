import { expect, test } from 'vitest';
import { refuseStrayDrops } from './refuse-stray-drops.ts';

/** A drop on the page's body, as the browser would tell it; whether the browser would still open what was dropped. */
function isOpened(kind: 'Files' | 'text/plain'): boolean {
  const event = new Event('drop', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'dataTransfer', { value: { types: [kind], dropEffect: 'copy' } });
  return document.body.dispatchEvent(event);
}

test('a file dropped beside every zone opens nothing; text still goes into fields', () => {
  expect(isOpened('Files')).toBe(true);
  const end = refuseStrayDrops(window);
  expect(isOpened('Files')).toBe(false);
  expect(isOpened('text/plain')).toBe(true);
  end();
  expect(isOpened('Files')).toBe(true);
});
