/** Holds one workload's contest on data of a size, in a folder that is thrown away. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { hold } from './contest.ts';
import { findPeers, packageVersion } from './peers.ts';
import { machineWords, type BenchRun } from './report.ts';
import type { Workload } from './workload.ts';

const ROUNDS = 5;

export async function measure(
  workload: Workload,
  size: number,
  rounds: number | null,
  tell: (sentence: string) => void,
): Promise<BenchRun> {
  const peers = findPeers(workload.peers);
  for (const peer of peers.missing) tell(`${peer} is not installed and takes no part.`);
  const [loadBefore = null] = os.loadavg();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-bench-'));
  try {
    const prepared = await workload.prepare(size, folder, peers);
    try {
      const times = rounds ?? roundsOf(workload, size);
      const results = await hold(prepared.contestants, times, tell, workload.warmUp ?? true);
      return {
        workload: workload.name,
        says: workload.says(size),
        size,
        unit: workload.unit,
        isRated: workload.isRated ?? true,
        plotted: workload.plotted ?? 'wallMs',
        rounds: times,
        machine: machineWords(),
        versions: [...peers.versions, ...(workload.packages ?? []).map(packageVersion)],
        takenAt: new Date().toISOString(),
        loadBefore,
        results,
        budgets: prepared.budgets,
      };
    } finally {
      await prepared.close?.();
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function roundsOf({ rounds = ROUNDS }: Workload, size: number): number {
  return typeof rounds === 'number' ? rounds : rounds(size);
}
