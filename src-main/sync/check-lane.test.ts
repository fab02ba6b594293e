import { expect, test } from 'vitest';
import { makeCheckLane } from './check-lane.ts';
import type { CheckOutcome } from './ports.ts';
import { pipeline, type Pipeline } from './test-support/pipeline.ts';
import { answers, playChecker } from './test-support/played-ports.ts';

const answered = (exists: boolean): CheckOutcome => ({
  kind: 'answered',
  exists,
  fileName: 'f',
  project: 'p',
});

function checking(p: Pipeline, next: () => CheckOutcome) {
  const { checker, asked } = playChecker(p.clock, next);
  return { lane: makeCheckLane({ ...p, checker }), asked };
}

test.each([
  [true, 'duplicate'],
  [false, 'ready'],
])(
  'fifty twins are asked about once; the answer "%s" makes all of them %s',
  async (exists, state) => {
    const p = pipeline();
    for (let index = 0; index < 50; index += 1) p.put(`twin ${index}`, 'x', 'checking');
    const { lane, asked } = checking(p, () => answered(exists));
    expect(await p.run([lane])).toBe('rest');
    expect(asked).toEqual(['sha256-x']);
    expect(new Set(p.state.files.list({}, 0, 99).map((file) => file.state))).toEqual(
      new Set([state]),
    );
  },
);

test('a refusal of a content counts for all its names: it is not sent again for each', async () => {
  const p = pipeline();
  for (let index = 0; index < 50; index += 1) p.put(`twin ${index}`, 'x', 'checking');
  const { lane, asked } = checking(p, () => ({
    kind: 'fault',
    fault: { kind: 'too-large', serviceSays: 'no' },
  }));
  await p.run([lane]);
  expect(asked).toHaveLength(1);
  expect(p.state.files.counts()).toMatchObject([{ state: 'failed', files: 50 }]);
});

test('many twins do not keep another content from being asked about beside them', async () => {
  const p = pipeline();
  for (let index = 0; index < 50; index += 1) p.put(`twin ${index}`, 'x', 'checking');
  p.put('other', 'y', 'checking');
  const { lane, asked } = checking(p, () => answered(false));
  await p.run([lane]);
  expect([asked, p.clock.monotonicMs()]).toEqual([['sha256-x', 'sha256-y'], 10]);
});

test('with the gate closed nothing is asked, and the run ends', async () => {
  const p = pipeline();
  p.put('a', 'x', 'checking');
  p.gatekeeper.failed({ kind: 'not-signed-in', serviceSays: null });
  const { lane, asked } = checking(p, () => answered(false));
  expect(await p.run([lane])).toBe('rest');
  expect([asked, p.states()]).toEqual([[], ['a checking']]);
});

test('a fault of the service leaves the row where it was and is asked again when the gate opens', async () => {
  const p = pipeline();
  p.put('a', 'x', 'checking');
  const down = { kind: 'throttled', retryAfterMs: 30_000 } as const;
  const { lane, asked } = checking(
    p,
    answers<CheckOutcome>({ kind: 'fault', fault: down }, answered(false)),
  );
  expect(await p.run([lane])).toBe('rest');
  expect([asked.length, p.clock.monotonicMs(), p.states()]).toEqual([2, 36_020, ['a ready']]);
});

test('a waiting gate does not keep a run that has nothing to ask', async () => {
  const p = pipeline();
  p.gatekeeper.failed({ kind: 'throttled', retryAfterMs: 30_000 });
  const { lane } = checking(p, () => answered(false));
  expect(await p.run([lane])).toBe('rest');
  expect(p.clock.monotonicMs()).toBe(0);
});

test('a file that changed settles again and a twin is asked about in its stead; an unreadable one says why', async () => {
  const p = pipeline();
  const [a, b, c] = [
    p.put('a', 'x', 'checking'),
    p.put('b', 'x', 'checking'),
    p.put('c', 'y', 'checking'),
  ];
  const outcomes = answers<CheckOutcome>(
    { kind: 'source-changed' },
    { kind: 'source-unreadable', errno: 'EIO' },
    answered(false),
  );
  const { lane, asked } = checking({ ...p, concurrency: 2 }, outcomes);
  await p.run([lane]);
  expect(asked).toHaveLength(3);
  expect(p.row(a)).toMatchObject({ state: 'settling', contentId: null });
  expect(p.row(b).state).toBe('ready');
  expect(p.row(c)).toMatchObject({ state: 'unreadable', message: 'EIO' });
});

test('the form around a small file is more than the file has, and its progress is never more than whole', async () => {
  const p = pipeline();
  p.put('a', 'x', 'checking');
  const shares: number[] = [];
  const { checker } = playChecker(p.clock, () => answered(false));
  const lane = makeCheckLane({
    ...p,
    checker: {
      check(source, onProgress, signal) {
        onProgress(1_000_000);
        return checker.check(source, onProgress, signal);
      },
    },
    announce(event) {
      if (event.kind === 'progressed') shares.push(event.doneBytes / event.totalBytes);
    },
  });
  await p.run([lane]);
  expect(shares).toEqual([1]);
});
