import path from 'node:path';
import { runProgram } from '../process-figures.ts';
import type { Workload } from '../peers.ts';
import { openIndexedLab } from '../rest.ts';
import { startServed } from '../served.ts';
import { makeSyncthing } from '../syncthing.ts';

export const start: Workload = {
  name: 'start',
  says: (size) =>
    `From the start of the program to its first answer about a folder of ${size.toLocaleString('en')} known files, over loopback. Syncthing answers only when it has looked at all of them.`,
  unit: 'files',
  sizes: [10_000],
  isRated: false,
  async prepare(size, { folder, after }) {
    const lab = await openIndexedLab(after, size);
    const syncthing = makeSyncthing(path.join(folder, 'syncthing'), lab.at('tree'), size);
    return {
      contestants: [
        {
          name: 'labseal serve',
          part: 'labseal',
          async run() {
            const startedMs = performance.now();
            const served = await startServed(lab);
            await served.call('status.read', {});
            const figures = served.figures(performance.now() - startedMs);
            await served.end();
            return figures;
          },
        },
        syncthing.contestant('syncthing', syncthing.run),
        {
          name: 'node, doing nothing',
          part: 'limit',
          run: () => runProgram(process.execPath, ['--eval', '0']),
        },
      ],
      budgets: [{ ours: 'labseal serve', atMost: 1_000 }],
    };
  },
};
