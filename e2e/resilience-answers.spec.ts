import { bytesOf, sha256 } from './support/contents.ts';
import { expect, test, type Lab } from './support/lab.ts';

const PATIENTLY = { timeout: 30_000, intervals: [20] };
const SIZES = [2_000, 1_400_000]; // a file of each is sent in one piece, and announced as resumable
const CREDITS = { public: 3, private: 2 };

const WAYS = (['public', 'private'] as const).flatMap((visibility) =>
  (['on', 'off'] as const).map((resumableUploads) => ({ visibility, resumableUploads })),
);

type Way = (typeof WAYS)[number];

/** Two files in a watched folder, sent without a question before. Returns the service's endpoint that takes them. */
async function watchTwo(lab: Lab, { visibility, resumableUploads }: Way) {
  await lab.mock.read({ resumableUploads });
  for (const size of SIZES) await lab.write(`data/${size}.raw`, bytesOf(String(size), size));
  await lab.watch('data', '--check', 'never', '--visibility', visibility);
  return visibility === 'public' ? 'uploadPublicFile' : 'uploadPrivateFile';
}

async function expectBookedOnce(lab: Lab, { visibility }: Way): Promise<void> {
  const takenIn = await lab.mock.takenIn();
  expect(takenIn.map((file) => file.sha256).toSorted()).toEqual(
    SIZES.map((size) => sha256(bytesOf(String(size), size))).toSorted(),
  );
  expect(takenIn.every((file) => file.visibility === visibility)).toBe(true);
  expect(await lab.balance()).toBe(500 - CREDITS[visibility]);
}

for (const way of WAYS) {
  const named = `${way.visibility} files, resuming is ${way.resumableUploads}`;

  test(`answers lost after the commit cost nothing twice: ${named}`, async ({ lab }) => {
    const endpoint = await watchTwo(lab, way);
    const drop = { kind: 'drop', at: 'after-commit' } as const;
    const fault = await lab.mock.fault({ endpoint, times: 2, do: drop });
    await lab.sync('--yes');
    expect(await lab.mock.hits(fault)).toBe(2);
    expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 2 } });
    await expectBookedOnce(lab, way);
  });

  test(`killed between commit and answer, everything is paid for once: ${named}`, async ({
    lab,
  }) => {
    const endpoint = await watchTwo(lab, way);
    const hang = { kind: 'hang', at: 'after-commit' } as const;
    await lab.mock.fault({ endpoint, do: hang });
    const sync = lab.start(['sync', '--yes']);
    await expect.poll(async () => (await lab.mock.takenIn()).length, PATIENTLY).toBe(2);
    sync.send('SIGKILL');
    expect((await sync.ended).code).toBeNull();
    await lab.mock.clearFaults();
    expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 2 } });
    await expectBookedOnce(lab, way);
  });
}
