import { describe, expect, test } from 'vitest';
import { hold, judgeBudget, median, medianOf, type Contestant, type Result } from './contest.ts';
import { table } from './report.ts';

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

describe('a contest', () => {
  test('[BN1] takes turns, and the first turn of everybody counts for nothing', async () => {
    const order: string[] = [];
    const played = (name: string, times: readonly number[]): Contestant => ({
      name,
      part: 'labseal',
      async run() {
        order.push(name);
        return figures(times[order.filter((one) => one === name).length - 1] ?? NaN);
      },
    });
    const told: string[] = [];
    const results = await hold(
      [played('ours', [900, 10, 20]), played('theirs', [800, 30, 40])],
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

  test('[BN1] one that fails ends it: half a contest says nothing', async () => {
    const broken: Contestant = {
      name: 'broken',
      part: 'peer',
      run: () => Promise.reject(new Error('it ended with 1')),
    };
    await expect(hold([broken], 1, () => undefined)).rejects.toThrow('it ended with 1');
  });

  test('[BN2] a median is a value that was measured; what nobody could measure has none', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([9, 1, 5, 7])).toBe(7);
    expect(median([])).toBeNaN();
    const seen = { rounds: [figures(1, 8), figures(2), figures(3, 4)] };
    expect(medianOf(seen, 'cpuMs')).toBe(8);
    expect(medianOf(seen, 'peakBytes')).toBeNull();
  });
});

describe('a budget', () => {
  const budget = { ours: 'ours', than: 'theirs', atMost: 0.5 };

  test('[BN3] is met by the ratio of medians, and unknown without one of both', () => {
    const theirs = result('theirs', 100, 300, 200);
    expect(judgeBudget(budget, [result('ours', 100), theirs])).toEqual({ ratio: 0.5, isMet: true });
    expect(judgeBudget(budget, [result('ours', 101), theirs])?.isMet).toBe(false);
    expect(judgeBudget(budget, [theirs])).toBeNull();
  });

  test('[BN3] the table says what was missed and what nobody measured', () => {
    const run = {
      workload: 'scan',
      says: 'List.',
      size: 1_000,
      unit: 'files',
      rounds: 1,
      machine: 'one',
      versions: [],
      takenAt: '2026-11-21T00:00:00.000Z',
      results: [result('ours', 80), result('theirs', 100)],
      budgets: [budget, { ...budget, than: 'rclone' }],
    } as const;
    const lines = table(run).split('\n');
    expect(lines[1]).toMatch(/^ours +80\.0 ms +12,500 files\/s +– +–$/);
    expect(lines).toContain('ours ≤ 0.50 × theirs: MISSED, × 0.80');
    expect(lines).toContain('ours ≤ 0.50 × rclone: not measured');
  });
});
