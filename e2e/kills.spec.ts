import { runKillLoop } from './support/kill-loop.ts';
import { expect, test } from './support/lab.ts';

// Twenty kills; `npm run torture` does as many as one likes, with another seed each time.
const LOOPS = [
  { kills: 12, seed: 1, resumableUploads: 'on' },
  { kills: 8, seed: 2, resumableUploads: 'off' },
] as const;

for (const { kills, seed, resumableUploads } of LOOPS) {
  test(`killed ${kills} times, every content is recorded once at its price; resuming is ${resumableUploads}, seed ${seed}`, async ({
    newLab: lab,
  }) => {
    const report = await runKillLoop(lab, { kills, seed, resumableUploads, filesPerBatch: 24 });
    expect(report.wrongs).toEqual([]);
    expect(report.kills).toBe(kills);
    const { answersAwaited, bodiesOnTheirWay } = report.phases;
    expect(answersAwaited + bodiesOnTheirWay).toBeGreaterThan(0); // else nothing was proven
    if (resumableUploads === 'on') {
      // Open is only what had left for good before the service named the upload: nobody can ask about that by name. One
      // kill may take the answers of several files at once; a file that stays open without one is among the wrongs.
      const { notarized = 0, confirming = 0 } = report.last.counts;
      expect(notarized + confirming).toBe(report.files);
      expect(confirming).toBeLessThanOrEqual(report.answersLost.size);
      expect(report.wireBytes).toBeLessThan(report.contentBytes * 1.1);
    }
  });
}
