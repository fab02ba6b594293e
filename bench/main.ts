/**
 * Runs a named workload: Labseal and its peers on the same data, in turns, and prints medians and ratios.
 * Usage: npm run bench -- NAME [--size N] [--rounds N] [--json FILE]; without a name it says which there are.
 */
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { measure } from './measure.ts';
import { table } from './report.ts';
import { WORKLOADS } from './workloads.ts';

function tell(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string' }, rounds: { type: 'string' }, json: { type: 'string' } },
});
const workload = WORKLOADS.find(({ name }) => name === positionals[0]);
if (workload === undefined) {
  for (const { name, sizes, unit, says } of WORKLOADS) {
    console.log(`${name} (${sizes.join(', ')} ${unit}): ${says(sizes[0] ?? 0)}`);
  }
  process.exitCode = positionals.length === 0 ? 0 : 2;
} else {
  const size = Number(values.size ?? workload.sizes[0]);
  const rounds = values.rounds === undefined ? null : Number(values.rounds);
  const run = await measure(workload, size, rounds, tell);
  console.log(`${run.says}\n${run.machine}\n${run.versions.join(' · ')}\n\n${table(run)}`);
  if (values.json !== undefined) fs.writeFileSync(values.json, JSON.stringify(run, null, 2));
}
