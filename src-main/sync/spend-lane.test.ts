import { expect, test } from 'vitest';
import { ok } from '../../src-shared/model/result.ts';
import { assignment, folderRules } from '../test-support/temporary-state.ts';
import { makePurse } from './purse.ts';
import type { Lane } from './run-lanes.ts';
import { makeSpendLane, type Allowance } from './spend-lane.ts';
import { pipeline } from './test-support/pipeline.ts';
import { playUploader } from './test-support/played-ports.ts';
import { makeUploadLane } from './upload-lane.ts';

const HOUR_MS = 3_600_000;

/** A service with `balance` credits, where an upload takes an hour and is charged when it ends. */
function spending(
  balance: number,
  ceiling: number | null,
  rules = folderRules(),
  allowance?: Allowance,
) {
  const p = pipeline(rules);
  const log = { balance, asked: 0, atOnce: 0, mostPromised: 0 };
  const { uploader, sent } = playUploader(p, (name) => ({
    kind: 'recorded',
    fileId: `at-${name}`,
  }));
  const slow: typeof uploader = {
    ...uploader,
    async send(job, source, hooks, signal) {
      log.atOnce += job.estimatedCredits;
      log.mostPromised = Math.max(log.mostPromised, log.atOnce);
      await p.clock.sleep(HOUR_MS, signal);
      log.atOnce -= job.estimatedCredits;
      log.balance -= job.estimatedCredits;
      return uploader.send(job, source, hooks, signal);
    },
  };
  const remote = {
    list: async () => ok({ files: [], isComplete: true, totalRecords: 0, paging: null }),
    fileHash: async () => ok(null),
    ownerId: () => 'me',
    async balance() {
      log.asked += 1;
      return ok(log.balance);
    },
  };
  const scope = {};
  const purse = makePurse({ ...p, scope, remote });
  const uploads = makeUploadLane({ ...p, uploader: slow, balance: () => purse.balance() });
  const lane = makeSpendLane({ ...p, scope, purse, uploads, agreement: { ceiling }, allowance });
  return { p, lane, uploads, log, sent, lanes: [uploads, lane] };
}

/** Brings files in after a minute, in the middle of the uploads of those before. */
function arriving({ p }: ReturnType<typeof spending>, names: readonly string[]): Lane {
  const atMs = p.clock.nowMs() + 60_000;
  let left = names;
  return {
    concurrency: 1,
    take() {
      if (p.clock.nowMs() < atMs) return [];
      for (const name of left) p.put(name, name, 'ready');
      left = [];
      return [];
    },
    nextDueMs: () => atMs,
  };
}

test('credits promised to uploads on their way are not promised again', async () => {
  const s = spending(3, null);
  for (const name of ['a', 'b']) s.p.put(name, name, 'ready');
  const arrival = arriving(s, ['c', 'd', 'e']);
  expect(await s.p.run([arrival, ...s.lanes])).toBe('rest');
  expect(s.log.balance).toBe(0);
  expect(s.log.mostPromised).toBe(3);
  expect(s.p.states()).toEqual(['a recording', 'b recording', 'c recording', 'd held', 'e held']);
});

test.each([
  ['the ceiling of the run', 2, folderRules()],
  ['the budget of a folder', null, folderRules({ budgetCredits: 2 })],
])('the same holds for %s', async (_what, ceiling, rules) => {
  const s = spending(100, ceiling, rules);
  s.p.put('a', 'a', 'ready');
  const arrival = arriving(s, ['b', 'c']);
  await s.p.run([arrival, ...s.lanes]);
  expect(s.uploads.spentCredits()).toBe(2);
  expect(s.p.states()).toEqual(['a recording', 'b recording', 'c held']);
  expect(s.p.row({ id: 3 }).hold).toBe('budget');
});

test('who waits for promised credits is decided when they are spent; the balance is not asked for meanwhile', async () => {
  const s = spending(1, null);
  for (const name of ['a', 'b']) s.p.put(name, name, 'ready');
  await s.p.run(s.lanes);
  expect(s.p.states()).toEqual(['a recording', 'b held']);
  expect(s.log.asked).toBe(1);
});

test('a run that goes on stops a folder that brings too much at once', async () => {
  const s = spending(100, null);
  s.p.state.spendLimits.change({ 'brake-files': 2 });
  s.p.put('a', 'a', 'ready');
  const arrival = arriving(s, ['b', 'c', 'd']);
  await s.p.run([arrival, ...s.lanes]);
  expect(s.p.states()).toEqual(['a recording', 'b held', 'c held', 'd held']);
  expect(s.sent).toEqual(['a']);
});

test('files with one content are approved one after the other', async () => {
  const s = spending(100, null, folderRules({ assignment: assignment({ visibility: 'public' }) }));
  s.p.put('a', 'same', 'ready');
  s.p.put('b', 'same', 'ready');
  await s.p.run(s.lanes);
  expect([s.sent, s.p.states()]).toEqual([['a'], ['a recording', 'b duplicate']]);
});

test('what was given up is tried again in a new round, and not before', async () => {
  const s = spending(0, null);
  const file = s.p.put('a', 'a', 'ready');
  await s.p.run(s.lanes);
  expect(s.p.row(file)).toMatchObject({ state: 'held', hold: 'credits' });
  s.log.balance = 5;
  s.p.desk.move(s.p.row(file), 'ready');
  await s.p.run(s.lanes);
  expect(s.p.row(file).state).toBe('ready');
  s.lane.renew?.();
  await s.p.run(s.lanes);
  expect(s.p.row(file).state).toBe('recording');
});

test('of files that nobody agreed to none is read, and one that a person agreed to goes', async () => {
  const agreedTo: number[] = [];
  const s = spending(100, null, folderRules(), {
    isAllowed: ({ id }) => agreedTo.includes(id),
    folderIds: () => [],
    fileIds: () => agreedTo,
  });
  const { p } = s;
  for (const name of ['a', 'b', 'c']) p.put(name, name, 'ready');
  const { inState } = p.state.files;
  let reads = 0;
  p.state.files.inState = (...asked) => {
    reads += 1;
    return inState(...asked);
  };
  expect(await p.run(s.lanes)).toBe('rest');
  expect([reads, s.sent]).toEqual([0, []]);
  agreedTo.push(p.put('d', 'd', 'ready').id);
  expect(await p.run(s.lanes)).toBe('rest');
  expect(s.sent).toEqual(['d']);
});
