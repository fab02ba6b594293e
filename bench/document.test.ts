import { expect, test } from 'vitest';
import type { Part } from './contest.ts';
import { summary } from './document.ts';
import type { BenchRun } from './report.ts';

const result = (name: string, wallMs: number, part: Part = 'peer') => ({
  name,
  part,
  rounds: [{ wallMs, cpuMs: null, peakBytes: null }],
});

const run = (size: number): BenchRun => ({
  workload: 'scan',
  says: 'List.',
  size,
  unit: 'files',
  isRated: false,
  plotted: 'wallMs',
  rounds: 5,
  machine: '2 × processor',
  versions: ['find 4'],
  takenAt: '2026-11-21T12:00:00.000Z',
  loadBefore: 0.25,
  results: [result('ours', 80, 'labseal'), result('theirs', 100)],
  budgets: [
    { ours: 'ours', than: 'theirs', atMost: 0.5 },
    { ours: 'ours', than: 'theirs', atMost: 1 },
  ],
});

test('the summary has one row per workload: its largest size, its peers, and how many goals are met', () => {
  const lines = summary([[run(10), run(1_000)], []]).split('\n');
  expect(lines[0]).toBe('Measured on 2 × processor, 2026-11-21, with find 4.');
  expect(lines.slice(4)).toEqual([
    '| scan, 1,000 files | wall | 80.0 ms | theirs 100 ms | 1 of 2 |',
  ]);
});
