/** What goes wrong between the first byte and the answer: whatever it is, a file is recorded once and paid for once. */
import { bytesOf, sha256 } from '../support/contents.ts';
import { runCutUpload } from '../support/cut-upload.ts';
import { expect, test, type Lab } from '../support/lab.ts';

const SIZES = [2_000, 1_400_000]; // a file of each is sent in one piece, and announced as resumable
const CREDITS = 500;
const PRICE = { public: 3, private: 2 };
/** Larger than what the sockets on the way can hold. */
const CUT_BYTES = 24_000_000;

async function watchTwo(lab: Lab, visibility: 'public' | 'private'): Promise<void> {
  for (const size of SIZES) await lab.write(`data/${size}.raw`, bytesOf(String(size), size));
  await lab.watch('data', '--check', 'never', '--visibility', visibility);
}

async function expectRecordedOnce(lab: Lab, visibility: 'public' | 'private'): Promise<void> {
  const takenIn = await lab.mock.takenIn();
  expect(takenIn.map((file) => file.sha256).toSorted()).toEqual(
    SIZES.map((size) => sha256(bytesOf(String(size), size))).toSorted(),
  );
  expect(await lab.balance()).toBe(CREDITS - PRICE[visibility]);
}

test('labseal sync, killed between commit and answer, goes on and pays for everything once (P1, P8)', async ({
  lab,
}) => {
  await watchTwo(lab, 'private');
  await lab.mock.fault({ endpoint: 'uploadPrivateFile', do: { kind: 'hang', at: 'after-commit' } });
  const sync = lab.start(['sync', '--yes']);
  await expect.poll(async () => (await lab.mock.takenIn()).length, { timeout: 60_000 }).toBe(2);
  sync.send('SIGKILL');
  expect((await sync.ended).code).toBeNull();
  await lab.mock.clearFaults();
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 2 } });
  await expectRecordedOnce(lab, 'private');
});

test('answers lost after the commit are looked for and cost nothing twice (P1, P7)', async ({
  lab,
}) => {
  await watchTwo(lab, 'public');
  const fault = await lab.mock.fault({
    endpoint: 'uploadPublicFile',
    times: 2,
    do: { kind: 'drop', at: 'after-commit' },
  });
  await lab.sync('--yes');
  expect(await lab.mock.hits(fault)).toBe(2);
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 2 } });
  await expectRecordedOnce(lab, 'public');
});

test('an upload that is cut three times, once together with the program, is resumed (P8)', async ({
  newLab,
}) => {
  const report = await runCutUpload(newLab, { sizeBytes: CUT_BYTES, cuts: 3, kills: 1 });
  expect(report.last).toMatchObject({ code: 0, counts: { notarized: 1 } });
  expect(report.takenIn).toMatchObject([{ sha256: report.sha256, charged: 1 }]);
  expect([report.cuts, report.kills]).toEqual([3, 1]);
  expect(report.passedBytes).toBeLessThan(CUT_BYTES * 1.2);
});
