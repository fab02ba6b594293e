import { expect, test, vi } from 'vitest';
import { ok } from '../../../src-shared/model/result.ts';
import { assignment, folderRules } from '../../test-support/temporary-state.ts';
import { makeSpending } from './spending.ts';
import { makeSpendStage, type Allowance } from './spend-stage.ts';
import { pipeline } from '../common/test-support/pipeline.ts';
import { playRemote, playUploader } from '../common/test-support/fake-ports.ts';
import { makeUploadStage } from '../upload/upload-stage.ts';

const HOUR_MS = 3_600_000;

/** A service with `balance` credits, where an upload takes an hour and is charged when it ends. */
function spendingLab(
  balance: number,
  {
    ceiling = null as number | null,
    rules = folderRules(),
    allowance = undefined as Allowance | undefined,
  } = {},
) {
  const p = pipeline(rules);
  const log = { balance, asked: 0, atOnce: 0, mostPromised: 0 };
  const { uploader, sent } = playUploader(p, (name) => ({
    kind: 'recorded',
    fileId: `at-${name}`,
  }));
  const send: typeof uploader.send = async (job, source, hooks, signal) => {
    log.atOnce += job.estimatedCredits;
    log.mostPromised = Math.max(log.mostPromised, log.atOnce);
    await p.clock.sleep(HOUR_MS, signal);
    log.atOnce -= job.estimatedCredits;
    log.balance -= job.estimatedCredits;
    return uploader.send(job, source, hooks, signal);
  };
  const balanceNow = async () => {
    log.asked += 1;
    return ok(log.balance);
  };
  const remote = { ...playRemote(p.clock).remote, balance: balanceNow };
  const scope = {};
  const spending = makeSpending({ ...p, scope, remote });
  const slow = { ...uploader, send };
  const uploads = makeUploadStage({ ...p, uploader: slow, balance: () => spending.balance() });
  const stage = makeSpendStage({
    ...p,
    scope,
    spending,
    uploads,
    agreement: { ceiling },
    allowance,
  });
  const put = (...names: readonly string[]) => names.map((name) => p.put(name, name, 'ready'));
  return {
    p,
    stage,
    uploads,
    log,
    sent,
    put,
    run: () => p.run([uploads, stage]),
    /** A run into which these files come in the middle of the uploads of those before. */
    runWith(...names: readonly string[]) {
      const atMs = p.clock.nowMs() + 60_000;
      let left = names;
      const take = () => {
        if (p.clock.nowMs() < atMs) return [];
        put(...left);
        left = [];
        return [];
      };
      return p.run([{ concurrency: 1, take, nextDueMs: () => atMs }, uploads, stage]);
    },
  };
}

test('credits promised to uploads on their way are not promised again', async () => {
  const s = spendingLab(3);
  s.put('a', 'b');
  expect(await s.runWith('c', 'd', 'e')).toBe('rest');
  expect([s.log.balance, s.log.mostPromised]).toEqual([0, 3]);
  expect(s.p.states()).toEqual(['a recording', 'b recording', 'c recording', 'd held', 'e held']);
});

test.each([
  ['the ceiling of the run', { ceiling: 2 }],
  ['the budget of a folder', { rules: folderRules({ budgetCredits: 2 }) }],
])('the same holds for %s', async (_what, limit) => {
  const s = spendingLab(100, limit);
  s.put('a');
  await s.runWith('b', 'c');
  expect(s.uploads.spentCredits()).toBe(2);
  expect(s.p.states()).toEqual(['a recording', 'b recording', 'c held']);
  expect(s.p.row({ id: 3 }).hold).toBe('budget');
});

test.each([
  ['the balance', 3, null],
  ['the floor', 5, 2],
])(
  'what %s lets go is without what a late balance does not show yet',
  async (_what, balance, floor) => {
    const s = spendingLab(balance);
    s.p.state.spendLimits.change({ floor });
    s.p.state.balances.noteUnshown(2, s.p.state.bookNowMs());
    s.put('a', 'b');
    await s.run();
    expect(s.p.states()).toEqual(['a recording', 'b held']);
  },
);

test('who waits for promised credits is decided when they are spent; the balance is not asked for meanwhile', async () => {
  const s = spendingLab(1);
  s.put('a', 'b');
  await s.run();
  expect(s.p.states()).toEqual(['a recording', 'b held']);
  expect(s.log.asked).toBe(1);
});

test('a run that goes on stops a folder that brings too much at once', async () => {
  const s = spendingLab(100);
  s.p.state.spendLimits.change({ 'brake-files': 2 });
  s.put('a');
  await s.runWith('b', 'c', 'd');
  expect(s.p.states()).toEqual(['a recording', 'b held', 'c held', 'd held']);
  expect(s.sent).toEqual(['a']);
});

test('files with one content are approved one after the other', async () => {
  const rules = folderRules({ assignment: assignment({ visibility: 'public' }) });
  const s = spendingLab(100, { rules });
  s.p.put('a', 'same', 'ready');
  s.p.put('b', 'same', 'ready');
  await s.run();
  expect([s.sent, s.p.states()]).toEqual([['a'], ['a recording', 'b duplicate']]);
});

test('what was given up is tried again in a new round, and not before', async () => {
  const s = spendingLab(0);
  const file = s.p.put('a', 'a', 'ready');
  await s.run();
  expect(s.p.row(file)).toMatchObject({ state: 'held', hold: 'credits' });
  s.log.balance = 5;
  s.p.transitions.move(s.p.row(file), 'ready');
  await s.run();
  expect(s.p.row(file).state).toBe('ready');
  s.stage.renew?.('person');
  await s.run();
  expect(s.p.row(file).state).toBe('recording');
});

test('of files that nobody agreed to none is read, and one that a person agreed to goes', async () => {
  const agreedTo: number[] = [];
  const isAllowed = ({ id }: { readonly id: number }) => agreedTo.includes(id);
  const allowance = { isAllowed, folderIds: () => [], fileIds: () => agreedTo };
  const s = spendingLab(100, { allowance });
  s.put('a', 'b', 'c');
  const reads = vi.spyOn(s.p.state.files, 'inState');
  expect(await s.run()).toBe('rest');
  expect([reads.mock.calls, s.sent]).toEqual([[], []]);
  agreedTo.push(s.p.put('d', 'd', 'ready').id);
  expect(await s.run()).toBe('rest');
  expect(s.sent).toEqual(['d']);
});
