/** A watched folder in which a drive is mounted; the folder, the drive and its place are real, the mounting is played. */
import { utimesSync } from 'node:fs';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { makeMountedTree, type MountedDrive } from './mounted-tree.ts';
import { onThreadTree } from './on-thread.ts';
import { scannedFolder } from './scanned-folder.ts';

/** What a scan finds of it. */
export const DRIVE_FILES = [
  '/here.csv discovered',
  'drive/a.csv discovered',
  'drive/b.csv discovered',
  'drive/deep/c.csv discovered',
];
const YEARS_AGO = new Date('2020-01-01');

/** A watched folder with a file of its own and a drive in it; a drive of somebody else lies ready. */
export function withDrive({ volumes = true, births = true } = {}) {
  const folder = temporaryFolder();
  const drives = temporaryFolder();
  const write = (path: string, content: string) =>
    utimesSync(drives.write(path, content), YEARS_AGO, YEARS_AGO);
  write('own/a.csv', 'a');
  write('own/b.csv', 'b');
  write('own/deep/c.csv', 'c');
  write('other/stranger.csv', 'not ours');
  folder.write('here.csv');
  const at = folder.makeFolder('drive');
  const id = (name: string) => (volumes ? name : null);
  const born = (year: number) => (births ? `${Date.UTC(year)}000000` : '0');
  const own: MountedDrive = {
    holds: drives.at('own'),
    dev: '8',
    volume: id('own'),
    bornNs: born(2018),
  };
  const other: MountedDrive = {
    holds: drives.at('other'),
    dev: '9',
    volume: id('other'),
    bornNs: born(2019),
  };
  const mounts = new Map([[at, own]]);
  const base = { dev: '1', volume: id('base'), bornNs: born(2017) };
  const tree = makeMountedTree(onThreadTree, mounts, base);
  const scanned = scannedFolder(folder, {});
  return {
    ...scanned,
    at,
    drives,
    own,
    other,
    mounts,
    base,
    tree,
    scan: () => scanned.scan(tree),
    troubled: () => scanned.state().folderDrives.troubled(scanned.id),
    trouble: () => scanned.state().folders.get(scanned.id)?.trouble ?? null,
    messages: () => new Set(scanned.files().map(({ message }) => message)),
  };
}
