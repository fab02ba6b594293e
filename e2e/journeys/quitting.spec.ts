import { startCuttingRelay } from '../../src-main/pipeline/upload/test-support/cutting-relay.ts';
import { writeLargeFile } from '../support/contents.ts';
import { openHost } from '../support/host.ts';
import { expect, test } from '../support/lab.ts';

const SIZE_BYTES = 24_000_000;
const LINE_PAUSE_MS = 10; // after 64 KiB: the file takes some seconds
const PATIENTLY = { timeout: 60_000, intervals: [20] };

test('labseal serve, stopped in the middle of an upload, ends well; started again it goes on where it was', async ({
  newLab,
}) => {
  await using relay = await startCuttingRelay(Number(new URL(newLab.mock.url).port), []);
  await newLab.signIn(undefined, { server: relay.origin });
  await newLab.write('data/early.raw');
  await newLab.watch('data', '--check', 'never', '--budget', '10');
  const sum = writeLargeFile(await newLab.write('data/large.raw'), SIZE_BYTES);
  relay.setPauseMs(LINE_PAUSE_MS);
  const largest = () => Math.max(...relay.passedBytes());
  const total = () => relay.passedBytes().reduce((all, bytes) => all + bytes, 0);

  const first = await openHost(newLab);
  await expect.poll(largest, PATIENTLY).toBeGreaterThan(SIZE_BYTES / 3);
  first.running.send('SIGTERM');
  expect(await first.running.ended).toMatchObject({ code: 0, stderr: '' });

  relay.setPauseMs(1);
  const second = await openHost(newLab);
  const recorded = async () => (await newLab.mock.takenIn()).map(({ sha256 }) => sha256);
  await expect.poll(recorded, PATIENTLY).toContain(sum);
  second.running.send('SIGTERM');
  expect((await second.running.ended).code).toBe(0);
  expect(await newLab.balance()).toBe(498);
  expect(total()).toBeLessThan(SIZE_BYTES * 1.3); // what had arrived is not sent again
});
