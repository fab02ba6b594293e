import path from 'node:path';
import type { Figures } from '../contest.ts';
import type { Workload } from '../peers.ts';
import { openIndexedLab, MEMORY_AT_REST, PROCESSOR_AT_REST, rest, REST_MS } from '../rest.ts';
import { startServed } from '../served.ts';
import { makeSyncthing } from '../syncthing.ts';

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
  async prepare(size, { folder, after }) {
    const lab = await openIndexedLab(after, size);
    const syncthing = makeSyncthing(path.join(folder, 'syncthing'), lab.at('tree'), size, true);
    return {
      contestants: [
        { name: 'labseal serve', part: 'labseal', run: () => restOf(startServed(lab)) },
        syncthing.contestant('syncthing', () => restOf(syncthing.start())),
      ],
      budgets: [
        { ours: 'labseal serve', figure: PROCESSOR_AT_REST, atMost: 0.1 },
        { ours: 'labseal serve', figure: MEMORY_AT_REST, atMost: 85_000_000 },
      ],
    };
  },
};

async function restOf(
  starting: Promise<{ readonly pid: number; readonly end: () => Promise<void> }>,
): Promise<Figures> {
  const { pid, end } = await starting;
  const figures = await rest(pid);
  await end();
  return figures;
}
