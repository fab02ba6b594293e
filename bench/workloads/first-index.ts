import fs from 'node:fs';
import path from 'node:path';
import { openLab, type Lab } from '../../e2e/support/lab.ts';
import type { Contestant, Figures } from '../contest.ts';
import { peakMemory, processorMs } from '../process-figures.ts';
import { untilReached, startServed } from '../soak-served.ts';
import { writeTree } from '../sample-tree.ts';
import { prepareSyncthing, runSyncthing } from '../syncthing.ts';
import type { Workload } from '../peers.ts';

const SMALL_BYTES = 1_024;
const LOOK_EVERY_MS = 50; // as syncthing is asked; every 20 ms, the answers were a tenth of the work
const MB = 1_000_000;
const SYNCTHING_PORT = 48_384;

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
  peers: ['syncthing'],
  async prepare(size, folder, peers) {
    const { lab, close } = await openLab();
    const tree = path.join(folder, 'tree');
    writeTree(tree, size, SMALL_BYTES);
    return {
      contestants: [
        ...labseal(lab, tree, size),
        ...(peers.has('syncthing') ? syncthing(folder, tree, size) : []),
      ],
      budgets: [
        { ours: 'labseal, first', than: 'syncthing, first', atMost: 1 / 7 },
        { ours: 'labseal, again', than: 'syncthing, again', atMost: 1 / 8 },
        { ours: 'labseal, first', figure: 'peakBytes', atMost: 140 * MB },
        { ours: 'labseal, again', figure: 'peakBytes', atMost: 85 * MB },
      ],
      close,
    };
  },
};

function labseal(lab: Lab, tree: string, size: number): readonly Contestant[] {
  let round = 0;
  const home = () => lab.at(`home-${round}`);
  return [
    {
      name: 'labseal, first',
      part: 'labseal',
      async run() {
        round += 1;
        const env = { LABSEAL_HOME: home() };
        await lab.signIn(undefined, { env });
        const place = ['--project', await lab.projectId(), '--visibility', 'private'];
        const rules = ['--label', 'raw', '--settle', '0', '--check', 'never'];
        const { code, stderr } = await lab.run(['folder', 'add', tree, ...place, ...rules], {
          env,
        });
        if (code !== 0) throw new Error(stderr);
        return serveUntilKnown(home(), lab, size);
      },
    },
    { name: 'labseal, again', part: 'labseal', run: () => serveUntilKnown(home(), lab, size) },
  ];
}

/** Until a scan of this start has ended and nothing is left to be read; its end is not in the figures. */
async function serveUntilKnown(home: string, lab: Lab, size: number): Promise<Figures> {
  const startedAtMs = Date.now();
  const startedMs = performance.now();
  const served = await startServed(home, lab.mock.url);
  await untilReached(
    served,
    LOOK_EVERY_MS,
    ({ files, waiting, scannedAtMs }) =>
      files === size && waiting === 0 && Number(scannedAtMs) >= startedAtMs,
  );
  const wallMs = performance.now() - startedMs;
  const { pid } = served;
  const figures = { wallMs, cpuMs: processorMs(pid), peakBytes: peakMemory(pid) };
  await served.end();
  return figures;
}

function syncthing(folder: string, tree: string, size: number): readonly Contestant[] {
  const home = path.join(folder, 'syncthing');
  const run = () => runSyncthing(home, SYNCTHING_PORT, size);
  return [
    {
      name: 'syncthing, first',
      part: 'peer',
      run() {
        fs.rmSync(home, { recursive: true, force: true });
        prepareSyncthing(home, tree, SYNCTHING_PORT);
        return run();
      },
    },
    { name: 'syncthing, again', part: 'peer', run },
  ];
}
