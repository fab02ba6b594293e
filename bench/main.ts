/**
 * Runs a named workload: Labseal and its peers on the same data, in turns, and prints medians and ratios.
 * Usage: npm run bench -- NAME [--size N] [--rounds N] [--json FILE]; without a name it says which there are.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { hold } from './contest.ts';
import { findPeers } from './peers.ts';
import { machineWords, table, type BenchRun } from './report.ts';
import type { Workload } from './workload.ts';
import { fingerprint, smallFiles } from './workloads/fingerprint.ts';
import { firstIndex } from './workloads/first-index.ts';
import { scan } from './workloads/scan.ts';

const WORKLOADS: readonly Workload[] = [scan, fingerprint, smallFiles, firstIndex];
const DEFAULT_ROUNDS = '5';

function tell(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string' },
    rounds: { type: 'string', default: DEFAULT_ROUNDS },
    json: { type: 'string' },
  },
});
const workload = WORKLOADS.find(({ name }) => name === positionals[0]);
if (workload === undefined) {
  for (const { name, sizes, unit, says } of WORKLOADS) {
    console.log(`${name} (${sizes.join(', ')} ${unit}): ${says(sizes[0] ?? 0)}`);
  }
  process.exitCode = positionals.length === 0 ? 0 : 2;
} else {
  const size = Number(values.size ?? workload.sizes[0]);
  const run = await measure(workload, size, Number(values.rounds));
  console.log(`${run.says}\n${run.machine}\n${run.versions.join(' · ')}\n\n${table(run)}`);
  if (values.json !== undefined) fs.writeFileSync(values.json, JSON.stringify(run, null, 2));
}

async function measure(chosen: Workload, size: number, rounds: number): Promise<BenchRun> {
  const peers = findPeers(chosen.peers);
  for (const peer of peers.missing) {
    tell(`${peer} is not installed and takes no part.`);
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-bench-'));
  try {
    const prepared = await chosen.prepare(size, folder, peers);
    try {
      const results = await hold(prepared.contestants, rounds, tell);
      return {
        workload: chosen.name,
        says: chosen.says(size),
        size,
        unit: chosen.unit,
        rounds,
        machine: machineWords(),
        versions: peers.versions,
        takenAt: new Date().toISOString(),
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
