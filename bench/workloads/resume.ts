import { runCutUpload } from '../../e2e/support/cut-upload.ts';
import { openLab } from '../../e2e/support/lab.ts';
import { median, NO_FIGURES } from '../contest.ts';
import type { Workload } from '../peers.ts';

const MB = 1_000_000;
const MIB = 2 ** 20;
const CUTS = 10;
const KILLS = 4;
const SENT = 'bytes sent';
const MEMORY = 'memory while sending';

export const resume: Workload = {
  name: 'resume',
  says: (size) =>
    `Upload one file of ${size} MiB over a line that is cut ${CUTS} times, ${KILLS} times together with the program. What was sent is counted on the line, questions and headers included.`,
  unit: 'MiB',
  sizes: [64, 512],
  rounds: 1,
  warmUp: false,
  isRated: false,
  plotted: SENT,
  async prepare(size) {
    return {
      contestants: [
        {
          name: 'labseal sync',
          part: 'labseal',
          async run() {
            const { lab, close } = await openLab();
            try {
              const startedMs = performance.now();
              const sizeBytes = size * MIB;
              const report = await runCutUpload(lab, { sizeBytes, cuts: CUTS, kills: KILLS });
              const wallMs = performance.now() - startedMs;
              const [taken] = report.takenIn;
              if (report.takenIn.length !== 1 || taken?.sha256 !== report.sha256) {
                throw new Error('the service did not take in exactly the bytes of the file, once');
              }
              const others = {
                [SENT]: { value: report.passedBytes / sizeBytes, unit: '×' },
                [MEMORY]: { value: median(report.residentBytes), unit: 'bytes' },
              } as const;
              const peakBytes = Math.max(...report.residentBytes);
              return { ...NO_FIGURES, wallMs, peakBytes, others };
            } finally {
              await close();
            }
          },
        },
      ],
      budgets: [
        { ours: 'labseal sync', figure: SENT, atMost: 1.05 },
        { ours: 'labseal sync', figure: 'peakBytes', atMost: 200 * MB },
      ],
    };
  },
};
