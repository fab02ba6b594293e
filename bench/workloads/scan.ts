import path from 'node:path';
import { program, type Workload } from '../peers.ts';
import { writeTree } from '../sample-tree.ts';
import { subject } from '../subject.ts';

const OURS = 'labseal, in the running program';

export const scan: Workload = {
  name: 'scan',
  says: (size) =>
    `List ${size.toLocaleString('en')} files, a hundred in a folder, each with its size and times; everything is in the page cache.`,
  unit: 'files',
  sizes: [10_000, 100_000, 1_000_000],
  sizesInAll: [10_000, 100_000],
  async prepare(size, { folder, after }) {
    const root = path.join(folder, 'tree');
    writeTree(root, size, 0);
    return {
      contestants: [
        await subject(after, OURS, 'labseal', 'scan', [root, String(size)]),
        program('find -printf', 'find', [root, '-type', 'f', '-printf', '%p %s %T@ %C@ %i\n']),
        program('rclone lsf', 'rclone', ['lsf', '-R', '--files-only', '--format', 'pst', root]),
      ],
      budgets: [
        { ours: OURS, than: 'rclone lsf', atMost: 1 / 3 },
        { ours: OURS, than: 'find -printf', atMost: 1 / 1.3 },
      ],
    };
  },
};
