/** A run in numbers, as JSON and as a table. */
import os from 'node:os';
import { judgeBudget, medianOf, type Budget, type Result } from './contest.ts';

export interface BenchRun {
  readonly workload: string;
  readonly says: string;
  readonly size: number;
  readonly unit: 'files' | 'MiB';
  readonly rounds: number;
  readonly machine: string;
  readonly versions: readonly string[];
  readonly takenAt: string;
  readonly results: readonly Result[];
  readonly budgets: readonly Budget[];
}

/** What a reader needs to know to judge the figures. */
export function machineWords(): string {
  const model = os.cpus()[0]?.model ?? 'unknown processor';
  const gib = (os.totalmem() / 2 ** 30).toFixed(0);
  return `${os.cpus().length} × ${model}, ${gib} GiB, ${os.type()} ${os.release()}, Node ${process.versions.node}`;
}

const PER_SECOND = 1_000;

export function table({ results, size, unit, budgets }: BenchRun): string {
  const rows = results.map((result) => {
    const wallMs = medianOf(result, 'wallMs') ?? NaN;
    const cpuMs = medianOf(result, 'cpuMs');
    const peakBytes = medianOf(result, 'peakBytes');
    return [
      result.name,
      `${wallMs.toFixed(wallMs < 100 ? 1 : 0)} ms`,
      `${Math.round((size / wallMs) * PER_SECOND).toLocaleString('en')} ${unit}/s`,
      cpuMs === null ? '–' : `${cpuMs.toFixed(0)} ms`,
      peakBytes === null ? '–' : `${(peakBytes / 2 ** 20).toFixed(0)} MiB`,
    ];
  });
  const lines = aligned([['', 'wall', 'rate', 'processor', 'peak memory'], ...rows]);
  const goals = budgets.map((budget) => {
    const verdict = judgeBudget(budget, results);
    const goal = `${budget.ours} ≤ ${budget.atMost.toFixed(2)} × ${budget.than}`;
    if (verdict === null) return `${goal}: not measured`;
    return `${goal}: ${verdict.isMet ? 'met' : 'MISSED'}, × ${verdict.ratio.toFixed(2)}`;
  });
  return [...lines, '', ...goals].join('\n');
}

function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('   ')
      .trimEnd(),
  );
}
