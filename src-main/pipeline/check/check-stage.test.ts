import { describe, expect, test } from 'vitest';
import { readWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import {
  addContent,
  addFile,
  assignment,
  folderRules,
} from '../../test-support/temporary-state.ts';
import { makeChecks } from './check-stage.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { throughPartialOutages } from '../common/partial-outage.ts';
import type { BodyHooks, CheckOutcome, ContentChecker } from '../common/ports.ts';
import { never, pipeline, type Pipeline } from '../common/test-support/pipeline.ts';
import {
  answers,
  NOTHING_LISTED,
  playCharges,
  playChecker,
  playRemote,
  SIGNED_OUT,
  throttled,
  unavailable,
} from '../common/test-support/fake-ports.ts';
import { blake3Of } from '../../test-support/digests.ts';
import { recover } from '../run/recover.ts';

const CODE_500: ServiceFault = { ...unavailable('server-error'), status: 500 };
const yes: CheckOutcome = { kind: 'answered', exists: true, fileName: 'f', project: 'p' };
const no: CheckOutcome = { ...yes, exists: false };
const forbidden: CheckOutcome = { kind: 'fault', fault: { kind: 'forbidden', serviceSays: 'no' } };

function checking(p: Pipeline, ...outcomes: readonly CheckOutcome[]) {
  const { checker, asked } = playChecker(p.clock, answers(...outcomes));
  return { stage: makeChecks({ ...p, checker, listed: NOTHING_LISTED }).beforePrice, asked };
}

/** Of a folder as it is without a choice, approved, and the checks that end like this. */
function approved(names: readonly string[], ...outcomes: readonly CheckOutcome[]) {
  const p = pipeline(folderRules({ assignment: assignment({ checkPolicy: 'approved' }) }));
  const files = names.map((name) => p.putUnasked(name));
  const { checker, asked } = playChecker(p.clock, answers(...outcomes));
  const checks = makeChecks({ ...p, checker, listed: NOTHING_LISTED });
  p.approved.approve(files.map(({ id }) => id));
  const [file] = files;
  if (file === undefined) throw new Error('no file');
  return { p, file, asked, ...checks, run: () => p.run([checks.afterApproval]) };
}

const line = ({ approved: { toAsk, toSend } }: Pipeline) => ({
  toAsk: toAsk.ids(),
  toSend: toSend.ids(),
});

/** As a scan does when it is written again. */
function writeAgain(p: Pipeline, file: { readonly id: number }): void {
  const { id: contentId } = addContent(p.state, 'written since');
  const read = p.transitions.move(p.row(file), 'discovered');
  p.transitions.decide(p.transitions.move(read, 'hashing', { contentId }));
}

const putDuplicates = (p: Pipeline) => {
  for (let index = 0; index < 20; index += 1) p.put(`twin ${index}`, 'x', 'checking');
};

test.each([
  ['yes', yes, 'duplicate'],
  ['no', no, 'ready'],
  ['a refusal', forbidden, 'ready'],
])(
  'duplicates are asked about once: the answer "%s" counts for all of them',
  async (_, outcome, state) => {
    const p = pipeline();
    putDuplicates(p);
    const { stage, asked } = checking(p, outcome);
    expect(await p.run([stage])).toBe('rest');
    expect(asked).toEqual([blake3Of('x')]);
    expect(p.state.files.counts()).toMatchObject([{ state, files: 20 }]);
  },
);

test('many duplicates do not keep another content from being asked about beside them', async () => {
  const p = pipeline();
  putDuplicates(p);
  p.put('other', 'y', 'checking');
  const { stage, asked } = checking(p, no);
  await p.run([stage]);
  expect([asked, p.clock.monotonicMs()]).toEqual([[blake3Of('x'), blake3Of('y')], 10]);
});

const LARGE_BYTES = 8_388_608;

/** Rows with contents of these sizes, and whose checks are under way: each ends when the test says so. */
function checkingSizes(sizes: readonly number[]) {
  const p = pipeline();
  sizes.forEach((sizeBytes, index) => {
    const name = `run-${index}`;
    const { id } = addContent(p.state, name, sizeBytes);
    const added = addFile(p.state, p.folderId, { name, sizeBytes });
    p.state.files.move(p.state.files.move(added, 'hashing', { contentId: id }), 'checking');
  });
  const under: { readonly hooks: BodyHooks; readonly answer: (how: CheckOutcome) => void }[] = [];
  const check: ContentChecker['check'] = async (_source, hooks) => {
    const { promise, resolve } = Promise.withResolvers<CheckOutcome>();
    under.push({ hooks, answer: resolve });
    return promise;
  };
  let woken = 0;
  const ports = { ...p, concurrency: 12, listed: NOTHING_LISTED, wake: () => (woken += 1) };
  const { beforePrice: stage } = makeChecks({ ...ports, checker: { check } });
  const ended: Promise<unknown>[] = [];
  return {
    /** Begins what may begin; how many that is. */
    begin: async (): Promise<number> => {
      const jobs = stage.take(12);
      for (const job of jobs) ended.push(job(never));
      await p.clock.advance(0);
      return jobs.length;
    },
    /** All its bytes have left. */
    complete: (index: number) => under[index]?.hooks.onComplete?.(),
    answer: async (index: number, how = no) => {
      under[index]?.answer(how);
      await p.clock.play(ended[index] ?? Promise.resolve());
    },
    woken: () => woken,
  };
}

test('at most four large contents are sent at once, and small ones beside them', async () => {
  const { begin, answer } = checkingSizes(
    Array.from({ length: 12 }, (_, index) => LARGE_BYTES - (index % 2)),
  );
  expect([await begin(), await begin()]).toEqual([4 + 6, 0]);
  await answer(0);
  expect([await begin(), await begin()]).toEqual([1, 0]);
});

test('a large content of which only the answer is missing takes nothing of the line: another begins beside it', async () => {
  const { begin, complete, answer, woken } = checkingSizes(Array(7).fill(LARGE_BYTES));
  expect([await begin(), await begin()]).toEqual([4, 0]);
  complete(0);
  expect([woken(), await begin(), await begin()]).toEqual([1, 1, 0]);
  await answer(0);
  expect(await begin()).toBe(0);
  complete(1);
  await answer(2, { kind: 'source-changed' });
  expect([await begin(), await begin()]).toEqual([2, 0]);
});

test('with the gate closed nothing is asked, and the run ends', async () => {
  const p = pipeline();
  p.put('a', 'x', 'checking');
  p.gate.failed(SIGNED_OUT);
  const { stage, asked } = checking(p, no);
  expect(await p.run([stage])).toBe('rest');
  expect([asked, p.states()]).toEqual([[], ['a checking']]);
});

test('a fault of the service leaves the row where it was and is asked again when the gate opens', async () => {
  const p = pipeline();
  p.put('a', 'x', 'checking');
  const { stage, asked } = checking(p, { kind: 'fault', fault: throttled(30_000) }, no);
  expect(await p.run([stage])).toBe('rest');
  expect([asked.length, p.clock.monotonicMs(), p.states()]).toEqual([2, 36_020, ['a ready']]);
});

test('a check that fails again and again, while everything else is answered, is given up with the reason', async () => {
  const p = pipeline();
  const [bad] = [p.put('a', 'x', 'checking'), p.put('twin', 'x', 'checking')];
  p.gate.bePatient();
  const { checker, asked } = playChecker(p.clock, () => {
    p.gate.succeeded(); // lists are read meanwhile
    return { kind: 'fault', fault: unavailable('server-error') };
  });
  const stage = makeChecks({ ...p, checker, listed: NOTHING_LISTED }).beforePrice;
  await p.run([stage]);
  expect([asked.length, p.states()]).toEqual([8, ['a held', 'twin held']]);
  expect(p.row(bad).hold).toBe('server');
  expect(readWaitNote(p.row(bad).message)).toEqual({ waits: 'no-progress', tries: 8 });
});

/** The check alone does not work, or nothing does. */
function failing(isAlone: boolean, fault: ServiceFault = CODE_500) {
  const p = pipeline();
  const { remote, play } = playRemote(p.clock);
  if (!isAlone) play.balance = fault;
  const { checker, asked } = playChecker(p.clock, () => ({ kind: 'fault', fault }));
  const { charges } = playCharges();
  const through = throughPartialOutages({ ...p, remote, checker, charges });
  const ports = { ...p, checker: through.checker, listed: NOTHING_LISTED };
  const stage = makeChecks(ports).beforePrice;
  return { p, asked, play, run: () => p.run([stage]) };
}

describe('a check that always fails', () => {
  test('holds nothing up where everything else is answered: each content goes on like a refused one', async () => {
    const { p, asked, play, run } = failing(true);
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) p.put(name, name, 'checking');
    expect(await run()).toBe('rest');
    expect(p.states()).toEqual(['a ready', 'b ready', 'c ready', 'd ready', 'e ready', 'f ready']);
    expect(p.state.contents.get(1).platform).toMatchObject({ exists: null, says: null });
    expect([asked.length, play.balanceAsked, p.gate.wait()]).toEqual([14, 1, null]);
  });

  test.each([
    ['breaks off', 'broken-connection', 3],
    ['is never answered', 'timed-out', 1],
  ] as const)('likewise one that %s', async (_, why, times) => {
    const { p, asked, run } = failing(true, unavailable(why));
    p.put('a', 'a', 'checking');
    expect(await run()).toBe('rest');
    expect([p.states(), asked.length, p.gate.wait()]).toEqual([['a ready'], times, null]);
  });

  test('is none where the lists are what cannot be read', async () => {
    const p = pipeline();
    p.put('a', 'x', 'checking');
    const failed: CheckOutcome = { kind: 'fault', fault: CODE_500 };
    const lists = answers<CheckOutcome | null>(failed, failed, failed, null);
    const { checker, asked } = playChecker(p.clock, () => no);
    await p.run([makeChecks({ ...p, checker, listed: { find: async () => lists() } }).beforePrice]);
    expect([asked.length, p.states()]).toEqual([1, ['a ready']]);
  });

  test('is an outage where nothing is answered', async () => {
    const { p, asked, run } = failing(false);
    p.put('a', 'x', 'checking');
    await run();
    expect([asked.length, p.states(), p.gate.tripped()?.hold]).toEqual([
      4,
      ['a checking'],
      'server',
    ]);
  });

  test('is waited for where a content may have been paid for', async () => {
    const { p, run } = failing(true);
    p.put('a', 'x', 'checking');
    p.state.contents.doubt(1);
    p.gate.bePatient();
    await run();
    expect(p.states()).toEqual(['a held']);
  });
});

