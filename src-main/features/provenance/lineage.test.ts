import { expect, test } from 'vitest';
import { localFileId } from '../../../src-shared/model/changes/local-id.ts';
import { derived, recorded } from '../../../src-shared/model/lineage/test-support/lineage.ts';
import {
  addContent,
  addRecord,
  assignment,
  folderRules,
} from '../../test-support/temporary-state.ts';
import { valueOf } from '../../test-support/value-of.ts';
import { makeLineageReader } from './lineage.ts';
import { AWAY, projectCopies } from '../mirror/test-support/project-copies.ts';

const never = new AbortController().signal;
const PROJECT = 'project-1';

function setUp() {
  const p = projectCopies();
  const { state, keep } = p;
  const reader = makeLineageReader(p);
  const read = async () => valueOf(await reader.read(PROJECT, 'at-once', never));
  const cites = (primaryData: string) =>
    state.assignments.add(assignment({ fileType: 'secondary', primaryData }));
  return { p, state, reader, keep, read, cites };
}

test('the copies of the service’s lists and the rows of this computer make one lineage', async () => {
  const { p, state, keep, read, cites } = setUp();
  keep([recorded('a'), derived('c', ['a']), recorded('sop')]);
  const raw = p.put('new.raw', 'raw', 'ready');
  const waiting = p.put('peaks.csv', 'peaks', 'held', {
    hold: 'procedure',
    assignmentId: cites(`a,${localFileId(raw.id)}`),
  });
  const sent = p.put('c.csv', 'c', 'notarized', {
    recordId: addRecord(state, addContent(state, 'c').id, { fileId: 'c' }).id,
  });
  const { lineage, seen } = await read();
  expect([...lineage.nodes.keys()]).toEqual([
    'private:a',
    'private:c',
    'private:sop',
    `here:${waiting.id}`,
    `here:${raw.id}`,
  ]);
  expect(lineage.nodes.get('private:c')?.localFileId).toBe(String(sent.id));
  expect(lineage.edges).toContainEqual({
    from: `here:${waiting.id}`,
    to: `here:${raw.id}`,
    relation: 'derived-from',
  });
  expect(seen).toMatchObject({ isComplete: true, standing: 'there', unread: [] });
});

test('a file that is ready waits for its approval or has it, as in every other list', async () => {
  const { p, state, keep, read, cites } = setUp();
  keep([recorded('a')]);
  const row = p.put('peaks.csv', 'peaks', 'ready', { assignmentId: cites('a') });
  const isApproved = async () => (await read()).lineage.nodes.get(`here:${row.id}`)?.isApproved;
  expect(await isApproved()).toBe(false);
  state.approvals.give({
    fileId: row.id,
    what: 'review',
    contentId: row.contentId ?? 0,
    givenAtMs: 0,
  });
  expect(await isApproved()).toBe(true);
  state.approvals.endAll(row.id);
  state.folders.changeRules(row.folderId, folderRules({ budgetCredits: 5 }));
  expect(await isApproved()).toBe(true);
});

test('a row that shows its record is where the record is, whatever its folder says by now', async () => {
  const { p, state, keep, read } = setUp();
  keep([]);
  const record = addRecord(state, addContent(state, 'old').id, {
    fileId: 'old',
    projectId: 'project-9',
  });
  p.put('old.csv', 'old', 'notarized', {
    recordId: record.id,
    assignmentId: state.assignments.add(assignment({ fileType: 'secondary' })),
  });
  expect((await read()).lineage.nodes.size).toBe(0);
});

test('a cited file of another project is found in the copies of that project, and a list that is not whole makes none unknown', async () => {
  const { keep, read } = setUp();
  keep([recorded('far', { name: 'far.raw' })], 'project-2');
  keep([derived('c', ['far', 'nowhere'], { linkToProcedure: 'far' })], PROJECT, false);
  const { lineage } = await read();
  const elsewhere = { kind: 'elsewhere', projectId: 'project-2', name: 'far.raw' };
  expect(lineage.nodes.get('private:far')).toMatchObject(elsewhere);
  expect(lineage.warnings.map(({ kind }) => kind)).toContain('cited-not-seen');
  expect(lineage.warnings.map(({ kind }) => kind)).not.toContain('cited-unknown');
});

