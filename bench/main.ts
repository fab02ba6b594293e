/**
 * Runs a named workload: Labseal and its peers on the same data, in turns, and prints medians and ratios. `all` measures
 * everything, or those that are named behind it, and makes docs/benchmarks.md; `report` makes that page again without
 * measuring.
 * Usage: npm run bench -- NAME [--size N] [--rounds N] [--json FILE]; without a name it says which there are.
 *        npm run bench -- all [NAME ...]
 */
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { makeDocument } from './document/make-document.ts';
import { measureAll } from './measure-all.ts';
import { measure } from './measure.ts';
import { table } from './report.ts';
import { WORKLOADS } from './workloads.ts';
import type { Workload } from './workload.ts';

const NOT_UNDERSTOOD = 2;

function tell(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string' }, rounds: { type: 'string' }, json: { type: 'string' } },
});
const [wanted, ...chosenNames] = positionals;
const workload = WORKLOADS.find(({ name }) => name === wanted);
if (workload !== undefined) await runOne(workload);
else if (wanted === 'report') report();
else if (wanted === 'all') runAll();
else list();

async function runOne(chosen: Workload): Promise<void> {
  const size = Number(values.size ?? chosen.sizes[0]);
  const rounds = values.rounds === undefined ? null : Number(values.rounds);
  const run = await measure(chosen, size, rounds, tell);
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
  const failed = measureAll(chosen.length === 0 ? WORKLOADS : chosen, tell);
  report();
  for (const each of failed) tell(`could not be measured: ${each}`);
  if (failed.length > 0) process.exitCode = 1;
}

function report(): void {
  for (const goal of makeDocument())
    tell(`bench/reasons.ts does not say why this is missed: ${goal}`);
}

function list(): void {
  for (const { name, sizes, unit, says } of WORKLOADS) {
    console.log(`${name} (${sizes.join(', ')} ${unit}): ${says(sizes[0] ?? 0)}`);
  }
  if (wanted !== undefined) process.exitCode = NOT_UNDERSTOOD;
}
