import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openLab, type Lab } from '../../e2e/support/lab.ts';
import type { Contestant } from '../contest.ts';
import { runProgram } from '../process-figures.ts';
import { writeTree } from '../sample-tree.ts';
import { prepareSyncthing, runSyncthing } from '../syncthing.ts';
import type { Workload } from '../workload.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/labseal', import.meta.url));
const SMALL_BYTES = 1_024;
const MB = 1_000_000;
const SYNCTHING_PORT = 48_384;
/** Everything is ready and nothing was agreed to: the files wait for a yes. */
const ALL_HELD = [0, 1];

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
        ...labseal(lab, tree),
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

function labseal(lab: Lab, tree: string): readonly Contestant[] {
  let round = 0;
  const env = () => ({ LABSEAL_HOME: lab.at(`home-${round}`), LABSEAL_TOKEN_STORE: 'file' });
  const sync = () =>
    runProgram(PROGRAM, ['sync', '--max-credits', '0', '--json'], { codes: ALL_HELD, env: env() });
  return [
    {
      name: 'labseal, first',
      part: 'labseal',
      async run() {
        round += 1;
        await lab.signIn(undefined, { env: env() });
        const place = ['--project', await lab.projectId(), '--visibility', 'private'];
        const rules = ['--label', 'raw', '--settle', '0', '--check', 'never'];
        const { code, stderr } = await lab.run(['folder', 'add', tree, ...place, ...rules], {
          env: env(),
        });
        if (code !== 0) throw new Error(stderr);
        return sync();
      },
    },
    { name: 'labseal, again', part: 'labseal', run: sync },
  ];
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
