import { startCuttingRelay } from '../src-main/pipeline/upload/test-support/cutting-relay.ts';
import { writeLargeFile } from './support/contents.ts';
import { expect, test } from './support/lab.ts';

const SIZE_BYTES = 40_000_000;
const LINE_PAUSE_MS = 10; // after 64 KiB: the file takes some seconds
const CUT_AFTER_BYTES = 20_000_000;
const PATIENTLY = { timeout: 60_000, intervals: [20] };

test('asleep in the middle of an upload, its connection lost meanwhile: it wakes, goes on and pays once', async ({
  newLab: lab,
}) => {
  const port = Number(new URL(lab.mock.url).port);
  await using relay = await startCuttingRelay(port, [CUT_AFTER_BYTES]);
  await lab.signIn(undefined, { server: relay.origin });
  const sum = writeLargeFile(await lab.write('data/large.raw'), SIZE_BYTES);
  await lab.watch('data', '--check', 'never');
  relay.setPauseMs(LINE_PAUSE_MS);
  const run = lab.start(['sync', '--yes', '--json']);
  const largest = () => Math.max(...relay.passedBytes());
  await expect.poll(largest, PATIENTLY).toBeGreaterThan(CUT_AFTER_BYTES - 1_000_000);
  // What its sockets hold still passes, and with it the place of the cut.
  process.kill(run.pid ?? 0, 'SIGSTOP');
  await expect.poll(largest, PATIENTLY).toBeGreaterThanOrEqual(CUT_AFTER_BYTES);
  process.kill(run.pid ?? 0, 'SIGCONT');
  const { code, stdout, stderr } = await run.ended;
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ counts: { notarized: 1 } });
  expect(await lab.mock.takenIn()).toMatchObject([{ sha256: sum, charged: 1 }]);
  const sent = relay.passedBytes().reduce((total, bytes) => total + bytes, 0);
  expect(sent).toBeLessThan(SIZE_BYTES * 1.1);
});
