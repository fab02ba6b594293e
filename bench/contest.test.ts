import { describe, expect, test } from 'vitest';
import { hold, evaluateBudget, median, medianOf, type Contestant, type Result } from './contest.ts';
import { versionIn } from './peers.ts';
import { goalWords, outcomeOf, table, type BenchRun } from './report.ts';

const figures = (wallMs: number, cpuMs: number | null = null) => ({
  wallMs,
  cpuMs,
  peakBytes: null,
});
const result = (name: string, ...wallMs: readonly number[]): Result => ({
  name,
  part: 'peer',
  rounds: wallMs.map((ms) => figures(ms)),
});

const fail = () => Promise.reject(new Error('it ended with 1'));

describe('a contest', () => {
  test('takes turns, and the first turn of everybody counts for nothing', async () => {
    const order: string[] = [];
    const fake = (name: string, times: readonly number[]): Contestant => ({
      name,
      part: 'labseal',
      async run() {
        order.push(name);
        return figures(times[order.filter((one) => one === name).length - 1] ?? NaN);
      },
    });
    const told: string[] = [];
    const results = await hold(
      [fake('ours', [900, 10, 20]), fake('theirs', [800, 30, 40])],
      2,
      (sentence) => told.push(sentence),
    );
    expect(order).toEqual(['ours', 'theirs', 'ours', 'theirs', 'ours', 'theirs']);
    expect(results.map(({ rounds }) => rounds.map(({ wallMs }) => wallMs))).toEqual([
      [10, 20],
      [30, 40],
    ]);
    expect(told[0]).toBe('round 0 of 2: ours, 900 ms');
  });

  test('without anything to fill there is no round too many, and one that fails ends it', async () => {
    let turns = 0;
    const run = async () => figures((turns += 1));
    const results = await hold([{ name: 'a', part: 'peer', run }], 1, () => undefined, false);
    expect([turns, results[0]?.rounds.map(({ wallMs }) => wallMs)]).toEqual([1, [1]]);
    const broken = { name: 'broken', part: 'peer', run: fail } as const;
    await expect(hold([broken], 1, () => undefined)).rejects.toThrow('it ended with 1');
  });

  test('a median is a value that was measured; what nobody could measure has none', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([9, 1, 5, 7])).toBe(7);
    expect(median([])).toBeNaN();
    const seen = { rounds: [figures(1, 8), figures(2), figures(3, 4)] };
    expect(medianOf(seen, 'cpuMs')).toBe(8);
    expect(medianOf(seen, 'peakBytes')).toBeNull();
    expect(medianOf(seen, 'never measured')).toBeNull();
  });
});

describe('a goal', () => {
  test('is met by the ratio of medians to the largest of several peers, and unknown without one of them', () => {
    const all = [result('ours', 260), result('a', 50, 300, 100), result('b', 200)];
    const goal = { ours: 'ours', than: ['a', 'b'], atMost: 1 };
    expect(evaluateBudget({ ...goal, atMost: 1.3 }, all)).toMatchObject({
      limit: 260,
      isMet: true,
    });
    expect(evaluateBudget(goal, all)).toEqual({ measured: 260, limit: 200, isMet: false });
    expect(evaluateBudget({ ...goal, plus: 'a' }, all)).toMatchObject({ limit: 300, isMet: true });
    const unknown = [{ plus: 'c' }, { than: ['a', 'c'] }, { than: 'c' }, { ours: 'c' }];
    expect(unknown.map((over) => evaluateBudget({ ...goal, ...over }, all))).toEqual(
      unknown.map(() => null),
    );
  });

  test("may be about any figure, in that figure's own unit", () => {
    const others = {
      'seen, p95': { value: 12, unit: 'ms' },
      lost: { value: 3, unit: 'files' },
    } as const;
    const ours: Result = { ...result('ours'), rounds: [{ ...figures(7, 40), others }] };
    const both = [ours, { ...ours, name: 'way' }];
    for (const [goal, words, outcome] of [
      [{ figure: 'seen, p95', atMost: 15 }, 'ours: seen, p95 ≤ 15.0 ms', ['met', '12.0 ms']],
      [{ figure: 'lost', atMost: 0 }, 'ours: lost ≤ 0 files', ['missed', '3 files']],
      [{ plus: 'way', atMost: 5 }, 'ours ≤ 5.00 ms + way', ['met', '7.00 ms of 12.0 ms']],
      [
        { figure: 'cpuMs', than: 'ours', plus: 'ours', atMost: 1.1 },
        'ours: processor ≤ 1.10 × ours + ours',
        ['met', '40.0 ms of 84.0 ms'],
      ],
    ] as const) {
      const budget = { ours: 'ours', ...goal };
      expect(goalWords(budget, both)).toBe(words);
      const { state, measured } = outcomeOf(budget, both);
      expect([state, measured]).toEqual(outcome);
    }
    expect(evaluateBudget({ ours: 'ours', figure: 'peakBytes', atMost: 1 }, [ours])).toBeNull();
  });
});

test('the version of a peer is the number that it says first', () => {
  expect(versionIn('find (GNU findutils) 4.9.0\nCopyright')).toBe('4.9.0');
  expect(versionIn('rclone v1.60.1-DEV')).toBe('1.60.1-DEV');
  expect(versionIn('curl 7.88.1 (x86_64-pc-linux-gnu) libcurl/7.88.1')).toBe('7.88.1');
  expect(versionIn('unknown')).toBe('unknown');
});

describe('a table', () => {
  const run = {
    workload: 'scan',
    says: 'List.',
    size: 1_000,
    unit: 'files',
    isRated: true,
    plotted: 'wallMs',
    rounds: 1,
    machine: 'one',
    versions: [],
    takenAt: '2026-11-21T00:00:00.000Z',
    loadBefore: null,
    results: [{ ...result('ours', 80), part: 'labseal' }, result('theirs', 100)],
    budgets: [
      { ours: 'ours', than: 'theirs', atMost: 0.5 },
      { ours: 'ours', than: 'rclone', atMost: 0.5 },
    ],
  } as const satisfies BenchRun;

  test('says what was missed and what nobody measured', () => {
    const lines = table(run).split('\n');
    expect(lines[2]).toMatch(/^theirs +100 ms +× 1\.25 +10,000 files\/s$/);
    expect(lines).toContain('ours ≤ 0.50 × theirs: MISSED, × 0.80');
    expect(lines).toContain('ours ≤ 0.50 × rclone: not measured');
  });
});
