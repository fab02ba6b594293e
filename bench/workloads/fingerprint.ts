import fs from 'node:fs';
import path from 'node:path';
import { runProgram } from '../process-figures.ts';
import { hashByRclone, type Workload } from '../peers.ts';
import { writeLargeFile, writeTree } from '../sample-tree.ts';
import { startSubject } from '../subject.ts';
const SMALL_BYTES = 4_096;

/** BLAKE3 alone, as b3sum makes it; `sha256sum` beside it is what is spared until a file is sent. */
export const fingerprint: Workload = {
  name: 'fingerprint',
  says: (size) =>
    `Read two files of ${size} MiB in all and fingerprint them with BLAKE3; everything is in the page cache.`,
  unit: 'MiB',
  sizes: [512, 4_096],
  peers: ['b3sum', 'sha256sum'],
  async prepare(size, folder, peers) {
    const root = path.join(folder, 'large');
    fs.mkdirSync(root);
    const files = ['one.raw', 'two.raw'].map((name) => path.join(root, name));
    for (const [salt, file] of files.entries()) writeLargeFile(file, size / 2, salt);
    const readers = await startReaders(root);
    return {
      contestants: [
        ...readers.contestants,
        ...(peers.has('b3sum')
          ? ([
              {
                name: 'b3sum, one thread',
                part: 'peer',
                run: () => runProgram('b3sum', ['--num-threads', '1', ...files]),
              },
              {
                name: 'b3sum, two threads',
                part: 'peer',
                run: () => runProgram('b3sum', ['--num-threads', '2', ...files]),
              },
            ] as const)
          : []),
        ...(peers.has('sha256sum')
          ? ([
              { name: 'sha256sum', part: 'peer', run: () => runProgram('sha256sum', files) },
            ] as const)
          : []),
        { name: 'cat', part: 'limit', run: () => runProgram('cat', files) },
      ],
      budgets: [
        { ours: 'labseal, one reader', than: 'b3sum, one thread', atMost: 1.1 },
        { ours: 'labseal, two readers', than: 'b3sum, two threads', atMost: 1 / 0.9 },
      ],
      close: readers.close,
    };
  },
};

export const smallFiles: Workload = {
  name: 'small-files',
  says: (size) =>
    `Read and fingerprint ${size.toLocaleString('en')} files of 4 KiB, found beforehand or, as in a first scan and by b3sum, listed in the same run; everything is in the page cache.`,
  unit: 'files',
  sizes: [10_000, 100_000],
  peers: ['b3sum', 'rclone'],
  async prepare(size, folder, peers) {
    const root = path.join(folder, 'small');
    writeTree(root, size, SMALL_BYTES);
    const [readers, oneThread, twoThreads] = await Promise.all([
      startReaders(root),
      startSubject('first-scan', [root, String(size), '1']),
      startSubject('first-scan', [root, String(size), '2']),
    ]);
    const shell = `find "$0" -type f -print0 | xargs -0 b3sum --num-threads 1 > /dev/null`;
    return {
      contestants: [
        ...readers.contestants,
        { name: 'labseal, first scan, one thread', part: 'labseal', run: oneThread.run },
        { name: 'labseal, first scan, two threads', part: 'labseal', run: twoThreads.run },
        ...(peers.has('b3sum')
          ? ([
              {
                name: 'b3sum, one thread',
                part: 'peer',
                run: () => runProgram('sh', ['-c', shell, root]),
              },
            ] as const)
          : []),
        ...(peers.has('rclone')
          ? ([
              {
                name: 'rclone hashsum',
                part: 'peer',
                run: () => hashByRclone(root),
              },
            ] as const)
          : []),
      ],
      budgets: [
        { ours: 'labseal, one reader', than: 'b3sum, one thread', atMost: 1 / 1.1 },
        { ours: 'labseal, first scan, one thread', than: 'b3sum, one thread', atMost: 1 },
        { ours: 'labseal, two readers', than: 'rclone hashsum', atMost: 1 / 4 },
      ],
      async close() {
        await Promise.all([readers.close(), oneThread.close(), twoThreads.close()]);
      },
    };
  },
};

/** Labseal's own contestants, with one and with two threads that read. */
async function startReaders(root: string) {
  const [one, two] = await Promise.all([
    startSubject('fingerprint', [root, '1']),
    startSubject('fingerprint', [root, '2']),
  ]);
  return {
    contestants: [
      { name: 'labseal, one reader', part: 'labseal', run: one.run },
      { name: 'labseal, two readers', part: 'labseal', run: two.run },
    ] as const,
    close: async () => {
      await Promise.all([one.close(), two.close()]);
    },
  };
}
