import fs from 'node:fs';
import path from 'node:path';
import { program, rclone, type Workload } from '../peers.ts';
import { writeLargeFile, writeTree } from '../sample-tree.ts';
import { subject } from '../subject.ts';

const SMALL_BYTES = 4_096;

/** BLAKE3 alone, as b3sum makes it; `sha256sum` beside it is what is spared until a file is sent. */
export const fingerprint: Workload = {
  name: 'fingerprint',
  says: (size) =>
    `Read two files of ${size} MiB in all and fingerprint them with BLAKE3; everything is in the page cache.`,
  unit: 'MiB',
  sizes: [512, 4_096],
  async prepare(size, { folder, after }) {
    const root = path.join(folder, 'large');
    fs.mkdirSync(root);
    const files = ['one.raw', 'two.raw'].map((name) => path.join(root, name));
    for (const [salt, file] of files.entries()) writeLargeFile(file, size / 2, salt);
    return {
      contestants: [
        ...(await readers(after, root)),
        program('b3sum, one thread', 'b3sum', ['--num-threads', '1', ...files]),
        program('b3sum, two threads', 'b3sum', ['--num-threads', '2', ...files]),
        program('sha256sum', 'sha256sum', files),
        program('cat', 'cat', files, 'limit'),
      ],
      budgets: [
        { ours: 'labseal, one reader', than: 'b3sum, one thread', atMost: 1.1 },
        { ours: 'labseal, two readers', than: 'b3sum, two threads', atMost: 1 / 0.9 },
      ],
    };
  },
};

export const smallFiles: Workload = {
  name: 'small-files',
  says: (size) =>
    `Read and fingerprint ${size.toLocaleString('en')} files of 4 KiB, found beforehand or, as in a first scan and by b3sum, listed in the same run; everything is in the page cache.`,
  unit: 'files',
  sizes: [10_000, 100_000],
  async prepare(size, { folder, after }) {
    const root = path.join(folder, 'small');
    writeTree(root, size, SMALL_BYTES);
    const firstScan = (threads: string, count: string) =>
      subject(after, `labseal, first scan, ${threads}`, 'labseal', 'scan', [
        root,
        `${size}`,
        count,
      ]);
    const hashes = 'find "$0" -type f -print0 | xargs -0 b3sum --num-threads 1 > /dev/null';
    return {
      contestants: [
        ...(await readers(after, root)),
        await firstScan('one thread', '1'),
        await firstScan('two threads', '2'),
        { ...program('b3sum, one thread', 'sh', ['-c', hashes, root]), program: 'b3sum' },
        rclone('rclone hashsum', root, ['hashsum', 'sha256', root]),
      ],
      budgets: [
        { ours: 'labseal, one reader', than: 'b3sum, one thread', atMost: 1 / 1.1 },
        { ours: 'labseal, first scan, one thread', than: 'b3sum, one thread', atMost: 1 },
        { ours: 'labseal, two readers', than: 'rclone hashsum', atMost: 1 / 4 },
      ],
    };
  },
};

/** Labseal's own contestants, with one and with two threads that read. */
async function readers(after: AsyncDisposableStack, root: string) {
  return [
    await subject(after, 'labseal, one reader', 'labseal', 'fingerprint', [root, '1']),
    await subject(after, 'labseal, two readers', 'labseal', 'fingerprint', [root, '2']),
  ];
}
