import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeLineage, type LineageFacts, type Lineage } from './lineage.ts';
import { localFileId } from '../changes/local-id.ts';
import type { PlatformRecord } from '../files/platform-file.ts';
import { derived, fileHere, lineageFacts, recorded } from './test-support/lineage.ts';

const lineageOf = (files: readonly PlatformRecord[], over: Partial<LineageFacts> = {}) =>
  makeLineage(lineageFacts(files, over));
const places = ({ nodes }: Lineage) => [...nodes.keys()];

/** Warnings about one file: kind and, where it is about one, the cited file. */
function wrongWith({ warnings }: Lineage, nodeId: string): readonly string[] {
  return warnings
    .filter((warning) => warning.nodeId === nodeId)
    .map(({ kind, citedId }) => (citedId === null ? kind : `${kind} ${citedId}`));
}

test('a secondary file is joined to each primary file, private or public, and each procedure that it cites', () => {
  const open = recorded('b', { visibility: 'public' });
  const lineage = lineageOf([recorded('a'), open, derived('c', ['a', 'b'])]);
  expect(places(lineage)).toEqual(['private:sop', 'private:a', 'public:b', 'private:c']);
  expect(lineage.edges).toEqual([
    { from: 'private:c', to: 'private:a', relation: 'derived-from' },
    { from: 'private:c', to: 'public:b', relation: 'derived-from' },
    { from: 'private:c', to: 'private:sop', relation: 'follows' },
  ]);
  expect(lineage.warnings).toEqual([]);
  expect(lineage.nodes.get('private:c')).toMatchObject({
    kind: 'recorded',
    fileType: 'secondary',
    state: 'notarized',
    ownerName: 'Robin Marsh',
    procedureDescription: 'Peaks were picked.',
  });
});

test('a file that is still to be sent has its place, and so has what it cites on this computer', () => {
  const ready = { fileType: 'primary', state: 'ready', hold: null } as const;
  const waiting = fileHere('3', {
    primaryData: localFileId(1),
    linkToProcedure: 'sop',
    procedureDescription: 'Peaks were picked.',
    hold: 'primary_pending',
  });
  const lineage = lineageOf([], { here: [fileHere('1', ready), fileHere('2', ready), waiting] });
  expect(places(lineage)).toEqual(['private:sop', 'here:1', 'here:3']);
  const edge = { from: 'here:3', to: 'here:1', relation: 'derived-from' };
  expect(lineage.edges).toContainEqual(edge);
  expect(wrongWith(lineage, 'here:3')).toEqual(['cited-not-sent here:1']);
});

test('a stand-in leads to the record once there is one', () => {
  const sent = fileHere('1', { fileType: 'primary', state: 'notarized', hold: null, fileId: 'a' });
  const waiting = fileHere('3', { primaryData: localFileId(1) });
  const lineage = lineageOf([recorded('a')], { here: [sent, waiting] });
  const edge = { from: 'here:3', to: 'private:a', relation: 'derived-from' };
  expect(lineage.edges).toContainEqual(edge);
  expect(lineage.nodes.get('private:a')?.localFileId).toBe('1');
  expect(lineage.nodes.has('here:1')).toBe(false);
});

test('a new version that waits is a file of its own; a copy that nobody sends is none', () => {
  const changed = fileHere('3', { state: 'changed', hold: null, fileId: 'c' });
  const copies = (['duplicate', 'ignored', 'missing'] as const).map((state, row) =>
    fileHere(`copy-${row}`, { state, hold: null }),
  );
  const lineage = lineageOf([derived('c', ['sop'])], { here: [changed, ...copies] });
  expect(places(lineage)).toEqual(['private:sop', 'private:c', 'here:3']);
});

test('what this computer sent is there although the list is older', () => {
  const unlisted = fileHere('1', {
    state: 'recording',
    hold: null,
    fileId: 'new',
    primaryData: 'sop',
    linkToProcedure: 'sop',
    procedureDescription: 'x',
  });
  const lineage = lineageOf([], { here: [unlisted] });
  const node = { kind: 'recorded', state: 'recording' };
  expect(lineage.nodes.get('private:new')).toMatchObject(node);
  expect(wrongWith(lineage, 'private:new')).toEqual([]);
});

test.each([
  ['this computer heard that it is done', 'Pending', 'notarized', 'notarized'],
  ['the service said the last word', 'Deleted', 'notarized', 'deleted'],
  ['the copy is gone from here', 'Pending', 'missing', 'recording'],
] as const)('when %s, a file that it calls %s and that is %s here is %s', (...row) => {
  const [, status, stateHere, state] = row;
  const here = [fileHere('1', { state: stateHere, hold: null, fileId: 'a' })];
  const { nodes } = lineageOf([recorded('a', { status })], { here });
  expect(nodes.get('private:a')).toMatchObject({ state, localFileId: '1' });
});

