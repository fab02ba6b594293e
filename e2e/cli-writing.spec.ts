import fs from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { bytesOf, sha256 } from './support/contents.ts';
import { expect, test } from './support/lab.ts';

const QUIET_SECONDS = 2;

test('a growing file is taken once, whole, after it stood still', async ({ lab }) => {
  const path = await lab.write('data/run.raw', 'line 0\n');
  await lab.watch('data', '--settle', String(QUIET_SECONDS));
  const sync = lab.start(['sync', '--yes', '--json']);
  let grownAtMs = Date.now();
  for (let line = 1; line <= 8; line += 1) {
    await wait(500);
    await fs.appendFile(path, `line ${line}\n`);
    grownAtMs = Date.now();
    expect(await lab.mock.takenIn()).toEqual([]);
  }
  const { code, stdout } = await sync.ended;
  expect(Date.now() - grownAtMs).toBeGreaterThan(QUIET_SECONDS * 1_000);
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, counts: { notarized: 1 } });
  const takenIn = await lab.mock.takenIn();
  expect(takenIn.map((file) => file.sha256)).toEqual([sha256(await fs.readFile(path))]);
});

for (const when of ['checked', 'uploaded'] as const) {
  test(`a file rewritten while it is ${when} is never recorded half`, async ({ lab }) => {
    const size = 24_000_000; // more than the sockets can hold
    const before = bytesOf('before', size);
    const after = bytesOf('after', size);
    const path = await lab.write('data/run.raw', before);
    await lab.watch('data', '--check', when === 'checked' ? 'always' : 'never');
    const endpoint = when === 'checked' ? 'verifyContent' : 'uploadPrivateFile';
    const slow = await lab.mock.fault({ endpoint, times: 1, do: { kind: 'delay', ms: 1_500 } });
    const sync = lab.start(['sync', '--yes', '--json']);
    await expect.poll(() => lab.mock.hits(slow), { timeout: 30_000 }).toBe(1);
    await wait(300); // until the sockets are full
    await fs.writeFile(path, after);
    const first = await sync.ended;
    expect(JSON.parse(first.stdout)).toMatchObject({ counts: { notarized: 1 } });

    const last = await lab.sync('--yes');
    expect(last).toMatchObject({ code: 0, counts: { notarized: 1 } });
    const versions = (await lab.mock.takenIn()).map((file) => file.sha256);
    expect(versions).toEqual([sha256(after)]);
    expect(await lab.balance()).toBe(499);
  });
}
