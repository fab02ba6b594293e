/** What the threads add to the reading of directories, and what no quick test can make: a FIFO. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readIgnoreFile } from './judge-entries.ts';
import { onThreadTree } from './test-support/on-thread.ts';
import { bulkFolder, temporaryFolder } from '../../test-support/temporary-folder.ts';
import { makeWorkerFileTree } from './worker-file-tree.ts';

const tree = makeWorkerFileTree({ workers: 2 });
afterAll(() => tree.close());
const unhurried = new AbortController().signal;

async function listed(path: string, by = tree) {
  const reading = await by.readDirectory(path, unhurried);
  return reading.kind === 'read' ? { ...reading, entries: [...reading.entries] } : reading;
}

test('what a thread reads arrives as it was read, of many files too', async () => {
  const folder = bulkFolder();
  for (let index = 0; index < 3_000; index += 1) writeFileSync(folder.at(`${index}`), '');
  folder.makeFolder('directory');
  const here = { ...onThreadTree, close: () => Promise.resolve() };
  for (const path of [folder.path, folder.at('directory'), folder.at('0'), folder.at('nothing')]) {
    expect(await listed(path)).toEqual(await listed(path, here));
    expect(await tree.identify(path, unhurried)).toEqual(await here.identify(path, unhurried));
  }
});

test('a FIFO is special, and as an ignore file it is an error; neither is waited for', async () => {
  const folder = temporaryFolder();
  execFileSync('mkfifo', [folder.at('fifo')]);
  expect(await listed(folder.path)).toMatchObject({ entries: [{ name: 'fifo', kind: 'special' }] });
  expect(await tree.identify(folder.at('fifo'), unhurried)).toEqual({ kind: 'special' });
  expect(readIgnoreFile(folder.at('fifo'))).toEqual({
    ok: false,
    fault: 'EINVAL',
  });
});

test('abort ends the wait for a reading with its reason', async () => {
  const reason = new Error('the folder was removed');
  const leaving = new AbortController();
  const reading = tree.readDirectory('/dev', leaving.signal);
  leaving.abort(reason);
  await expect(reading).rejects.toBe(reason);
  await expect(tree.identify('/dev', leaving.signal)).rejects.toBe(reason);
});

test.skipIf(process.platform === 'win32')(
  'where the system lets no more files be opened, nothing is concluded about a directory',
  () => {
    const program = join(import.meta.dirname, 'test-support/starve-file-tree.ts');
    const line = 'ulimit -n 64; exec "$0" "$@"';
    const said = execFileSync('sh', ['-c', line, process.execPath, program, import.meta.dirname]);
    expect(JSON.parse(said.toString())).toEqual({ code: 'EMFILE', after: 'read' });
  },
);
