import path from 'node:path';
import type { Figures } from '../contest.ts';
import { openIndexedLab } from '../rest.ts';
import { peakMemory, processorMs, runProgram } from '../process-figures.ts';
import { startServed } from '../soak-served.ts';
import { prepareSyncthing, runSyncthing } from '../syncthing.ts';
import type { Workload } from '../peers.ts';

const SYNCTHING_PORT = 48_386;

export const start: Workload = {
  name: 'start',
  says: (size) =>
    `From the start of the program to its first answer about a folder of ${size.toLocaleString('en')} known files, over loopback. Syncthing answers only when it has looked at all of them.`,
  unit: 'files',
  sizes: [10_000],
  isRated: false,
  peers: ['syncthing'],
  async prepare(size, folder, peers) {
    const { lab, home, tree, close } = await openIndexedLab(folder, size);
    const syncthingHome = path.join(folder, 'syncthing');
    if (peers.has('syncthing')) prepareSyncthing(syncthingHome, tree, SYNCTHING_PORT);
    return {
      contestants: [
        {
          name: 'labseal serve',
          part: 'labseal',
          async run(): Promise<Figures> {
            const startedMs = performance.now();
            const served = await startServed(home, lab.mock.url);
            await served.call('status.read', {});
            const wallMs = performance.now() - startedMs;
            const { pid } = served;
            const figures = { wallMs, cpuMs: processorMs(pid), peakBytes: peakMemory(pid) };
            await served.end();
            return figures;
          },
        },
        ...(peers.has('syncthing')
          ? [
              {
                name: 'syncthing',
                part: 'peer' as const,
                run: () => runSyncthing(syncthingHome, SYNCTHING_PORT, size),
              },
            ]
          : []),
        {
          name: 'node, doing nothing',
          part: 'limit',
          run: () => runProgram(process.execPath, ['--eval', '0']),
        },
      ],
      budgets: [{ ours: 'labseal serve', atMost: 1_000 }],
      close,
    };
  },
};