test('a waiting gate does not keep a run that has nothing to ask', async () => {
  const p = pipeline();
  p.gate.failed(throttled(30_000));
  const { stage } = checking(p, no);
  expect(await p.run([stage])).toBe('rest');
  expect(p.clock.monotonicMs()).toBe(0);
});

test('a file that changed settles again and a duplicate is asked about in its stead; an unreadable one says why', async () => {
  const p = pipeline();
  const [a, b] = [p.put('a', 'x', 'checking'), p.put('b', 'x', 'checking')];
  const c = p.put('c', 'y', 'checking');
  const unreadable = { kind: 'source-unreadable', errno: 'EIO' } as const;
  const two = { ...p, concurrency: 2 };
  const { stage, asked } = checking(two, { kind: 'source-changed' }, unreadable, no);
  await p.run([stage]);
  expect(asked).toHaveLength(3);
  expect(p.row(a)).toMatchObject({ state: 'settling', contentId: null });
  expect(p.row(b).state).toBe('ready');
  expect(p.row(c)).toMatchObject({ state: 'unreadable', message: 'EIO' });
});

test('the form around a small file is more than the file has, and its progress is never more than whole', async () => {
  const p = pipeline();
  p.put('a', 'x', 'checking');
  const shares: number[] = [];
  const { checker } = playChecker(p.clock, () => no);
  const check: ContentChecker['check'] = (source, hooks, signal) => {
    hooks.onProgress(1_000_000);
    return checker.check(source, hooks, signal);
  };
  const announce: Pipeline['announce'] = (event) => {
    if (event.kind === 'progressed') shares.push(event.doneBytes / event.totalBytes);
  };
  const ports = { ...p, checker: { check }, listed: NOTHING_LISTED, announce };
  await p.run([makeChecks(ports).beforePrice]);
  expect(shares).toEqual([1]);
});

