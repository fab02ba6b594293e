import { expect, test } from 'vitest';
import { runProgram } from './process-figures.ts';

const TICKS_MS = 20; // user and system time are counted in hundredths of a second each
const COUNTING = 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done';

test.runIf(process.platform === 'linux')(
  'the processor time of a program is that of everything it started',
  async () => {
    const rests = await runProgram('sh', ['-c', 'sleep 0.02']);
    const counts = await runProgram('sh', ['-c', `sh -c '${COUNTING}'; sleep 0.02`]);
    expect(counts.cpuMs).toBeGreaterThan(20);
    expect(rests.cpuMs).toBeLessThan(Number(counts.cpuMs));
    expect(counts.cpuMs).toBeLessThanOrEqual(Number(counts.wallMs) + TICKS_MS);
    expect(counts.peakBytes).toBeGreaterThan(100_000);
  },
);

test('a program that fails is no result, and what it said is told', async () => {
  const fails = ['-c', 'echo the disk is full >&2; exit 3'];
  await expect(runProgram('sh', fails)).rejects.toThrow(/ended with 3\nthe disk is full/);
  expect((await runProgram('sh', fails, { codes: [0, 3] })).wallMs).toBeGreaterThan(0);
});
