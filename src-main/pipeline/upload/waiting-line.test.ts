import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareUrgency,
  compareWaiting,
  overtakenUntilMs,
  type Waiting,
  makeWaitingLine,
} from './waiting-line.ts';

const GB = 1_000_000_000;

const waiting = (fileId: number, over: Partial<Waiting> = {}): Waiting => ({
  fileId,
  projectId: 'p',
  sizeBytes: 1_000,
  sinceMs: 0,
  place: null,
  isBegun: false,
  ...over,
});

/** Takes one after the other until nothing is left. */
function orderOf(files: readonly Waiting[]): readonly number[] {
  const line = makeWaitingLine();
  line.add(files);
  return line.take(Infinity, () => 'take').map(({ fileId }) => fileId);
}

const someFiles = fc
  .array(
    fc.record({
      projectId: fc.constantFrom('a', 'b', 'c'),
      sizeBytes: fc.nat(3 * GB),
      sinceMs: fc.nat(10_000_000),
      place: fc.option(fc.nat(30), { freq: 4 }),
      isBegun: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  .map((list) => list.map((file, fileId) => waiting(fileId, file)));

describe('the order of uploads', () => {
  test('small before large, what was begun before both, what a person sends next above all', () => {
    expect(
      orderOf([
        waiting(1, { sizeBytes: 2 * GB }),
        waiting(2, { sizeBytes: 10 }),
        waiting(3, { sizeBytes: 3 * GB, isBegun: true }),
        waiting(4, { sizeBytes: 4 * GB, place: -1 }),
      ]),
    ).toEqual([4, 3, 2, 1]);
  });

  test('what was sent next last goes first, whatever the projects and sizes', () => {
    const files = [
      waiting(1, { isBegun: true }),
      waiting(2, { place: -2, sizeBytes: 2 * GB }),
      waiting(3, { projectId: 'q', place: -1 }),
      waiting(4, { place: -3, sizeBytes: GB }),
    ];
    expect(orderOf(files)).toEqual([4, 2, 3, 1]);
    expect(orderOf(files.toReversed())).toEqual([4, 2, 3, 1]);
  });

  test('whatever there is goes exactly once, and nothing before what is more urgent', () => {
    fc.assert(
      fc.property(someFiles, (files) => {
        const order = orderOf(files);
        expect(order.toSorted((one, other) => one - other)).toEqual(files.map((f) => f.fileId));
        const went = order.map((fileId) => files[fileId]!);
        const isLater = (file: Waiting, index: number) =>
          index > 0 && compareUrgency(file, went[index - 1]!) < 0;
        expect(went.filter(isLater)).toEqual([]);
      }),
    );
  });

  test('projects take turns: none goes twice while another as urgent waits', () => {
    let compared = 0;
    fc.assert(
      fc.property(someFiles, (files) => {
        const order = orderOf(files).map((fileId) => files[fileId]!);
        for (const [index, file] of order.entries()) {
          const rest = order.slice(index + 1);
          const [next] = rest;
          if (next?.projectId !== file.projectId || compareUrgency(next, file) !== 0) continue;
          compared += 1;
          const isPeer = (other: Waiting) => compareUrgency(other, next) === 0;
          expect(rest.filter(isPeer).every((one) => one.projectId === file.projectId)).toBe(true);
        }
      }),
    );
    expect(compared).toBeGreaterThan(0);
  });
});

describe('nothing starves', () => {
  test('a waiting file is overtaken in its project only by what came before its time, and by every other project once a turn', () => {
    const arrivals = fc.array(
      fc.record({
        projectId: fc.constantFrom('a', 'b', 'c'),
        sizeBytes: fc.nat(100_000),
        afterMs: fc.nat(60_000),
      }),
      { minLength: 50, maxLength: 300 },
    );
    const size = fc.integer({ min: 1_000_000, max: GB });
    let overtakings = 0;
    let goings = 0;
    fc.assert(
      fc.property(size, arrivals, (sizeBytes, list) => {
        const line = makeWaitingLine();
        const big = waiting(1_000_000, { projectId: 'a', sizeBytes });
        line.add([big]);
        let nowMs = 0;
        const before: Waiting[] = [];
        for (const [fileId, { afterMs, ...arrival }] of list.entries()) {
          nowMs += afterMs;
          line.add([waiting(fileId, { ...arrival, sinceMs: nowMs })]);
          const [went] = line.take(1, () => 'take'); // as fast as they arrive: there is always one too many
          if (went === undefined || went.fileId === big.fileId) {
            goings += 1;
            break;
          }
          before.push(went);
        }
        overtakings += before.length;
        const own = before.filter(({ projectId }) => projectId === 'a');
        expect(own.filter(({ sinceMs }) => sinceMs > overtakenUntilMs(big))).toEqual([]);
        const turns = before.map(({ projectId }) => projectId).join('');
        expect(turns.split('a').filter((others) => /(.).*\1/.test(others))).toEqual([]);
      }),
    );
    expect(Math.min(overtakings, goings)).toBeGreaterThan(0); // both happened
  });

  test('2.5 GB goes behind what comes within 45 minutes, and behind nothing later', () => {
    const big = waiting(1, { sizeBytes: 2_684_354_560 });
    const minutes = (count: number) => waiting(2, { sinceMs: count * 60_000 });
    expect(compareWaiting(big, minutes(44))).toBeGreaterThan(0);
    expect(compareWaiting(big, minutes(45))).toBeLessThan(0);
  });
});

describe('the line', () => {
  test('when nothing may go before a file, nothing behind it is looked at, and it stays the foremost', () => {
    const line = makeWaitingLine();
    line.add([1, 2, 3, 4].map((fileId) => waiting(fileId, { sinceMs: fileId })));
    const asked: number[] = [];
    const taken = line.take(4, ({ fileId }) => {
      asked.push(fileId);
      return fileId === 1 ? 'take' : 'stop';
    });
    expect([taken.map(({ fileId }) => fileId), asked]).toEqual([[1], [1, 2]]);
    expect(line.take(4, () => 'take').map(({ fileId }) => fileId)).toEqual([2, 3, 4]);
  });

  test('what is skipped keeps its place, what is dropped is gone, and neither uses up a turn', () => {
    const line = makeWaitingLine();
    line.add([1, 2, 3, 4].map((id) => waiting(id, { sizeBytes: id })));
    line.add([waiting(5, { projectId: 'q' })]);
    const judged: number[] = [];
    const taken = line.take(1, ({ fileId }) => {
      judged.push(fileId);
      return fileId === 1 ? 'skip' : fileId === 2 ? 'drop' : 'take';
    });
    expect([judged, taken.map((file) => file.fileId)]).toEqual([[1, 2, 3], [3]]);
    expect(new Set(line.ids())).toEqual(new Set([1, 4, 5]));
    expect(line.take(9, () => 'take').map((file) => file.fileId)).toEqual([5, 1, 4]);
    expect(line.length).toBe(0);
  });

  test('a file that is added again is placed anew, not twice', () => {
    const line = makeWaitingLine();
    line.add([waiting(1), waiting(2)]);
    line.add([waiting(1, { sizeBytes: GB, projectId: 'q' })]);
    expect([line.length, line.ids().includes(1)]).toEqual([2, true]);
    line.remove(2);
    line.remove(2);
    expect(line.take(9, () => 'take').map((file) => file.fileId)).toEqual([1]);
  });

  test.for(['together', 'one by one'] as const)(
    'adding a whole queue anew, %s, looks at each file a few times',
    (how) => {
      let looks = 0;
      const files = Array.from({ length: 4_000 }, (_, fileId) => {
        const file = waiting(fileId, { sizeBytes: (fileId * 7_919) % 1_000_003 });
        return Object.defineProperty({ ...file }, 'fileId', {
          get: () => {
            looks += 1;
            return fileId;
          },
        });
      });
      const anew = files.toReversed();
      const line = makeWaitingLine();
      line.add(files);
      looks = 0;
      if (how === 'together') line.add(anew);
      else for (const file of anew) line.add([file]);
      for (const { fileId } of files.slice(0, 2_000)) line.remove(fileId);
      expect(line.take(Infinity, () => 'take')).toHaveLength(2_000);
      expect(looks).toBeLessThan(files.length * 40);
    },
  );
});
