/** What the check of a stranger's bag takes in memory: `npm run test:nightly`. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test-support/temporary-state.ts';
import { BAG_DECLARATION } from './bag-format.ts';
import { checkFolder } from './check-folder.ts';
import { makeFileCopy } from './copy-file.ts';

const LINES_OF_PIECE = 10_000;
const PIECES = 200;
const MOST_MORE_BYTES = 100_000_000;

test('a list of 160 MB of files that are not there takes no memory to speak of', async () => {
  const folder = temporaryFolder();
  fs.mkdirSync(path.join(folder, 'data'));
  fs.writeFileSync(path.join(folder, 'bagit.txt'), BAG_DECLARATION);
  for (let piece = 0; piece < PIECES; piece += 1) {
    const lines = Array.from(
      { length: LINES_OF_PIECE },
      (_, line) => `${'a'.repeat(64)}  data/${piece}-${line}\n`,
    );
    fs.appendFileSync(path.join(folder, 'manifest-sha256.txt'), lines.join(''));
  }
  let mostBytes = 0;
  const beforeBytes = process.memoryUsage.rss();
  const watching = setInterval(() => {
    mostBytes = Math.max(mostBytes, process.memoryUsage.rss());
  }, 10);
  const copyFile = makeFileCopy();
  const copy: Parameters<typeof checkFolder>[1] = async (order, onRead) =>
    copyFile(order, { isCancelled: () => false, onRead });
  const { troubles } = await checkFolder(
    folder,
    copy,
    () => undefined,
    new AbortController().signal,
  );
  clearInterval(watching);
  expect(troubles.at(-1)).toEqual({ kind: 'more', where: '.' });
  expect(mostBytes).toBeGreaterThan(0);
  expect(mostBytes - beforeBytes).toBeLessThan(MOST_MORE_BYTES);
});