test('windows fit together, and what happens between two of them is seen', async () => {
  const { p, reader, keep, cites } = setUp();
  keep([recorded('a'), derived('c', ['a']), derived('d', ['a']), recorded('sop')]);
  const window = async (first: number, filter = {}) =>
    valueOf(
      await reader.range({ projectId: PROJECT, ...filter }, { first, count: 3 }, 'at-once', never),
    );
  const one = await window(0);
  const other = await window(3);
  const counts = { files: 4, secondary: 2, warnings: 0 };
  expect(one).toMatchObject({ total: 6, first: 0, counts });
  const listed = [...one.rows, ...other.rows].map(({ node, level }) => `${level} ${node.fileId}`);
  expect(listed.join()).toBe('1 c,2 a,2 sop,1 d,2 a,2 sop');
  p.put('peaks.csv', 'peaks', 'held', { hold: 'procedure', assignmentId: cites('a') });
  const after = await window(0);
  expect(after.total).toBe(8);
  expect(after.rows[0]).toMatchObject({
    node: { name: 'peaks.csv' },
    warnings: [{ kind: 'no-procedure', cited: null }],
  });
  expect(await window(0, { onlyWarnings: true })).toMatchObject({ total: 2, counts: { files: 5 } });
  expect(await window(0, { text: 'D.CSV' })).toMatchObject({ total: 3 });
  expect(await window(0, { text: 'run-1', onlyWarnings: true })).toMatchObject({ total: 0 });
});

test('the bare lists come in windows too, as long as the longest has something', async () => {
  const { reader, keep } = setUp();
  keep([recorded('a'), derived('c', ['a']), derived('d', ['a']), recorded('sop')]);
  const window = async (first: number) =>
    valueOf(await reader.lists(PROJECT, { first, count: 3 }, 'at-once', never));
  const both = [await window(0), await window(3)];
  const { nodes, edges } = valueOf(await reader.read(PROJECT, 'at-once', never)).lineage;
  expect(both.map(({ total }) => total)).toEqual([4, 4]);
  expect(both.flatMap(({ files }) => files)).toEqual([...nodes.values()]);
  expect(both.flatMap(({ citations }) => citations)).toEqual(edges);
});

test('around a file by any of its names; nobody’s name is an unknown file', async () => {
  const { reader, keep } = setUp();
  keep([recorded('a'), derived('c', ['a']), recorded('sop'), recorded('idle')]);
  for (const asked of ['c', 'private:c']) {
    expect(await reader.around(PROJECT, asked, 10, never)).toMatchObject({
      value: { focusId: 'private:c', isCut: false, nodes: { length: 3 }, edges: { length: 2 } },
    });
  }
  expect(await reader.around(PROJECT, null, 10, never)).toMatchObject({
    value: { focusId: null, nodes: { length: 3 } },
  });
  expect(await reader.around(PROJECT, 'nobody', 10, never)).toEqual({
    ok: false,
    fault: { kind: 'unknown-file', asked: 'nobody' },
  });
  expect(await reader.kinship(PROJECT, 'a', never)).toMatchObject({
    value: {
      node: { name: 'a.raw' },
      cites: [],
      citedBy: [{ relation: 'derived-from', node: { name: 'c.csv' } }],
    },
  });
  expect(await reader.kinship(PROJECT, 'nobody', never)).toEqual({ ok: true, value: null });
});

test('without a copy and without the service there is no lineage, and why is said', async () => {
  const { reader } = setUp();
  expect(await reader.read(PROJECT, 'fresh', never)).toEqual({ ok: false, fault: AWAY });
});
