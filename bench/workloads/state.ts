import path from 'node:path';
import { realClock, realIds } from '../../src-main/platform/real-ports.ts';
import { identityKey } from '../../src-main/platform/disk/file-identity.ts';
import { openState } from '../../src-main/db/state.ts';
import type { Contestant, Part } from '../contest.ts';
import { subject } from '../subject.ts';
import { sampleRules } from '../sample-tree.ts';
import type { Workload } from '../peers.ts';

const FILES_IN_A_FOLDER = 100;
const ROWS_AT_ONCE = 1_000;
const FILE_BYTES = 100_000;
const PAGES = ['first page', 'page in the middle', 'newest page'];

export const state: Workload = {
  name: 'state',
  says: (size) =>
    `What a list asks of a database of ${size.toLocaleString('en')} files: pages of a hundred rows and the counts by state, without any way over a network; beside them the same in plain SQL on the same tables.`,
  unit: 'rows',
  sizes: [10_000, 100_000, 1_000_000],
  sizesInAll: [10_000, 100_000, 1_000_000],
  isRated: false,
  plotted: 'page in the middle',
  async prepare(size, { folder, after }) {
    const account = path.join(folder, 'account');
    fill(account, size);
    const asked = async (name: string, part: Part, by: string): Promise<Contestant> => {
      const contestant = await subject(after, name, part, 'state', [by, account, String(size)]);
      // How long the whole round took is nobody's answer.
      const run = async () => ({ ...(await contestant.run()), wallMs: null, cpuMs: null });
      return { ...contestant, run };
    };
    return {
      contestants: [
        await asked('labseal', 'labseal', 'labseal'),
        await asked('plain SQL', 'peer', 'sql'),
      ],
      budgets: [
        ...PAGES.map((figure) => ({ ours: 'labseal', figure, atMost: 5 })),
        { ours: 'labseal', figure: 'counts', atMost: 1 },
      ],
    };
  },
};

/** Rows of files that wait for a yes, written by the repositories themselves. */
function fill(folder: string, size: number): void {
  const opened = openState(folder, { clock: realClock, ids: realIds });
  try {
    const folderId = opened.folders.add('/data', sampleRules('project-1'), 0);
    for (let first = 0; first < size; first += ROWS_AT_ONCE) {
      opened.transaction(() => {
        for (let row = first; row < Math.min(size, first + ROWS_AT_ONCE); row += 1) {
          const directory = `run-${Math.floor(row / FILES_IN_A_FOLDER)}`;
          opened.files.add(newFile(folderId, opened.files.directory(folderId, directory), row));
        }
      });
    }
  } finally {
    opened.close();
  }
}

function newFile(folderId: number, directoryId: number, row: number) {
  const times = { mtimeNs: '1600000000000000000', ctimeNs: '1600000000000000000' };
  return {
    folderId,
    directoryId,
    name: `scan-${row}.raw`,
    state: 'ready',
    sizeBytes: FILE_BYTES + row,
    identity: identityKey({ dev: '1', ino: String(row), sizeBytes: FILE_BYTES + row, ...times }),
    unchangedSinceMs: 0,
    dueAtMs: null,
    message: null,
    isPicked: false,
  } as const;
}
