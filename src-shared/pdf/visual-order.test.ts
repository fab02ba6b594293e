import { expect, test } from 'vitest';
import { visualLines, visualOrder } from './visual-order.ts';

test.each([
  ['run-14.raw', 'run-14.raw'],
  ['שלום', 'םולש'],
  ['מדידה 14.raw', 'raw.14 הדידמ'],
  ['plate (א) b', 'plate (א) b'],
  ['א (ב) ג', 'ג (ב) א'],
  ['data/קובץ/run.raw', 'data/ץבוק/run.raw'],
])('%s stands as %s', (text, seen) => {
  expect(visualOrder(text)).toBe(seen);
});

test('what comes first stays in the first line', () => {
  const lines = visualLines('אבג דהו זחט', 7, (text) => text.length);
  expect(lines).toEqual(['והד גבא', 'טחז']);
  expect(visualLines('אבגדה', 3, (text) => text.length)).toEqual(['גבא', 'הד']);
});
