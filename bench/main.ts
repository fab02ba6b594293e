/**
 * Runs a named workload: Labseal and its peers on the same data, in turns, and prints medians and ratios. `all` measures
 * everything, or those that are named behind it, and writes the summary in docs/benchmarks.md; `report` writes it again
 * without measuring.
 * Usage: npm run bench -- NAME [--size N] [--rounds N] [--only TEXT] [--json FILE]; without a name it says which there are.
 *        npm run bench -- network [--round-trip MS] [--lost PERCENT]
 *        npm run bench -- all [NAME ...]
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { fileOf, makeDocument, storeRuns } from './document.ts';
import { type BenchRun, machineWords, table } from './report.ts';
import { hold } from './contest.ts';
import { packageVersion, versionOf, type Workload } from './peers.ts';
import { change } from './workloads/change.ts';
import { command } from './workloads/command.ts';
import { face } from './workloads/face.ts';
import { fingerprint, smallFiles } from './workloads/fingerprint.ts';
import { firstIndex } from './workloads/first-index.ts';
import { idle } from './workloads/idle.ts';
import { lineage } from './workloads/lineage.ts';
import { mainThread } from './workloads/main-thread.ts';
import { million } from './workloads/million.ts';
import { network } from './workloads/network.ts';
import { resume } from './workloads/resume.ts';
import { scan } from './workloads/scan.ts';
import { soak } from './workloads/soak.ts';
import { start } from './workloads/start.ts';
import { state } from './workloads/state.ts';
import { smallUploads, upload } from './workloads/upload.ts';
import { verify } from './workloads/verify.ts';
import { watch } from './workloads/watch.ts';
import { tellUsage } from '../scripts/tell-usage.mjs';

const WORKLOADS: readonly Workload[] = [
  scan,
  watch,
  change,
  fingerprint,
  smallFiles,
  firstIndex,
  million,
  soak,
  state,
  mainThread,
  idle,
  start,
  command,
  upload,
  smallUploads,
  resume,
  verify,
  network,
  lineage,
  face,
];

const NOT_UNDERSTOOD = 2;
const ROUNDS = 5;
const LONGEST_MS = 25 * 60_000; // of one size of one workload: what takes longer hangs

function tell(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

tellUsage(import.meta.url);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string' },
    rounds: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'string' },
    'round-trip': { type: 'string' },
    lost: { type: 'string' },
  },
});
const [wanted, ...chosenNames] = positionals;
const { 'round-trip': roundTrip, lost } = values;
const chosenNetwork = {
  ...(roundTrip === undefined ? {} : { roundTripsMs: [Number(roundTrip)] }),
  ...(lost === undefined ? {} : { lostPercent: Number(lost) }),
};

async function runOne(chosen: Workload): Promise<void> {
  const size = Number(values.size ?? chosen.sizes[0]);
  const rounds = values.rounds === undefined ? null : Number(values.rounds);
  const run = await measure(chosen, size, rounds);
  console.log(`${run.says}\n${run.machine}\n${run.versions.join(' · ')}\n\n${table(run)}`);
  if (values.json !== undefined) fs.writeFileSync(values.json, JSON.stringify(run, null, 2));
}

function runAll(): void {
  const unknown = chosenNames.filter((name) => WORKLOADS.every((each) => each.name !== name));
  if (unknown.length > 0) {
    tell(`There is no bench ${unknown.join(', ')}.`);
    process.exitCode = NOT_UNDERSTOOD;
    return;
  }
  const chosen = WORKLOADS.filter(({ name }) => chosenNames.includes(name));
  const failed = measureAll(chosen.length === 0 ? WORKLOADS : chosen);
  report();
  for (const each of failed) tell(`could not be measured: ${each}`);
  if (failed.length > 0) process.exitCode = 1;
}

/** Each size in a process of its own. Returns what could not be measured: of such a workload nothing is kept. */
function measureAll(workloads: readonly Workload[]): readonly string[] {
  using folder = fs.mkdtempDisposableSync(path.join(os.tmpdir(), 'labseal-benches-'));
  const failed: string[] = [];
  for (const { name } of workloads) fs.rmSync(fileOf(name), { force: true });
  for (const { name, sizes, sizesInAll = sizes.slice(-1) } of workloads) {
    const runs = sizesInAll.flatMap((size) => {
      tell(`${new Date().toISOString()} ${name}, ${size}`);
      const file = path.join(folder.path, `${name}-${size}.json`);
      const args = [import.meta.filename, name, '--size', String(size), '--json', file];
      const isMeasured = () =>
        spawnSync(process.execPath, args, { stdio: 'inherit', timeout: LONGEST_MS }).status === 0;
      // Half an hour is not thrown away because something else on this computer was in the way once.
      if (isMeasured() || isMeasured())
        return [JSON.parse(fs.readFileSync(file, 'utf8')) as BenchRun];
      failed.push(`${name} --size ${size}`);
      return [];
    });
    if (runs.length > 0) storeRuns(name, runs);
  }
  return failed;
}

function report(): void {
  makeDocument(WORKLOADS.map(({ name }) => name));
}

function list(): void {
  for (const { name, sizes, unit, says } of WORKLOADS) {
    console.log(`${name} (${sizes.join(', ')} ${unit}): ${says(sizes[0] ?? 0)}`);
  }
  if (wanted !== undefined) process.exitCode = NOT_UNDERSTOOD;
}

/** Runs all contestants on data of a size, in a folder that is removed afterwards. */
async function measure(workload: Workload, size: number, rounds: number | null): Promise<BenchRun> {
  const [loadBefore = null] = os.loadavg();
  using place = fs.mkdtempDisposableSync(path.join(os.tmpdir(), 'labseal-bench-'));
  await using after = new AsyncDisposableStack();
  const { contestants, budgets } = await workload.prepare(size, {
    folder: place.path,
    after,
    network: chosenNetwork,
  });
  const programs = new Set(contestants.flatMap(({ program = [] }) => program));
  const versions = new Map([...programs].map((peer) => [peer, versionOf(peer)]));
  for (const [peer, version] of versions) {
    if (version === null) tell(`${peer} is not installed and takes no part.`);
  }
  const chosen = contestants.filter(
    ({ name, program }) =>
      name.includes(values.only ?? '') && (program === undefined || versions.get(program) !== null),
  );
  const times = rounds ?? roundsOf(workload, size);
  const results = await hold(chosen, times, tell, workload.warmUp ?? true);
  return {
    workload: workload.name,
    says: workload.says(size),
    size,
    unit: workload.unit,
    isRated: workload.isRated ?? true,
    plotted: workload.plotted ?? 'wallMs',
    rounds: times,
    machine: machineWords(),
    versions: [
      ...[...versions.values()].filter((version) => version !== null),
      ...(workload.packages ?? []).map(packageVersion),
    ],
    takenAt: new Date().toISOString(),
    loadBefore,
    results,
    budgets,
  };
}

function roundsOf({ rounds = ROUNDS }: Workload, size: number): number {
  return typeof rounds === 'number' ? rounds : rounds(size);
}

const found = WORKLOADS.find(({ name }) => name === wanted);
if (found !== undefined) await runOne(found);
else if (wanted === 'report') report();
else if (wanted === 'all') runAll();
else list();