test.each([
  ['Deleted', 'cited-deleted'],
  ['PendingDeletion', 'cited-deleted'],
  ['NotarizationError', 'cited-record-error'],
  ['Pending', 'cited-pending'],
  ['Approved', 'cited-pending'],
])('a cited file, primary or procedure, that the service calls %s is warned about', (...row) => {
  const [status, kind] = row;
  const files = [recorded('a', { status }), recorded('b')];
  const lineage = lineageOf([
    ...files,
    derived('c', ['a']),
    derived('d', ['b'], { linkToProcedure: 'a' }),
  ]);
  const about = { kind, citedId: 'private:a' };
  expect(lineage.warnings).toEqual([
    { ...about, nodeId: 'private:c', relation: 'derived-from' },
    { ...about, nodeId: 'private:d', relation: 'follows' },
  ]);
});

test('what a deleted file cites is history', () => {
  const lineage = lineageOf([derived('c', ['gone'], { status: 'Deleted' })]);
  expect(lineage.warnings).toEqual([]);
  expect(lineage.nodes.get('unknown:gone')?.kind).toBe('unknown');
});

test('an id that nobody knows is unknown only when all files were seen, a row that is gone always', () => {
  const files = [derived('c', ['nowhere'])];
  const all = lineageOf(files);
  expect(wrongWith(all, 'private:c')).toEqual(['cited-unknown unknown:nowhere']);
  expect(all.nodes.get('unknown:nowhere')).toMatchObject({ name: 'nowhere', state: null });
  const here = [fileHere('3', { primaryData: localFileId(99) })];
  const some = lineageOf(files, { here, isComplete: false });
  expect(wrongWith(some, 'private:c')).toEqual(['cited-not-seen unknown:nowhere']);
  expect(wrongWith(some, 'here:3')).toContain('cited-unknown unknown:labseal:file:99');
});

test('a file of another project is named, and where it is', () => {
  const far = { kind: 'elsewhere', name: 'far.raw', projectId: 'project-2' } as const;
  const lineage = lineageOf([derived('c', ['far'])], {
    elsewhere: (fileId) =>
      fileId === 'far' ? { ...recorded('far'), projectId: 'project-2' } : null,
  });
  expect(wrongWith(lineage, 'private:c')).toEqual(['cited-elsewhere private:far']);
  expect(lineage.nodes.get('private:far')).toMatchObject(far);
});

test('a row of another project has a place only where it is cited', () => {
  const far = { projectId: 'project-2', fileType: 'primary', primaryData: 'nowhere' };
  const rows = ['1', '2'].map((row) => fileHere(row, far));
  const derivedFar = fileHere('4', { projectId: 'project-2' });
  const here = [...rows, derivedFar, fileHere('3', { primaryData: localFileId(1) })];
  const lineage = lineageOf([], { here });
  expect(places(lineage)).toEqual(['private:sop', 'here:1', 'here:3']);
  expect(wrongWith(lineage, 'here:3')).toContain('cited-elsewhere here:1');
});

test.each([
  ['has no primary file', derived('x', []), 'no-primary'],
  ['has no procedure', derived('x', ['a'], { linkToProcedure: null }), 'no-procedure'],
  ['says nothing of it', derived('x', ['a'], { procedureDescription: ' ' }), 'no-procedure'],
  ['cites a secondary file', derived('x', ['c']), 'cited-not-primary private:c'],
  ['is primary and cites', recorded('x', { primaryData: 'a' }), 'primary-cites'],
])('a file that %s breaks the rules of the service', (_what, file, warning) => {
  const lineage = lineageOf([recorded('a'), derived('c', ['a']), file]);
  expect(wrongWith(lineage, 'private:x')).toEqual([warning]);
});

test('files that cite each other in a circle are named, others are not', () => {
  const { warnings } = lineageOf([
    derived('a', ['b']),
    derived('b', ['c']),
    derived('c', ['a']),
    derived('self', ['self']),
    derived('after', ['a']),
  ]);
  const circles = warnings.filter(({ kind }) => kind === 'cycle');
  expect(circles.map(({ nodeId }) => nodeId).toSorted()).toEqual(
    ['a', 'b', 'c', 'self'].map((fileId) => `private:${fileId}`),
  );
  expect(warnings[0]?.kind).toBe('cycle'); // the gravest first
});

test('whatever is cited, every file and every citation is there, and citations lead to files that are there', () => {
  const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'x', localFileId(1), localFileId(9)), {
    maxLength: 4,
  });
  const files = fc.uniqueArray(
    fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.boolean(), ids, ids),
    { selector: ([fileId]) => fileId },
  );
  fc.assert(
    fc.property(files, ids, (listed, local) => {
      const { nodes, edges, warnings } = lineageOf(
        listed.map(([fileId, isPrimary, primaries, procedures]) =>
          derived(fileId, primaries, {
            fileType: isPrimary ? 'primary' : 'secondary',
            linkToProcedure: procedures.join(','),
          }),
        ),
        { here: [fileHere('1', { primaryData: local.join(',') })] },
      );
      expect(nodes.size).toBeGreaterThanOrEqual(listed.length + 2);
      const cited = listed.flatMap(([, , one, other]) => [new Set(one), new Set(other)]);
      const count = [...cited, new Set(local)].reduce((sum, each) => sum + each.size, 0);
      expect(edges).toHaveLength(count);
      const named = [
        ...edges.flatMap(({ from, to }) => [from, to]),
        ...warnings.flatMap(({ nodeId, citedId }) => [nodeId, citedId ?? nodeId]),
      ];
      expect(named.filter((id) => !nodes.has(id))).toEqual([]);
    }),
  );
});
