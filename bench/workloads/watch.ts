import path from 'node:path';
import type { Contestant } from '../contest.ts';
import { writeTree } from '../sample-tree.ts';
import { runSubject } from '../subject.ts';
import type { Workload } from '../peers.ts';

type Way = readonly [name: string, part: Contestant['part'], how: string];
const WAYS: readonly [Way, ...Way[]] = [
  ['labseal, the system itself', 'labseal', 'native'], // on Linux
  ['labseal, chokidar folder by folder', 'labseal', 'chokidar'], // on Windows and macOS
  ['chokidar on the whole tree', 'peer', 'whole-tree'],
  ['fs.watch for each folder', 'limit', 'fs.watch'],
];
const MOST_BYTES = 250 * 2 ** 20;

export const watch: Workload = {
  name: 'watch',
  says: (size) =>
    `Find every folder of a tree of ${size.toLocaleString('en')} files, a hundred in a folder, and watch it, until every watch stands; each in a process of its own.`,
  unit: 'files',
  sizes: [10_000, 100_000, 1_000_000],
  sizesInAll: [10_000, 100_000],
  packages: ['chokidar'],
  async prepare(size, { folder }) {
    const root = path.join(folder, 'tree');
    writeTree(root, size, 0);
    return {
      contestants: WAYS.map(([name, part, how]) => ({
        name,
        part,
        run: () => runSubject('watch', [how, root]),
      })),
      budgets: [
        { ours: WAYS[0][0], than: 'chokidar on the whole tree', atMost: 1 / 15 },
        { ours: WAYS[0][0], figure: 'peakBytes', atMost: MOST_BYTES },
      ],
    };
  },
};
