import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOutGraph } from './graph-layout.ts';

const SIZE = { width: 200, height: 60 };

test('what comes first stands left of what follows from it, and no box lies on another', () => {
  const id = fc.integer({ min: 0, max: 14 });
  // From lower to higher numbers, so that there is no circle.
  const lines = fc.array(fc.tuple(id, id), { maxLength: 30 });
  fc.assert(
    fc.property(lines, (pairs) => {
      const ids = Array.from({ length: 15 }, (_, index) => String(index));
      const edges = pairs
        .filter(([one, other]) => one !== other)
        .map(([one, other]) => ({
          from: String(Math.min(one, other)),
          to: String(Math.max(one, other)),
        }));
      const places = layOutGraph(ids, edges, SIZE);
      const at = (box: string) => places.get(box) ?? { x: NaN, y: NaN };
      for (const { from, to } of edges) expect(at(from).x).toBeLessThan(at(to).x);
      const spread = ids.map(at).toSorted((one, other) => one.x - other.x || one.y - other.y);
      for (const [index, place] of spread.entries()) {
        const next = spread[index + 1];
        const isApart =
          next === undefined ||
          next.x - place.x >= SIZE.width ||
          Math.abs(next.y - place.y) >= SIZE.height;
        expect(isApart).toBe(true);
      }
    }),
  );
});

test('a circle, a line to itself and a line to nowhere are borne', () => {
  const lines = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'a' },
    { from: 'a', to: 'a' },
    { from: 'a', to: 'nowhere' },
  ];
  const places = layOutGraph(['a', 'b'], lines, SIZE);
  expect([...places.keys()]).toEqual(['a', 'b']);
  expect([...places.values()].every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(
    true,
  );
});
