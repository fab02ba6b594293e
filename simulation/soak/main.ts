/**
 * Plays days of one life of the program and says what it held at each hour.
 *   npm run simulate:soak -- [--busy HOURS] [--quiet HOURS] [--seed N]
 * Exit code 0: nothing grew that must not. 1: something did.
 */
import { parseArgs } from 'node:util';
import { openScratchFolder } from '../scratch-folder.ts';
import type { Holdings } from './holdings.ts';
import { evaluateSoak } from './evaluate-soak.ts';
import { runSoak } from './run-soak.ts';

const { values } = parseArgs({
  options: {
    busy: { type: 'string', default: '24' },
    quiet: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
  },
});
const length = {
  seed: Number(values.seed),
  busyHours: Number(values.busy),
  quietHours: Number(values.quiet),
};
const scratchFolder = openScratchFolder();
try {
  const { holdings, events, charges } = await runSoak(scratchFolder, length, tell);
  const findings = evaluateSoak(holdings, length.busyHours);
  console.log(`${events} events, ${charges} charges`);
  for (const finding of findings) console.log(`GREW  ${finding}`);
  if (findings.length === 0) console.log('Nothing grew that must not.');
  process.exitCode = findings.length === 0 ? 0 : 1;
} finally {
  scratchFolder.close();
}

function tell({ hour, heapBytes, sleepers, functions, openFiles, logBytes, rows }: Holdings): void {
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  console.log(
    `hour ${hour}: memory ${mebibytes(heapBytes)}, ${sleepers} timers, ${functions === null ? '' : `${functions} functions, `}` +
      `${openFiles} open files, log ${mebibytes(logBytes)}, ${rows['content'] ?? 0} contents, ${all} rows`,
  );
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MiB`;
}
