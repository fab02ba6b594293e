import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figures } from '../contest.ts';
import { openIndexedLab } from '../indexed-lab.ts';
import { threadsMs } from '../process-figures.ts';
import { holdingsOf } from '../soak-figures.ts';
import { startServed } from '../soak-served.ts';
import { prepareSyncthing, startSyncthing } from '../syncthing.ts';
import type { Workload } from '../workload.ts';

const SYNCTHING_PORT = 48_385;
const UNTIL_REST_MS = 25_000; // threads at rest end after 10 s, and their memory is given back 8 s later
const REST_MS = 30_000;
const PROCESSOR = 'processor at rest';
const MEMORY = 'memory at rest';

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
  plotted: PROCESSOR,
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
        { ours: 'labseal serve', figure: PROCESSOR, atMost: 0.1 },
        { ours: 'labseal serve', figure: MEMORY, atMost: 85_000_000 },
      ],
      close,
    };
  },
};

async function rest(pid: number): Promise<Figures> {
  await sleep(UNTIL_REST_MS);
  const before = threadsMs(pid);
  const startedMs = performance.now();
  await sleep(REST_MS);
  const after = threadsMs(pid);
  const restedMs = performance.now() - startedMs;
  const residentBytes = holdingsOf(pid)?.residentBytes ?? null;
  const share = before === null || after === null ? null : ((after - before) / restedMs) * 100;
  return {
    wallMs: null,
    cpuMs: null,
    peakBytes: null,
    others: {
      ...(share === null ? {} : { [PROCESSOR]: { value: share, unit: '%' } }),
      ...(residentBytes === null ? {} : { [MEMORY]: { value: residentBytes, unit: 'bytes' } }),
    },
  };
}
