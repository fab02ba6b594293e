import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  drawingRatio,
  fittingScale,
  MOST_CANVAS_BYTES,
  nextZoom,
  percentScale,
  scaleOf,
  ZOOMS,
  type Zoom,
} from './pdf-zoom.ts';

test('sizes go from 50 to 400 percent, and a page that fits is as wide as its place', () => {
  expect([ZOOMS[0], ZOOMS.at(-1)]).toEqual([50, 400]);
  expect(percentScale(100)).toBeCloseTo(96 / 72);
  expect(scaleOf('fit', { fit: 0.7, page: 0.4 })).toBe(0.7);
  expect(scaleOf('page', { fit: 0.7, page: 0.4 })).toBe(0.4);
  expect(fittingScale(595, 1190)).toBe(2);
  expect(fittingScale(595, 100_000)).toBe(percentScale(400));
});

test('larger is larger and smaller is smaller from wherever one is, until the last size', () => {
  const zoom = fc.constantFrom<Zoom>('page', 'fit', ...ZOOMS);
  fc.assert(
    fc.property(zoom, fc.double({ min: 0.2, max: 6, noNaN: true }), (from, fit) => {
      const fitting = { fit, page: fit };
      const up = scaleOf(nextZoom(from, 1, fitting), fitting);
      const down = scaleOf(nextZoom(from, -1, fitting), fitting);
      const now = scaleOf(from, fitting);
      expect(up > now || now >= percentScale(400) - 0.01).toBe(true);
      expect(down < now || now <= percentScale(50) + 0.01).toBe(true);
      expect(down).toBeLessThan(up);
    }),
  );
});

test('however large a page is, its drawing takes no more memory than was laid down', () => {
  const length = fc.double({ min: 0.01, max: 1e7, noNaN: true });
  fc.assert(
    fc.property(length, length, fc.constantFrom(1, 2, 3), (width, height, wanted) => {
      const ratio = drawingRatio(width, height, wanted);
      expect(ratio).toBeLessThanOrEqual(wanted);
      expect(width * ratio * height * ratio * 4).toBeLessThanOrEqual(MOST_CANVAS_BYTES * 1.001);
    }),
  );
  expect(drawingRatio(800, 1_100, 2)).toBe(2);
});
