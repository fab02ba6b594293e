import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeLineage, type Lineage } from './lineage.ts';
import { localFileId } from './local-id.ts';
import { derived, fileHere, lineageFacts, recorded } from './test-support/lineage.ts';

/** Warnings about one file: kind and, where it is about one, the cited file. */
function wrongWith({ warnings }: Lineage, nodeId: string): readonly string[] {
  return warnings
    .filter((warning) => warning.nodeId === nodeId)
    .map(({ kind, citedId }) => (citedId === null ? kind : `${kind} ${citedId}`));
}

describe('files and what they cite', () => {
  test('a secondary file is joined to each primary file and each procedure that it cites', () => {
    const lineage = makeLineage(
      lineageFacts([recorded('a'), recorded('b'), derived('c', ['a', 'b'])]),
    );
    expect([...lineage.nodes.keys()]).toEqual(
      ['sop', 'a', 'b', 'c'].map((fileId) => `private:${fileId}`),
    );
    expect(lineage.edges).toEqual([
      { from: 'private:c', to: 'private:a', relation: 'derived-from' },
      { from: 'private:c', to: 'private:b', relation: 'derived-from' },
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

  test('a private file may cite a public one', () => {
    const lineage = makeLineage(
      lineageFacts([recorded('a', { visibility: 'public' }), derived('c', ['a'])]),
    );
    expect(lineage.edges[0]?.to).toBe('public:a');
    expect(lineage.warnings).toEqual([]);
  });

  test('a file that is still to be sent has its place, and so has what it cites on this computer', () => {
    const primary = fileHere('1', {
      fileType: 'primary',
      name: 'run.raw',
      state: 'ready',
      hold: null,
    });
    const idle = fileHere('2', { fileType: 'primary', state: 'ready', hold: null });
    const waiting = fileHere('3', {
      primaryData: localFileId(1),
      linkToProcedure: 'sop',
      procedureDescription: 'Peaks were picked.',
      hold: 'primary_pending',
    });
    const lineage = makeLineage(lineageFacts([], { here: [primary, idle, waiting] }));
    expect([...lineage.nodes.keys()]).toEqual(['private:sop', 'here:1', 'here:3']);
    expect(lineage.edges).toContainEqual({
      from: 'here:3',
      to: 'here:1',
      relation: 'derived-from',
    });
    expect(wrongWith(lineage, 'here:3')).toEqual(['cited-not-sent here:1']);
  });

  test('a stand-in leads to the record once there is one', () => {
    const sent = fileHere('1', {
      fileType: 'primary',
      state: 'notarized',
      hold: null,
      fileId: 'a',
    });
    const waiting = fileHere('3', { primaryData: localFileId(1) });
    const lineage = makeLineage(lineageFacts([recorded('a')], { here: [sent, waiting] }));
    expect(lineage.edges).toContainEqual({
      from: 'here:3',
      to: 'private:a',
      relation: 'derived-from',
    });
    expect(lineage.nodes.get('private:a')?.localFileId).toBe('1');
    expect(lineage.nodes.has('here:1')).toBe(false);
  });

  test('a new version that waits is a file of its own beside the version that is recorded', () => {
    const changed = fileHere('3', { state: 'changed', hold: null, fileId: 'c' });
    const lineage = makeLineage(lineageFacts([derived('c', ['sop'])], { here: [changed] }));
    expect([...lineage.nodes.keys()]).toEqual(['private:sop', 'private:c', 'here:3']);
  });

  test('a copy that nobody sends is no file of its own', () => {
    const copies = (['duplicate', 'ignored', 'missing'] as const).map((state, row) =>
      fileHere(String(row), { state, hold: null }),
    );
    expect(makeLineage(lineageFacts([], { here: copies })).nodes.size).toBe(1);
  });

  test('what this computer sent is there although the list is older, and moves on as it heard', () => {
    const unlisted = fileHere('1', {
      state: 'recording',
      hold: null,
      fileId: 'new',
      primaryData: 'a',
      linkToProcedure: 'sop',
      procedureDescription: 'x',
    });
    const heard = fileHere('2', { state: 'notarized', hold: null, fileId: 'a' });
    const lineage = makeLineage(
      lineageFacts([recorded('a', { status: 'Pending' })], { here: [unlisted, heard] }),
    );
    expect(lineage.nodes.get('private:new')).toMatchObject({
      kind: 'recorded',
      state: 'recording',
    });
    expect(lineage.nodes.get('private:a')?.state).toBe('notarized');
    expect(wrongWith(lineage, 'private:new')).toEqual([]);
  });

  test('what the service said last counts, once it is no longer at work', () => {
    const here = [fileHere('1', { state: 'notarized', hold: null, fileId: 'a' })];
    const lineage = makeLineage(lineageFacts([recorded('a', { status: 'Deleted' })], { here }));
    expect(lineage.nodes.get('private:a')?.state).toBe('deleted');
  });

  test('the service says what became of a file whose copy is gone from here', () => {
    const here = [fileHere('1', { state: 'missing', hold: null, fileId: 'a' })];
    const lineage = makeLineage(lineageFacts([recorded('a', { status: 'Pending' })], { here }));
    expect(lineage.nodes.get('private:a')).toMatchObject({ state: 'recording', localFileId: '1' });
  });
});

describe('warnings', () => {
  test.each([
    ['Deleted', 'cited-deleted'],
    ['PendingDeletion', 'cited-deleted'],
    ['NotarizationError', 'cited-record-error'],
    ['Pending', 'cited-pending'],
    ['Approved', 'cited-pending'],
  ])('a cited file that the service calls %s is warned about', (status, kind) => {
    const lineage = makeLineage(lineageFacts([recorded('a', { status }), derived('c', ['a'])]));
    expect(wrongWith(lineage, 'private:c')).toEqual([`${kind} private:a`]);
  });

  test('a deleted procedure is warned about like a deleted primary file', () => {
    const lineage = makeLineage(
      lineageFacts([
        recorded('old', { status: 'Deleted' }),
        recorded('a'),
        derived('c', ['a'], { linkToProcedure: 'old' }),
      ]),
    );
    expect(lineage.warnings).toEqual([
      { kind: 'cited-deleted', nodeId: 'private:c', citedId: 'private:old', relation: 'follows' },
    ]);
  });

  test('what a deleted file cites is history', () => {
    const lineage = makeLineage(lineageFacts([derived('c', ['gone'], { status: 'Deleted' })]));
    expect(lineage.warnings).toEqual([]);
    expect(lineage.nodes.get('unknown:gone')?.kind).toBe('unknown');
  });

  test('an id that nobody knows is unknown only when all files were seen', () => {
    const files = [derived('c', ['nowhere'])];
    const all = makeLineage(lineageFacts(files));
    expect(wrongWith(all, 'private:c')).toEqual(['cited-unknown unknown:nowhere']);
    expect(all.nodes.get('unknown:nowhere')).toMatchObject({ name: 'nowhere', state: null });
    const some = makeLineage(lineageFacts(files, { isComplete: false }));
    expect(wrongWith(some, 'private:c')).toEqual(['cited-not-seen unknown:nowhere']);
  });

  test('the stand-in of a row that is gone is unknown whatever was seen', () => {
    const here = [fileHere('3', { primaryData: localFileId(99) })];
    const lineage = makeLineage(lineageFacts([], { here, isComplete: false }));
    expect(wrongWith(lineage, 'here:3')).toContain('cited-unknown unknown:labseal:file:99');
  });

  test('a file of another project is named, and where it is', () => {
    const other = { ...recorded('far', { name: 'far.raw' }), projectId: 'project-2' };
    const lineage = makeLineage(
      lineageFacts([derived('c', ['far'])], {
        elsewhere: (fileId) => (fileId === 'far' ? other : null),
      }),
    );
    expect(wrongWith(lineage, 'private:c')).toEqual(['cited-elsewhere private:far']);
    expect(lineage.nodes.get('private:far')).toMatchObject({
      kind: 'elsewhere',
      name: 'far.raw',
      projectId: 'project-2',
    });
  });

  test('a row of another project has a place only where it is cited', () => {
    const far = { projectId: 'project-2', fileType: 'primary', primaryData: 'nowhere' };
    const rows = ['1', '2'].map((row) => fileHere(row, far));
    const derivedFar = fileHere('4', { projectId: 'project-2' });
    const here = [...rows, derivedFar, fileHere('3', { primaryData: localFileId(1) })];
    const lineage = makeLineage(lineageFacts([], { here }));
    expect([...lineage.nodes.keys()]).toEqual(['private:sop', 'here:1', 'here:3']);
    expect(wrongWith(lineage, 'here:3')).toContain('cited-elsewhere here:1');
  });

  test('a secondary file needs a primary file, a procedure and its description', () => {
    const none = { linkToProcedure: null };
    const lineage = makeLineage(
      lineageFacts([
        recorded('a'),
        derived('alone', []),
        derived('unlinked', ['a'], none),
        derived('undescribed', ['a'], { procedureDescription: ' ' }),
      ]),
    );
    expect(wrongWith(lineage, 'private:alone')).toEqual(['no-primary']);
    expect(wrongWith(lineage, 'private:unlinked')).toEqual(['no-procedure']);
    expect(wrongWith(lineage, 'private:undescribed')).toEqual(['no-procedure']);
  });

  test('primary data that is not primary, and a primary file that cites, break the rules of the service', () => {
    const lineage = makeLineage(
      lineageFacts([
        recorded('a', { primaryData: 'b' }),
        recorded('b'),
        derived('c', ['a']),
        derived('d', ['c']),
      ]),
    );
    expect(wrongWith(lineage, 'private:a')).toEqual(['primary-cites']);
    expect(wrongWith(lineage, 'private:d')).toEqual(['cited-not-primary private:c']);
  });

  test('files that cite each other in a circle are named, others are not', () => {
    const lineage = makeLineage(
      lineageFacts([
        derived('a', ['b']),
        derived('b', ['c']),
        derived('c', ['a']),
        derived('self', ['self']),
        derived('after', ['a']),
      ]),
    );
    const circles = lineage.warnings.filter(({ kind }) => kind === 'cycle');
    expect(circles.map(({ nodeId }) => nodeId).toSorted()).toEqual(
      ['a', 'b', 'c', 'self'].map((fileId) => `private:${fileId}`),
    );
    expect(lineage.warnings[0]?.kind).toBe('cycle'); // the gravest first
  });
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
      const lineage = makeLineage(
        lineageFacts(
          listed.map(([fileId, isPrimary, primaries, procedures]) =>
            derived(fileId, primaries, {
              fileType: isPrimary ? 'primary' : 'secondary',
              linkToProcedure: procedures.join(','),
            }),
          ),
          { here: [fileHere('1', { primaryData: local.join(',') })] },
        ),
      );
      expect(lineage.nodes.size).toBeGreaterThanOrEqual(listed.length + 2);
      const cited = listed.flatMap(([, , one, other]) => [new Set(one), new Set(other)]);
      const count = [...cited, new Set(local)].reduce((sum, each) => sum + each.size, 0);
      expect(lineage.edges).toHaveLength(count);
      for (const { from, to } of lineage.edges) {
        expect(lineage.nodes.has(from) && lineage.nodes.has(to)).toBe(true);
      }
      for (const { nodeId, citedId } of lineage.warnings) {
        expect(lineage.nodes.has(nodeId) && lineage.nodes.has(citedId ?? nodeId)).toBe(true);
      }
    }),
  );
});
