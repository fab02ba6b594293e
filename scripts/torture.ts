/**
 * Kills the program a few hundred times in the middle of its work and counts what the service booked. Ends with 0 only
 * if every content was recorded once, at its price. The same seed chooses the same files and the same pauses.
 *   npm run torture -- --kills 200 --seed 1 --resume on [--wait]
 * `--wait`: the eleven minutes until evidence has decided really pass.
 */
import { parseArgs } from 'node:util';
import { runKillLoop, type KillReport } from '../e2e/support/kill-loop.ts';
import { openLab } from '../e2e/support/lab.ts';
import { tellUsage } from './tell-usage.mjs';

tellUsage(import.meta.url);
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    resume: { type: 'string', default: 'on' },
    wait: { type: 'boolean', default: false },
  },
});
const plan = {
  kills: Number(values.kills),
  seed: Number(values.seed),
  resumableUploads: values.resume === 'off' ? 'off' : 'on',
  filesPerBatch: 40,
  time: values.wait ? 'passes' : 'is-moved',
} as const;

const startedMs = performance.now();
const { lab, close } = await openLab();
try {
  console.log(`${plan.kills} kills, seed ${plan.seed}, resumable uploads ${plan.resumableUploads}`);
  const report = await runKillLoop(lab, plan);
  print(report);
  process.exitCode = report.wrongs.length === 0 ? 0 : 1;
} finally {
  await close();
}

function print({ phases, last, wrongs, ...counts }: KillReport): void {
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
  const rows = [
    [phases.answersAwaited, 'while an answer was on its way'],
    [phases.bodiesOnTheirWay, 'in the middle of a body'],
    [phases.answersAskedFor, 'while answers lost before were asked for'],
    [phases.neither, 'at something else'],
  ] as const;
  console.log(`${counts.kills} kills, of which (one may count twice)`);
  for (const [kills, when] of rows) console.log(`${String(kills).padStart(6)} ${when}`);
  const { files, batches, finishedRuns, contentBytes, wireBytes } = counts;
  const times = (wireBytes / contentBytes).toFixed(2);
  console.log(`${files} files in ${batches} batches; ${finishedRuns} runs ended before their kill`);
  console.log(
    `${megabytes(contentBytes)} of content, ${megabytes(wireBytes)} sent (× ${times}) in ${seconds} s`,
  );
  console.log(
    `answers lost: ${counts.answersLost.size}; waited for evidence: ${counts.waited}; at the end: ${JSON.stringify(last.counts)}`,
  );
  console.log(
    wrongs.length === 0 ? 'Every content was recorded once, at its price.' : wrongs.join('\n'),
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
