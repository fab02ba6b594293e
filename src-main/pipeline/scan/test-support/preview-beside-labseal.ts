/** A program of its own, which has a data folder open and prints what the preview of another folder says of each file. */
import { makeFakeClock } from '../../../test-support/fake-clock.ts';
import { protectDataFolder } from '../../../platform/data-folder.ts';
import { previewFolder } from '../preview-folder.ts';
import { onThreadTree } from './on-thread.ts';

const [dataFolder = '', folder = ''] = process.argv.slice(2);
protectDataFolder(dataFolder);
const choice = { exclude: [], visibility: 'private', onlyNew: false } as const;
const told: string[] = [];
await previewFolder(
  folder,
  { ...choice, fileTree: onThreadTree, clock: makeFakeClock() },
  ({ path, reason }) => told.push(`${path} ${reason?.kind === 'ignored' ? reason.rule : 'taken'}`),
  new AbortController().signal,
);
process.stdout.write(JSON.stringify(told.toSorted()));
