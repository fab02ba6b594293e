import path from 'node:path';
import { openLab, type Lab } from '../../e2e/support/lab.ts';
import type { Figures } from '../contest.ts';
import type { Workload } from '../peers.ts';
import { watchAnew } from '../rest.ts';
import { writeTree } from '../sample-tree.ts';
import { startServed, untilReached } from '../served.ts';
import { makeSyncthing } from '../syncthing.ts';

const SMALL_BYTES = 1_024;
const LOOK_EVERY_MS = 50; // as syncthing is asked; every 20 ms, the answers were a tenth of the work
const MB = 1_000_000;

/**
 * From the start of the program until it knows every file and its fingerprints: scan, settle, fingerprint, state. Nothing
 * is uploaded and nothing is asked of the service about contents.
 */
export const firstIndex: Workload = {
  name: 'first-index',
  says: (size) =>
    `From the start of the program until ${size.toLocaleString('en')} new files of 1 KiB are known with their fingerprints; then the same again with nothing changed.`,
  unit: 'files',
  sizes: [10_000, 100_000],
  sizesInAll: [10_000, 100_000],
  rounds: 3,
  async prepare(size, { folder, after }) {
    const { lab, close } = await openLab();
    after.defer(close);
    const tree = lab.at('tree');
    writeTree(tree, size, SMALL_BYTES);
    const syncthing = makeSyncthing(path.join(folder, 'syncthing'), tree, size);
    return {
      contestants: [
        {
          name: 'labseal, first',
          part: 'labseal',
          async run() {
            await watchAnew(lab, '--check', 'never');
            return serveUntilKnown(lab, size);
          },
        },
        { name: 'labseal, again', part: 'labseal', run: () => serveUntilKnown(lab, size) },
        syncthing.contestant('syncthing, first', () => {
          syncthing.forget();
          return syncthing.run();
        }),
        syncthing.contestant('syncthing, again', syncthing.run),
      ],
      budgets: [
        { ours: 'labseal, first', than: 'syncthing, first', atMost: 1 / 7 },
        { ours: 'labseal, again', than: 'syncthing, again', atMost: 1 / 8 },
        { ours: 'labseal, first', figure: 'peakBytes', atMost: 140 * MB },
        { ours: 'labseal, again', figure: 'peakBytes', atMost: 85 * MB },
      ],
    };
  },
};

/** Until a scan of this start has ended and nothing is left to be read; its end is not in the figures. */
async function serveUntilKnown(lab: Lab, size: number): Promise<Figures> {
  const startedAtMs = Date.now();
  const startedMs = performance.now();
  const served = await startServed(lab);
  await untilReached(
    served,
    LOOK_EVERY_MS,
    ({ files, waiting, scannedAtMs }) =>
      files === size && waiting === 0 && scannedAtMs >= startedAtMs,
  );
  const figures = served.figures(performance.now() - startedMs);
  await served.end();
  return figures;
}
