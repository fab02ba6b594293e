import { describe, expect, test, vi } from 'vitest';
import { writeHoldNote } from '../../../src-shared/model/money/spend-limits.ts';
import { ok } from '../../../src-shared/model/result.ts';
import { addContent, assignment, folderRules } from '../../test-support/temporary-state.ts';
import type { State } from '../../db/state.ts';
import { makeSpendApproval } from '../../features/credits/credits.ts';
import { makeAutoApproval, makeSpendOffers } from '../../features/credits/spend-offers.ts';
import { makeSpending } from './spending.ts';
import { makeSpendStage, type Allowance } from './spend-stage.ts';
import { pipeline } from '../common/test-support/pipeline.ts';
import { NOTHING_LISTED, playRemote, playUploader } from '../common/test-support/fake-ports.ts';
import type { ContentChecker } from '../common/ports.ts';
import { makeChecks } from '../check/check-stage.ts';
import { makeUploadStage } from '../upload/upload-stage.ts';

const HOUR_MS = 3_600_000;
const NOT_THERE = { exists: false, fileName: '', project: '', askedAtMs: 0 };

/** A service with `balance` credits, where an upload takes an hour and is charged when it ends. */
function spendingLab(
  balance: number,
  {
    ceiling = null as number | null,
    rules = folderRules(),
    allowance = undefined as ((state: State) => Allowance | undefined) | undefined,
    largeBatchFiles = undefined as number | undefined,
    /** How long the service takes to say the balance, while an upload is under way. */
    balanceMs = 0,
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
  const balanceNow = async (signal: AbortSignal) => {
    log.asked += 1;
    if (log.atOnce > 0) await p.clock.sleep(balanceMs, signal);
    return ok(log.balance);
  };
  const remote = { ...playRemote(p.clock).remote, balance: balanceNow };
  const scope = {};
  const decided = new Map<number, number | null>();
  const spending = makeSpending({ ...p, scope, remote });
  const slow = { ...uploader, send };
  const uploads = makeUploadStage({ ...p, uploader: slow, balance: () => spending.balance() });
  const stage = makeSpendStage({
    ...p,
    scope,
    spending,
    spentCredits: uploads.spentCredits,
    agreement: { ceiling },
    allowance: allowance?.(p.state),
    largeBatchFiles,
    decided,
  });
  const put = (...names: readonly string[]) => names.map((name) => p.put(name, name, 'ready'));
  return {
    /** What was held is decided again. */
    nextRound: () => decided.clear(),
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
  ['the reserve', 5, 2],
])(
  'what %s lets go is without what a late balance does not show yet',
  async (_what, balance, reserve) => {
    const s = spendingLab(balance);
    s.p.state.spendLimits.change({ reserve });
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

test('who waits for promised credits is decided, too, when they were spent while the balance was asked for', async () => {
  const s = spendingLab(1, { balanceMs: 2 * HOUR_MS });
  s.put('a');
  await s.runWith('b');
  expect(s.p.states()).toEqual(['a recording', 'b held']);
});

test('a run that goes on stops a folder that brings too much at once', async () => {
  const s = spendingLab(100, { largeBatchFiles: 2 });
  s.put('a');
  await s.runWith('b', 'c', 'd');
  expect(s.p.states()).toEqual(['a recording', 'b ready', 'c ready', 'd ready']);
  expect(s.sent).toEqual(['a']);
});

/** Three files, where two are not too many, and a run that may pay for what the budget covers. */
function largeBatch() {
  const s = spendingLab(100, {
    rules: folderRules({ budgetCredits: 50 }),
    allowance: (state) => makeAutoApproval(state).allowance,
    largeBatchFiles: 2,
  });
  const [a] = s.put('a', 'b', 'c');
  if (a === undefined) throw new Error('no file was put');
  const agree = (which: { readonly fileIds: readonly string[] } | null) => {
    makeSpendOffers(s.p).agree(which, 9);
    s.stage.renew?.('person');
  };
  return { ...s, a, agree };
}

describe('a large batch in a folder with a budget', () => {
  test('waits for a person, also where it is written again meanwhile', async () => {
    const s = largeBatch();
    await s.run();
    expect(s.sent).toEqual([]);
    const { id: contentId } = addContent(s.p.state, 'written again');
    s.p.state.contents.keepPlatformAnswer(contentId, NOT_THERE);
    const read = s.p.transitions.move(s.p.row(s.a), 'discovered');
    s.p.transitions.decide(s.p.transitions.move(read, 'hashing', { contentId }));
    await s.run();
    expect([s.sent, s.p.row(s.a).state]).toEqual([[], 'ready']);
  });

  test('goes as far as a person approved it; what comes later is paid for as ever', async () => {
    const s = largeBatch();
    await s.run();
    s.agree({ fileIds: [String(s.a.id)] });
    await s.run();
    expect(s.sent).toEqual(['a']);
    s.put('d'); // with two that still wait it makes three
    await s.run();
    expect(s.sent).toEqual(['a']);
    s.agree(null);
    await s.run();
    s.put('e');
    await s.run();
    expect(s.sent).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});

test('what turns out to be free leaves its credits to the others; nothing is held before that', async () => {
  const s = spendingLab(2, {
    rules: folderRules({ assignment: assignment({ checkPolicy: 'approved' }) }),
  });
  const check: ContentChecker['check'] = async ({ name }) => {
    const held = s.p.state.files.counts().filter(({ state }) => state === 'held');
    expect(held).toEqual([]);
    return { kind: 'answered', exists: name !== 'd' && name !== 'e', fileName: '', project: '' };
  };
  const checks = makeChecks({ ...s.p, checker: { check }, listed: NOTHING_LISTED });
  for (const name of ['a', 'b', 'c', 'd', 'e']) s.p.putUnasked(name);
  await s.p.run([s.uploads, checks.afterApproval, s.stage]);
  expect(s.p.states()).toEqual([
    'a duplicate',
    'b duplicate',
    'c duplicate',
    'd recording',
    'e recording',
  ]);
  expect([s.log.balance, s.log.mostPromised]).toEqual([0, 2]);
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
  const allowance = { isAllowed, folders: () => new Map(), fileIds: () => agreedTo };
  const s = spendingLab(100, { allowance: () => allowance });
  s.put('a', 'b', 'c');
  const reads = vi.spyOn(s.p.state.files, 'inState');
  expect(await s.run()).toBe('rest');
  expect([reads.mock.calls, s.sent]).toEqual([[], []]);
  agreedTo.push(s.p.put('d', 'd', 'ready').id);
  expect(await s.run()).toBe('rest');
  expect(s.sent).toEqual(['d']);
});

const approvedAlone = (state: State) => makeAutoApproval(state).allowance;

/** Three files of one credit each, a limit that leaves two, and 100 credits. */
function limitedLab(limit: 'reserve' | 'month' | 'folder') {
  const rules = folderRules(limit === 'folder' ? { budgetCredits: 2, approveEach: true } : {});
  const lab = spendingLab(100, { rules, allowance: approvedAlone });
  const at = { reserve: 98, month: 2, folder: 2 }[limit];
  if (limit !== 'folder') lab.p.state.spendLimits.change({ [limit]: at });
  return {
    ...lab,
    offers: makeSpendOffers(lab.p),
    approval: makeSpendApproval(lab.p),
    named: [
      { budget: limit, folderId: limit === 'folder' ? String(lab.p.folderId) : null, limit: at },
    ],
    change(to: number) {
      if (limit !== 'folder') lab.p.state.spendLimits.change({ [limit]: to });
      else lab.p.state.folders.changeRules(lab.p.folderId, { ...rules, budgetCredits: to });
    },
  };
}

type LimitedLab = ReturnType<typeof limitedLab>;

/** Each way in which a person approves a price, for these files. */
const WAYS: Readonly<Record<string, (lab: LimitedLab, ids: readonly number[]) => unknown>> = {
  'all that wait': ({ offers }) => offers.agree(null, 99),
  'those of a folder': ({ offers, p }) => offers.agree({ folderId: String(p.folderId) }, 99),
  'chosen ones': ({ offers }, ids) => offers.agree({ fileIds: ids.map(String) }, 99),
  'what a pass has shown': ({ offers, p }, ids) =>
    offers.agreeToShown(new Map(ids.map((id) => [id, p.row({ id }).contentId ?? 0]))),
  'files that are approved one by one': ({ approval, p }, ids) => {
    const message = writeHoldNote({ why: 'approve-each' });
    for (const id of ids) p.state.files.move(p.row({ id }), 'held', { hold: 'review', message });
    return approval.approve(ids);
  },
  'new versions': ({ offers, p }, ids) => {
    for (const id of ids) p.state.files.move(p.row({ id }), 'changed');
    return ids.map((id) => {
      const { blake3 } = p.state.contents.get(p.row({ id }).contentId ?? 0);
      return offers.keepVersion(id, { blake3, credits: 1 });
    });
  },
};

describe.each(['reserve', 'month', 'folder'] as const)('a limit: %s', (limit) => {
  test.each(Object.entries(WAYS))(
    'an approval of %s passes it only by its name, and nothing that comes later does (P3)',
    async (_way, approve) => {
      const lab = limitedLab(limit);
      const { p, approval, named } = lab;
      const ids = lab.put('a', 'b', 'c').map(({ id }) => id);
      approve(lab, ids);
      await lab.run();
      const held = ids.filter((id) => p.row({ id }).hold === 'budget');
      expect([lab.uploads.spentCredits(), held.length]).toEqual([2, 1]);
      expect(approval.approve(held)).toMatchObject({ ok: false, fault: { limits: named } });
      const other = named.map((each) => ({ ...each, limit: each.limit - 1 }));
      expect(approval.approve(held, other).ok).toBe(false);
      expect(approval.approve(held, named).ok).toBe(true);
      const [later] = lab.put('d');
      lab.offers.agree({ fileIds: [String(later?.id)] }, 99);
      lab.nextRound();
      await lab.run();
      expect([lab.uploads.spentCredits(), p.row(later!).hold]).toEqual([3, 'budget']);
    },
  );

  test('that was changed since an approval named it holds the file again', async () => {
    const lab = limitedLab(limit);
    const ids = lab.put('a', 'b', 'c').map(({ id }) => id);
    lab.offers.agree(null, 99);
    await lab.run();
    const held = ids.filter((id) => lab.p.row({ id }).hold === 'budget');
    expect(lab.approval.approve(held, lab.named).ok).toBe(true);
    lab.change(limit === 'reserve' ? 99 : 1);
    lab.nextRound();
    await lab.run();
    expect(lab.uploads.spentCredits()).toBe(2);
  });
});
