/**
 * The few files of a counter loop: one for each way a file can go. Nobody works there but the program that rewrites one
 * of them, once, while it is being sent.
 */
import path from 'node:path';
import { isoFromMs } from '../../src-shared/model/text/time.ts';
import { openState } from '../../src-main/db/state.ts';
import { makeFakeClock } from '../../src-main/test-support/fake-clock.ts';
import { makeFakeIds } from '../../src-main/test-support/fake-ids.ts';
import type { Books } from '../checks/books.ts';
import type { Disk } from '../disk/disk.ts';
import { FOLDERS } from '../disk/lab.ts';
import { watch, type ScratchFolder } from '../scratch-folder.ts';
import { ACCOUNT, copyDatabase } from '../program/life.ts';
import { PROJECT } from '../service/ledger.ts';
import type { Service } from '../service/service.ts';

const DERIVED = '/lab/derived';
/** Several pieces of an upload, so that there is a middle in which it can be cut and gone on with. */
const LARGE_BYTES = 150_000;
/** Written to while it is sent. */
const GROWING = `${FOLDERS.public}/growing.csv`;
const KNOWN = Buffer.from('what somebody else has notarized before');

const FILES: Readonly<Record<string, Buffer>> = {
  [`${FOLDERS.private}/plate.raw`]: Buffer.from('a plate'),
  [`${FOLDERS.private}/plate copy.raw`]: Buffer.from('a plate'),
  [`${FOLDERS.private}/known.csv`]: KNOWN,
  [`${FOLDERS.private}/scan.tif`]: Buffer.alloc(LARGE_BYTES, 'scan '),
  [`${FOLDERS.public}/notes.md`]: Buffer.from('notes'),
  [GROWING]: Buffer.from('first line\n'),
  [`${DERIVED}/mean.csv`]: Buffer.from('derived from a plate'),
};

/** Contents of ours to be paid for: the copy, what is known already and the first version of the growing file are none. */
export const CONTENTS_TO_PAY = Object.keys(FILES).length - 2;

export function fillDisk(disk: Disk): void {
  for (const directory of ['/lab', ...Object.values(FOLDERS), DERIVED]) {
    disk.make(directory, 'directory');
  }
  for (const [at, content] of Object.entries(FILES)) disk.make(at, 'file', content);
}

export function fillService({ ledger }: Service, nowMs: number): void {
  const fields = { type: 'primary', label: 'raw', uploaded: isoFromMs(nowMs) };
  const place = { projectId: PROJECT, visibility: 'public' } as const;
  ledger.record({ fields, fileName: 'theirs.csv', content: KNOWN }, place, 'somebody', null);
}

/** Called at each read of a file: adds a line to the growing one at its first reading by an upload. */
export function makeRewriter(disk: Disk, books: () => Books) {
  let isDone = false;
  return (at: string): void => {
    if (isDone || at !== GROWING) return;
    const row = books()
      .files()
      .find((file) => file.path === GROWING);
    if (row?.state !== 'uploading') return;
    isDone = true;
    disk.write(GROWING, Buffer.from('first line\nsecond line\n'));
  };
}

/** A data folder with the watched folders in it, the one of derived files among them. */
export function layDatabase(scratchFolder: ScratchFolder, dataFolder: string): void {
  copyDatabase(scratchFolder.template({ checkPolicy: 'approved' }), dataFolder);
  const account = path.join(dataFolder, 'accounts', ACCOUNT);
  const state = openState(account, { clock: makeFakeClock(), ids: makeFakeIds() });
  watch(state, DERIVED, {
    fileType: 'secondary',
    labels: 'mean',
    procedureDescription: 'averaged',
    linkToProcedure: 'procedure-1',
    primaryData: 'primary-1',
  });
  state.close();
}
