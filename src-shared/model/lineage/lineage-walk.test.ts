import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeLineage } from './lineage.ts';
import { around, connected, nested } from './lineage-walk.ts';
import { derived, lineageFacts, recorded } from './test-support/lineage.ts';

const names = (nodes: readonly { readonly id: string }[]) =>
  nodes.map(({ id }) => id.replace('private:', '')).toSorted();

const LAB = makeLineage(
  lineageFacts([
    recorded('a'),
    recorded('b'),
    derived('peaks', ['a']),
    derived('other', ['a', 'b']),
    derived('report', ['peaks']),
    recorded('idle'),
  ]),
);

test('around a file is what it comes from and what was made of it, and nothing else', () => {
  const { nodes, edges, isCut } = around(LAB, 'private:peaks', 50);
  expect(names(nodes)).toEqual(['a', 'peaks', 'report', 'sop']);
  expect(isCut).toBe(false);
  expect(edges).toHaveLength(4); // peaks and report follow the same procedure
  expect(names(around(LAB, 'private:a', 50).nodes)).toEqual(['a', 'other', 'peaks', 'report']);
  expect(around(LAB, 'private:nobody', 50).nodes).toEqual([]);
});

test('what does not fit is left out from afar, and that is said', () => {
  const part = around(LAB, 'private:report', 3);
  expect(names(part.nodes)).toEqual(['peaks', 'report', 'sop']);
  expect(part.isCut).toBe(true);
  expect(part.edges.every(({ to }) => to !== 'private:a')).toBe(true);
});

test('what is joined is shown from the files that something is wrong with', () => {
  const whole = connected(LAB, 50);
  expect(names(whole.nodes)).toEqual(['a', 'b', 'other', 'peaks', 'report', 'sop']);
  expect(whole.isCut).toBe(false);
  const part = connected(LAB, 2);
  expect(part.nodes[0]?.id).toBe('private:report'); // it cites a file that is not primary
  expect(part).toMatchObject({ isCut: true });
  expect(part.nodes).toHaveLength(2);
});

test('every file that something is wrong with is drawn, also one that cites nothing', () => {
  const family = Array.from({ length: 9 }, (_file, index) => derived(`copy-${index}`, ['a']));
  const first = recorded('first', { fileType: 'secondary' });
  const last = recorded('last', { fileType: 'secondary' });
  const lineage = makeLineage(
    lineageFacts([recorded('a'), ...family, derived('again', ['copy-1']), first, last]),
  );
  const wrong = lineage.warnings.map(({ nodeId }) => nodeId);
  expect(names(wrong.map((id) => ({ id })))).toEqual(expect.arrayContaining(['first', 'last']));
  const { nodes, isCut } = connected(lineage, 5);
  expect(names(nodes)).toEqual(expect.arrayContaining(['again', 'first', 'last']));
  expect(nodes).toHaveLength(5);
  expect(isCut).toBe(true);
});

test('the list begins with what is wrong, and has what a file cites below it', () => {
  const lines = nested(LAB).map(({ nodeId, level, isShownAbove }) => {
    const name = nodeId.replace('private:', '');
    return `${'>'.repeat(level - 1)}${name}${isShownAbove ? '...' : ''}`;
  });
  expect(lines.join(' ')).toBe('report >peaks >>a >>sop >sop other >a >b >sop idle');
});

test('what a file cites is listed once, however many cite the file', () => {
  const lineage = makeLineage(
    lineageFacts([recorded('a'), derived('m', ['a']), derived('x', ['m']), derived('y', ['m'])]),
  );
  const again = nested(lineage).filter(({ isShownAbove }) => isShownAbove);
  const m = { nodeId: 'private:m', level: 2, relation: 'derived-from', isShownAbove: true };
  expect(again).toEqual([m]);
});

test('every file is listed and every citation once, circles too', () => {
  const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 4 });
  const files = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), ids), {
    selector: ([fileId]) => fileId,
  });
  fc.assert(
    fc.property(files, fc.integer({ min: 1, max: 8 }), (listed, most) => {
      const lineage = makeLineage(lineageFacts(listed.map((file) => derived(...file))));
      const lines = nested(lineage);
      expect(new Set(lines.map(({ nodeId }) => nodeId))).toEqual(new Set(lineage.nodes.keys()));
      const below = lines.filter(({ level }) => level > 1);
      expect(below).toHaveLength(lineage.edges.length);
      for (const id of lineage.nodes.keys()) {
        const part = around(lineage, id, most);
        expect(part.nodes[0]?.id).toBe(id);
        expect(part.nodes.length).toBeLessThanOrEqual(most);
      }
      expect(connected(lineage, most).nodes.length).toBeLessThanOrEqual(most);
    }),
  );
});
