import { expect, test } from 'vitest';
import { markFound } from './pdf-find.ts';

function layer(...lines: readonly string[]): HTMLElement {
  const box = document.createElement('div');
  for (const line of lines) {
    const piece = document.createElement('span');
    piece.textContent = line;
    piece.scrollIntoView = () => undefined;
    box.append(piece);
  }
  return box;
}
const marks = (box: HTMLElement) =>
  [...box.querySelectorAll('span')].map((piece) => piece.dataset['found'] ?? null);

test('what is sought is marked in letters of any case, and one of them is the current one', () => {
  const box = layer('On the  Chain', 'nothing', 'chain again');
  markFound(box, 'the chain', 0);
  expect(marks(box)).toEqual(['current', null, null]);
  markFound(box, 'CHAIN', 1);
  expect(marks(box)).toEqual(['other', null, 'current']);
  markFound(box, ' ', null);
  expect(marks(box)).toEqual([null, null, null]);
});
