import { expect, test } from 'vitest';
import { readWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import { addContent, addFile } from '../../test-support/temporary-state.ts';
import { makeCheckStage } from './check-stage.ts';
import type { CheckOutcome, ContentChecker } from '../common/ports.ts';
import { pipeline, type Pipeline } from '../common/test-support/pipeline.ts';
import {
  answers,
  NOTHING_LISTED,
  playChecker,
  SIGNED_OUT,
  throttled,
  unavailable,
} from '../common/test-support/fake-ports.ts';

const yes: CheckOutcome = { kind: 'answered', exists: true, fileName: 'f', project: 'p' };
const no: CheckOutcome = { ...yes, exists: false };
const tooLarge: CheckOutcome = { kind: 'fault', fault: { kind: 'too-large', serviceSays: 'no' } };
const forbidden: CheckOutcome = { kind: 'fault', fault: { kind: 'forbidden', serviceSays: 'no' } };

function checking(p: Pipeline, ...outcomes: readonly CheckOutcome[]) {
  const { checker, asked } = playChecker(p.clock, answers(...outcomes));
  return { stage: makeCheckStage({ ...p, checker, listed: NOTHING_LISTED }), asked };
}

const putDuplicates = (p: Pipeline) => {
  for (let index = 0; index < 20; index += 1) p.put(`twin ${index}`, 'x', 'checking');
};

test.each([
  ['yes', yes, 'duplicate'],
  ['no', no, 'ready'],
  ['too large', tooLarge, 'failed'],
  ['not for you', forbidden, 'held'],
])(
  'duplicates are asked about once: the answer "%s" counts for all of them',
  async (_, outcome, state) => {
    const p = pipeline();
    putDuplicates(p);
    const { stage, asked } = checking(p, outcome);
    expect(await p.run([stage])).toBe('rest');
    expect(asked).toEqual(['sha256-x']);
    expect(p.state.files.counts()).toMatchObject([{ state, files: 20 }]);
  },
);

test('many duplicates do not keep another content from being asked about beside them', async () => {
  const p = pipeline();
  putDuplicates(p);
  p.put('other', 'y', 'checking');
  const { stage, asked } = checking(p, no);
  await p.run([stage]);
  expect([asked, p.clock.monotonicMs()]).toEqual([['sha256-x', 'sha256-y'], 10]);
});

test('at most four large contents are sent at once, and small ones beside them', async () => {
  const p = pipeline();
  const LARGE_BYTES = 8_388_608;
  for (let index = 0; index < 6; index += 1) {
    for (const sizeBytes of [LARGE_BYTES, LARGE_BYTES - 1]) {
      const { id } = addContent(p.state, `${sizeBytes} ${index}`, sizeBytes);
      const added = addFile(p.state, p.folderId, { name: `${sizeBytes} ${index}`, sizeBytes });
      p.state.files.move(p.state.files.move(added, 'hashing', { contentId: id }), 'checking');
    }
  }
  const atOnce = { large: 0, small: 0 };
  const most = { large: 0, small: 0 };
  const check: ContentChecker['check'] = async ({ name }, _, signal) => {
    const size = name.startsWith(`${LARGE_BYTES}`) ? 'large' : 'small';
    atOnce[size] += 1;
    most[size] = Math.max(most[size], atOnce[size]);
    await p.clock.sleep(10, signal);
    atOnce[size] -= 1;
    return no;
  };
  await p.run([
    makeCheckStage({ ...p, concurrency: 12, checker: { check }, listed: NOTHING_LISTED }),
  ]);
  expect([most, p.state.files.counts()]).toMatchObject([
    { large: 4, small: 6 },
    [{ state: 'ready', files: 12 }],
  ]);
});

test('with the gate closed nothing is asked, and the run ends', async () => {
  const p = pipeline();
  p.put('a', 'x', 'checking');
  p.breaker.failed(SIGNED_OUT);
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
  p.breaker.bePatient();
  const { checker, asked } = playChecker(p.clock, () => {
    p.breaker.succeeded(); // lists are read meanwhile
    return { kind: 'fault', fault: unavailable('server-error') };
  });
  const stage = makeCheckStage({ ...p, checker, listed: NOTHING_LISTED });
  await p.run([stage]);
  expect([asked.length, p.states()]).toEqual([8, ['a held', 'twin held']]);
  expect(p.row(bad).hold).toBe('server');
  expect(readWaitNote(p.row(bad).message)).toEqual({ waits: 'no-progress', tries: 8 });
});

test('a waiting gate does not keep a run that has nothing to ask', async () => {
  const p = pipeline();
  p.breaker.failed(throttled(30_000));
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
  const check: ContentChecker['check'] = (source, onProgress, signal) => {
    onProgress(1_000_000);
    return checker.check(source, onProgress, signal);
  };
  const announce: Pipeline['announce'] = (event) => {
    if (event.kind === 'progressed') shares.push(event.doneBytes / event.totalBytes);
  };
  await p.run([makeCheckStage({ ...p, checker: { check }, listed: NOTHING_LISTED, announce })]);
  expect(shares).toEqual([1]);
});
