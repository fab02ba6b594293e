/** What the check of a stranger's bag takes in memory: `npm run test:nightly`. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test-support/temporary-state.ts';
import { BAG_DECLARATION } from '../../../../src-shared/evidence/bag-format.ts';
import { makeWorkers } from '../../workers.ts';
import { checkChosen } from './check-chosen.ts';

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
  const workers = makeWorkers();
  const { signal } = new AbortController();
  const { bundles } = await checkChosen([folder], null, workers, () => undefined, signal);
  await workers.close();
  clearInterval(watching);
  expect(bundles[0]?.troubles.at(-1)).toEqual({ kind: 'more', where: '.' });
  expect(mostBytes).toBeGreaterThan(0);
  expect(mostBytes - beforeBytes).toBeLessThan(MOST_MORE_BYTES);
});
