import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, onTestFinished, test } from 'vitest';
import { bulkFolder } from '../../test-support/temporary-folder.ts';
import { makeWorkerFileTree } from './worker-file-tree.ts';

test('a folder of 20,000 files never holds up the main thread for long', async () => {
  const tree = makeWorkerFileTree({ workers: 2 });
  onTestFinished(() => tree.close());
  const folder = bulkFolder();
  for (let index = 0; index < 20_000; index += 1) writeFileSync(folder.at(`${index}`), '');
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const reading = await tree.readDirectory(folder.path, new AbortController().signal);
  if (reading.kind !== 'read') throw new Error(`cannot read: ${JSON.stringify(reading)}`);
  expect([...reading.entries]).toHaveLength(20_000);
  delay.disable();
  // 20 ms by itself; the rest is room for the other programs on a busy test machine.
  expect(delay.max / 1e6).toBeLessThan(150);
});
