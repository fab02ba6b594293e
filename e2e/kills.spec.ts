import { runKillLoop } from './support/kill-loop.ts';
import { expect, test } from './support/lab.ts';

// Twenty kills; `npm run torture` does as many as one likes, with another seed each time.
const LOOPS = [
  { kills: 8, seed: 1, resumableUploads: 'on' },
  { kills: 12, seed: 2, resumableUploads: 'off' },
] as const;

for (const { kills, seed, resumableUploads } of LOOPS) {
  test(`killed ${kills} times, eleven minutes later each of 40 files is recorded once at its price, and nobody was asked; resuming is ${resumableUploads}, seed ${seed} (P1, P7, P8)`, async ({
    newLab: lab,
  }) => {
    const plan = { kills, seed, resumableUploads, filesPerBatch: 40, time: 'is-moved' } as const;
    const report = await runKillLoop(lab, plan);
    expect(report.wrongs).toEqual([]);
    expect([report.kills, report.last.code]).toEqual([kills, 0]);
    const { answersAwaited, bodiesOnTheirWay } = report.phases;
    expect(answersAwaited + bodiesOnTheirWay).toBeGreaterThan(0); // else nothing was proven
    if (resumableUploads === 'on') {
      expect(report.wireBytes).toBeLessThan(report.contentBytes * 1.1);
    }
  });
}
