import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitBounds, LEAST_HEIGHT, LEAST_WIDTH, type WindowBounds } from './window-bounds.ts';

const MAIN = { x: 0, y: 25, width: 1_920, height: 1_055 };
const LEFT = { x: -1_280, y: 0, width: 1_280, height: 1_024 };
const place = (over: Partial<WindowBounds> = {}): WindowBounds => ({
  x: 100,
  y: 100,
  width: 900,
  height: 700,
  isMaximized: false,
  ...over,
});

describe('the place of the window', () => {
  test('is where it was, on a screen that is still there', () => {
    expect(fitBounds(place(), [MAIN])).toEqual({
      bounds: { x: 100, y: 100, width: 900, height: 700 },
      isMaximized: false,
    });
    const beside = place({ x: -1_000, isMaximized: true });
    expect(fitBounds(beside, [MAIN, LEFT])).toMatchObject({
      bounds: { x: -1_000 },
      isMaximized: true,
    });
    expect(fitBounds(beside, [MAIN]).bounds).toEqual({ width: 900, height: 700 });
  });

  test('a title bar out of reach, or a smaller screen, is made good', () => {
    expect(fitBounds(place({ y: -50 }), [MAIN]).bounds).not.toHaveProperty('y');
    expect(fitBounds(place({ x: 1_900 }), [MAIN]).bounds).not.toHaveProperty('x');
    expect(fitBounds(place({ width: 5_000, height: 9 }), [MAIN]).bounds).toMatchObject({
      width: MAIN.width,
      height: LEAST_HEIGHT,
    });
    expect(fitBounds(null, []).bounds).toMatchObject({ width: 1_180, height: 800 });
  });

  test('whatever was kept: it can be seen, taken hold of, and is never too small', () => {
    const edge = fc.integer({ min: -100_000, max: 100_000 });
    const length = fc.integer({ min: 1, max: 100_000 });
    const any = fc.record({
      x: edge,
      y: edge,
      width: length,
      height: length,
      isMaximized: fc.boolean(),
    });
    fc.assert(
      fc.property(any, (kept) => {
        const { x, y, width = 0, height = 0 } = fitBounds(kept, [MAIN, LEFT]).bounds;
        expect(width).toBeGreaterThanOrEqual(LEAST_WIDTH);
        expect(height).toBeGreaterThanOrEqual(LEAST_HEIGHT);
        if (x === undefined || y === undefined) return;
        const isSeen = [MAIN, LEFT].some(
          (area) => x + kept.width > area.x && x < area.x + area.width && y >= area.y,
        );
        expect(isSeen).toBe(true);
      }),
    );
  });
});
