import path from 'node:path';
import { openIndexedLab, MEMORY_AT_REST, PROCESSOR_AT_REST, rest, REST_MS } from '../rest.ts';
import { startServed } from '../soak-served.ts';
import { prepareSyncthing, startSyncthing } from '../syncthing.ts';
import type { Workload } from '../peers.ts';

const SYNCTHING_PORT = 48_385;

export const idle: Workload = {
  name: 'idle',
  says: (size) =>
    `What it takes to do nothing for ${REST_MS / 1_000} seconds: ${size.toLocaleString('en')} files are known and watched, and nobody writes.`,
  unit: 'files',
  sizes: [10_000, 100_000],
  sizesInAll: [100_000],
  rounds: 1,
  warmUp: false,
  isRated: false,
  plotted: PROCESSOR_AT_REST,
  peers: ['syncthing'],
  async prepare(size, folder, peers) {
    const { lab, home, tree, close } = await openIndexedLab(folder, size);
    const syncthingHome = path.join(folder, 'syncthing');
    if (peers.has('syncthing')) {
      prepareSyncthing(syncthingHome, tree, SYNCTHING_PORT, { isWatching: true });
    }
    return {
      contestants: [
        {
          name: 'labseal serve',
          part: 'labseal',
          async run() {
            const served = await startServed(home, lab.mock.url);
            const figures = await rest(served.pid);
            await served.end();
            return figures;
          },
        },
        ...(peers.has('syncthing')
          ? [
              {
                name: 'syncthing',
                part: 'peer' as const,
                async run() {
                  const { pid, end } = await startSyncthing(syncthingHome, SYNCTHING_PORT, size);
                  const figures = await rest(pid);
                  await end();
                  return figures;
                },
              },
            ]
          : []),
      ],
      budgets: [
        { ours: 'labseal serve', figure: PROCESSOR_AT_REST, atMost: 0.1 },
        { ours: 'labseal serve', figure: MEMORY_AT_REST, atMost: 85_000_000 },
      ],
      close,
    };
  },
};
