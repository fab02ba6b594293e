import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Part } from '../contest.ts';
import type { BenchRun } from '../report.ts';
import { storedPage } from './make-document.ts';
import { benchPage } from './page.ts';
import { DOCUMENT, storedDrawings } from './stored-runs.ts';

const result = (name: string, wallMs: number, part: Part = 'peer') => ({
  name,
  part,
  rounds: [{ wallMs, cpuMs: null, peakBytes: null }],
});

const run = (over: Partial<BenchRun> = {}): BenchRun => ({
  workload: 'scan',
  says: 'List.',
  size: 1_000,
  unit: 'files',
  isRated: false,
  plotted: 'wallMs',
  rounds: 5,
  machine: '2 × processor',
  versions: ['find 4'],
  takenAt: '2026-11-21T12:00:00.000Z',
  loadBefore: 0.25,
  results: [result('ours', 80, 'labseal'), result('theirs', 100)],
  budgets: [{ ours: 'ours', than: 'theirs', atMost: 0.5 }],
  ...over,
});

describe('the document', () => {
  test('says of each goal what became of it, and why of those that are missed', () => {
    const reasons = { 'scan: ours': 'Too many copies.' };
    const { markdown, drawings } = benchPage([[run()]], reasons);
    expect(markdown).toContain('0 of 1 are met.');
    expect(markdown).toMatch(
      /\| \[scan\]\(#scan\), 1,000 files \| ours ≤ 0\.50 × theirs \| +× 0\.80 \| \*\*missed\*\* \|/,
    );
    expect(markdown).toContain(
      '- Too many copies.\n  - scan, 1,000 files: ours ≤ 0.50 × theirs, measured × 0.80 (60 % too much)',
    );
    expect(benchPage([[run()]], reasons).unexplained).toEqual([]);
    expect(benchPage([[run()]], {}).unexplained).toEqual(['scan: ours']);
    expect(markdown).toContain(
      '`npm run bench -- scan --size 1000`, the median of 5 rounds, after a minute with a load of 0.3:',
    );
    expect([...drawings.keys()]).toEqual(['scan-1000.svg']);
    const met = benchPage(
      [[run({ results: [result('ours', 1), result('theirs', 100)] })]],
      reasons,
    );
    expect(met.markdown).not.toContain('Too many copies.');
  });

  test('is what the stored figures yield', () => {
    const { markdown, drawings } = storedPage();
    expect(readFileSync(DOCUMENT, 'utf8'), 'npm run bench:report makes it again').toBe(markdown);
    expect(drawings.size).toBeGreaterThan(0);
    expect(storedDrawings()).toEqual(drawings);
  });
});