describe('what is approved', () => {
  test.each([
    ['no', no, 'a ready', [1]],
    ['yes', yes, 'a duplicate', []],
    ['a refusal', forbidden, 'a ready', [1]],
    ['other bytes on the disk', { kind: 'source-changed' }, 'a settling', []],
    ['an unreadable file', { kind: 'source-unreadable', errno: 'EIO' }, 'a unreadable', []],
  ] as const)(
    'is asked about, and then sent unless it is there: %s',
    async (_, outcome, state, toSend) => {
      const { p, asked, run } = approved(['a'], outcome);
      expect(line(p)).toEqual({ toAsk: [1], toSend: [] });
      expect(await run()).toBe('rest');
      expect([asked, p.states()]).toEqual([[blake3Of('a')], [state]]);
      expect(line(p)).toEqual({ toAsk: [], toSend });
    },
  );

  test('is asked about in the order of the queue, and nothing else is', async () => {
    const { p, asked, run } = approved(['a', 'b'], no);
    p.state.transferRules.setParallel(1);
    p.state.queueChoices.sendNext(2);
    p.approved.arrangeAnew();
    p.putUnasked('not approved');
    await run();
    expect(asked).toEqual([blake3Of('b'), blake3Of('a')]);
    expect(p.states()).toEqual(['a ready', 'b ready', 'not approved ready']);
  });

  test('is asked about once for equal contents, and found for all of them', async () => {
    const { p, asked, run } = approved(['a'], yes);
    p.approved.approve([p.putUnasked('twin', 'a').id]);
    p.putUnasked('not approved', 'a');
    await run();
    expect(asked).toEqual([blake3Of('a')]);
    expect(p.states()).toEqual(['a duplicate', 'twin duplicate', 'not approved duplicate']);
    expect(p.approved.pendingIds()).toEqual([]);
  });

  test('with a refusal keeps what the service said; what may be paid for already is held with it', async () => {
    const { p, file, run } = approved(['a', 'b'], forbidden);
    p.state.contents.doubt(2);
    await run();
    expect(p.state.contents.get(1).platform).toMatchObject({ exists: null, says: 'no' });
    expect(p.row(file).state).toBe('ready');
    expect(p.row({ id: 2 })).toMatchObject({ state: 'held', hold: 'permission', message: 'no' });
    expect(p.state.contents.get(2)).toMatchObject({ platform: null, isDoubted: true });
  });

  test('is asked about again when the answer was lost, and waits for the service like everything else', async () => {
    const lost: CheckOutcome = { kind: 'fault', fault: unavailable('broken-connection') };
    const { p, asked, run } = approved(['a'], lost, no);
    await run();
    expect([asked.length, p.states(), line(p).toSend]).toEqual([2, ['a ready'], [1]]);
    expect(p.clock.monotonicMs()).toBeGreaterThan(1_000);
  });

  test.each([
    ['while it waits', 0, []],
    ['while it is asked about', 5, [blake3Of('a')]],
  ])('is neither asked about nor sent with bytes that came %s', async (_, ms, expected) => {
    const { p, file, asked, run } = approved(['a'], no);
    if (ms === 0) writeAgain(p, file);
    else p.after(ms, () => writeAgain(p, file));
    await run();
    expect([asked, p.states()]).toEqual([expected, ['a ready']]);
    expect(line(p)).toEqual({ toAsk: [], toSend: [] });
    p.approved.approve([file.id]);
    await run();
    expect(asked).toEqual([...expected, blake3Of('written since')]);
  });

  test('keeps its place when the run ends, and a crash leaves nothing in between', async () => {
    const { p, afterApproval } = approved(['a'], no);
    const stop = new AbortController();
    p.after(5, () => stop.abort(new Error('quit')));
    await expect(p.run([afterApproval], stop.signal)).rejects.toThrow('quit');
    expect([p.states(), line(p).toAsk]).toEqual([['a ready'], [1]]);
    p.transitions.move(p.row({ id: 1 }), 'checking'); // as a kill leaves it
    recover(p.state, p.transitions, p.clock.nowMs());
    expect(p.states()).toEqual(['a ready']);
  });

  test('is not asked about during a pause, nor once a person has stopped it', async () => {
    const { p, asked, run, rulesChanged, cancel } = approved(['a', 'b'], no);
    p.after(5, () => {
      p.state.transferRules.setPause({ mode: 'now', sinceMs: p.clock.nowMs(), untilMs: null });
      rulesChanged();
    });
    await run();
    expect(p.row({ id: 1 })).toMatchObject({ state: 'held', hold: 'paused' });
    p.state.transferRules.setPause(null);
    p.after(5, () => {
      p.state.queueChoices.stop(1, p.row({ id: 1 }).contentId);
      expect(cancel(1)).toBe(true);
    });
    await run();
    expect(p.row({ id: 1 })).toMatchObject({ state: 'held', hold: 'review' });
    expect([asked.length, line(p).toSend]).toEqual([4, [2]]);
  });

  test('is sent unasked where a person has chosen that meanwhile, and asked about once it is in doubt', async () => {
    const { p, asked, run } = approved(['a'], no);
    const rules = folderRules({ assignment: assignment({ checkPolicy: 'never' }) });
    p.state.folders.changeRules(p.folderId, rules);
    await run();
    expect([asked, line(p).toSend]).toEqual([[], [1]]);
    p.state.contents.doubt(1);
    p.approved.arrangeAnew();
    await run();
    expect([asked.length, line(p).toSend]).toEqual([1, [1]]);
  });
});
