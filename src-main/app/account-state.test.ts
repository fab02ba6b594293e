import { expect, onTestFinished, test } from 'vitest';
import type { State } from '../db/state.ts';
import { fileTimes, makeFileView } from '../features/files/file-views.ts';
import { makeFakeIds } from '../test-support/fake-ids.ts';
import {
  addContent,
  addFile,
  addRecord,
  assignment,
  folderRules,
  temporaryFolder,
  temporaryState,
} from '../test-support/temporary-state.ts';
import { pipeline } from '../pipeline/common/test-support/pipeline.ts';
import { writeHoldNote } from '../../src-shared/model/money/spend-limits.ts';
import { awaitingApproval } from '../../src-shared/model/status/current-activity.ts';
import { countOf, inboxOf } from '../../src-shared/model/status/inbox.ts';
import { makeSpendOffers } from '../features/credits/spend-offers.ts';
import { openAccountState, statusOf } from './account-state.ts';

test('files that were added by hand count for their project, and a file with another project counts there', () => {
  const stage = pipeline();
  const { state, folderId } = stage;
  const watchedIn = state.folders.get(folderId)?.assignment.projectId ?? '';
  stage.put('a.raw', 'a', 'ready');
  const moved = stage.put('b.raw', 'b', 'ready');
  const other = state.assignments.add(assignment({ projectId: 'other' }));
  state.files.move(moved, 'ready', { assignmentId: other });
  const picked = state.folders.addPicked(assignment(), 0);
  const here = state.assignments.add(assignment({ projectId: watchedIn }));
  for (const [name, assignmentId] of [
    ['c.raw', here],
    ['d.raw', other],
    ['e.raw', other],
  ] as const) {
    const row = addFile(state, picked.id, { name, sizeBytes: 5 });
    state.files.move(row, 'unreadable', { assignmentId });
  }
  const { projects, addedByHand, folders } = statusOf(state);
  const sums = { done: 0, missing: 0, deleted: 0, leftOut: 0, projectName: null };
  expect(projects).toMatchObject([
    { projectId: watchedIn, files: 2, needYou: 2, toGo: 0, ...sums },
    { projectId: 'other', files: 3, needYou: 3, toGo: 0, ...sums },
  ]);
  expect(addedByHand).toEqual([
    { projectId: 'other', files: 2, bytes: 10, needYou: 2, toGo: 0, ...sums },
    { projectId: watchedIn, files: 1, bytes: 5, needYou: 1, toGo: 0, ...sums },
  ]);
  expect(folders).toMatchObject([{ files: 2, needYou: 2, toGo: 0 }]);
});

test('ready files are counted by whether their price needs an approval, as the offer has it', () => {
  const stage = pipeline();
  const { state, transitions } = stage;
  const offers = makeSpendOffers({ state, transitions, clock: stage.clock });
  const other = state.assignments.add(assignment({ projectId: 'other' }));
  const rows = ['a', 'b', 'c'].map((name) => stage.put(`${name}.raw`, name, 'ready'));
  state.files.move(rows[2]!, 'ready', { assignmentId: other });
  const awaiting = () => awaitingApproval(statusOf(state));
  expect([awaiting(), offers.offer(null).files]).toEqual([3, 3]);
  const agreed = offers.agree({ fileIds: [String(rows[0]!.id), String(rows[2]!.id)] }, 1_000);
  expect(agreed.ok).toBe(true);
  expect([awaiting(), offers.offer(null).files]).toEqual([1, 1]);
  const { counts, projects } = statusOf(state);
  expect(counts).toEqual([
    expect.objectContaining({ state: 'ready', isApproved: true, files: 2 }),
    expect.objectContaining({ state: 'ready', isApproved: false, files: 1 }),
  ]);
  expect(projects.map(({ needYou, toGo }) => [needYou, toGo])).toEqual([
    [1, 1],
    [0, 1],
  ]);
});

test('what awaits approval is one number wherever it is said, also while a folder is away', () => {
  const stage = pipeline();
  const { state, folderId } = stage;
  const offers = makeSpendOffers(stage);
  stage.put('a.raw', 'a', 'ready');
  const picked = state.folders.addPicked(assignment(), 0);
  const { id: contentId } = addContent(state, 'b');
  state.files.move(addFile(state, picked.id, { name: 'b.raw' }), 'hashing', { contentId });
  state.files.move(state.files.inState(picked.id, 'hashing', 0, 1)[0]!, 'ready');
  const said = () => {
    const account = statusOf(state);
    const [approval] = inboxOf({ account, health: [] }).items;
    return [approval && countOf(approval), offers.offer(null).files];
  };
  expect(said()).toEqual([2, 2]);
  state.folders.setTrouble(folderId, 'absent');
  expect(said()).toEqual([1, 1]);
});

test('the limits that hold files are named, each once', () => {
  const stage = pipeline();
  const { state } = stage;
  expect(statusOf(state).budgets).toEqual([]);
  const limits = ['month', 'reserve', 'month'] as const;
  for (const [at, budget] of limits.entries()) {
    const message = writeHoldNote({ why: 'budget', budget, limit: 9, left: at });
    const row = stage.put(`${at}.raw`, `${at}`, 'ready');
    state.files.move(row, 'held', { hold: 'budget', message });
  }
  expect(statusOf(state).budgets).toEqual(['month', 'reserve']);
});

test('files of a folder that is away are counted apart as well', () => {
  const stage = pipeline();
  const { state, folderId } = stage;
  stage.put('a.raw', 'a', 'checking');
  expect(statusOf(state).away).toEqual([]);
  state.folders.setTrouble(folderId, 'absent');
  expect(statusOf(state)).toMatchObject({ away: [{ state: 'checking', files: 1 }] });
});

test('the latest file of a folder is the one that came last and is there', () => {
  const stage = pipeline();
  const { state, folderId } = stage;
  expect(state.fileCounts.latestIn(folderId)).toBeNull();
  stage.put('a.raw', 'a', 'ready');
  stage.put('b.raw', 'b', 'notarized');
  state.files.move(stage.put('c.raw', 'c', 'ready'), 'ignored', {});
  expect(state.fileCounts.latestIn(folderId)).toMatchObject({ name: 'b.raw' });
});

test('the steps of a file keep their times over a restart', async () => {
  const { folder, state, clock } = temporaryState();
  const certificates = temporaryFolder();
  const folderId = state.folders.add('/data', folderRules(), 0);
  const read = addFile(state, folderId, { name: 'run.raw' });
  const content = addContent(state, 'x');
  const ready = state.files.move(state.files.move(read, 'hashing'), 'ready', {
    contentId: content.id,
  });
  await clock.advance(1_000);
  const record = addRecord(state, content.id, { receivedAtMs: clock.nowMs() });
  state.files.move(state.files.move(ready, 'uploading'), 'recording', { recordId: record.id });
  const times = (of: State) =>
    fileTimes(makeFileView(of, certificates)(of.files.get(read.id)!), of);
  const before = await times(state);
  state.close();
  await clock.advance(3_600_000);
  const opened = openAccountState(folder, { clock, ids: makeFakeIds(), announce() {} });
  if (!opened.ok) throw new Error('it does not open');
  onTestFinished(() => opened.value.state.close());
  expect(await times(opened.value.state)).toEqual(before);
  expect(before?.uploadedAtMs).toBe(record.receivedAtMs);
});
