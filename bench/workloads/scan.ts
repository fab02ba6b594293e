import path from 'node:path';
import type { Contestant } from '../contest.ts';
import type { Peer, Workload } from '../peers.ts';
import { runProgram } from '../process-figures.ts';
import { writeTree } from '../sample-tree.ts';
import { startSubject } from '../subject.ts';
const OURS = 'labseal, in the running program';

/** Commands that list every file with its size and times. */
const LISTERS: readonly (readonly [Peer, Contestant['part'], readonly string[]])[] = [
  ['find', 'peer', ['-type', 'f', '-printf', '%p %s %T@ %C@ %i\n']],
  ['rclone', 'peer', ['lsf', '-R', '--files-only', '--format', 'pst']],
];

export const scan: Workload = {
  name: 'scan',
  says: (size) =>
    `List ${size.toLocaleString('en')} files, a hundred in a folder, each with its size and times; everything is in the page cache.`,
  unit: 'files',
  sizes: [10_000, 100_000, 1_000_000],
  sizesInAll: [10_000, 100_000],
  peers: ['find', 'rclone'],
  async prepare(size, folder, peers) {
    const root = path.join(folder, 'tree');
    writeTree(root, size, 0);
    const subject = await startSubject('scan', [root, String(size)]);
    return {
      contestants: [
        { name: OURS, part: 'labseal', run: subject.run },
        ...LISTERS.filter(([peer]) => peers.has(peer)).map(([peer, part, args]) => ({
          name: peer === 'rclone' ? 'rclone lsf' : 'find -printf',
          part,
          run: () => runProgram(peer, peer === 'find' ? [root, ...args] : [...args, root]),
        })),
      ],
      budgets: [
        { ours: OURS, than: 'rclone lsf', atMost: 1 / 3 },
        { ours: OURS, than: 'find -printf', atMost: 1 / 1.3 },
      ],
      close: () => subject.close(),
    };
  },
};
