import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import { startCuttingRelay } from '../src-main/pipeline/upload/test-support/cutting-relay.ts';
import { writeLargeFile } from './support/contents.ts';
import { expect, test } from './support/lab.ts';

const SIZE_BYTES = 40_000_000;
const DISK_BYTES = 16 * 2 ** 20;
const LINE_PAUSE_MS = 10; // after 64 KiB: the file takes some seconds
const PATIENTLY = { timeout: 60_000, intervals: [20] };

test('a disk that fills up in the middle of an upload is said, and with room again the upload goes on (P8)', async ({
  newLab: lab,
}) => {
  const small = lab.at('small');
  await fs.mkdir(small);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', small]);
  test.skip(mounted.status !== 0, 'needs a small disk of its own: root, and the right to mount');
  await using relay = await startCuttingRelay(Number(new URL(lab.mock.url).port), []);
  try {
    const env = { LABSEAL_HOME: `${small}/labseal` };
    await lab.signIn(undefined, { env, server: relay.origin });
    const sum = writeLargeFile(await lab.write('data/large.raw'), SIZE_BYTES);
    const place = ['--project', await lab.projectId(), '--visibility', 'private', '--label', 'a'];
    const add = ['folder', 'add', lab.at('data'), ...place, '--settle', '0', '--check', 'never'];
    expect((await lab.run(add, { env })).code).toBe(0);

    relay.setPauseMs(LINE_PAUSE_MS);
    const run = lab.start(['sync', '--yes'], { env });
    const sentBytes = () => Math.max(...relay.passedBytes());
    await expect.poll(sentBytes, PATIENTLY).toBeGreaterThan(SIZE_BYTES / 4);
    // More than there is: the program goes on writing beside it, so nobody can say how much there is.
    await expect(fs.writeFile(`${small}/filler`, Buffer.alloc(DISK_BYTES))).rejects.toThrow(
      'ENOSPC',
    );
    const full = await run.ended;
    expect(full.code, full.stderr).toBe(1);
    expect(full.stderr).toMatch(
      /disk .+full.+ Free some space and try again; nothing is lost\.\n$/,
    );
    expect(full.stderr).not.toMatch(/SQLITE|ENOSPC|undefined|made a mistake|journal/);
    expect(await lab.mock.takenIn()).toEqual([]);

    await fs.rm(`${small}/filler`);
    const before = relay.passedBytes().reduce((total, bytes) => total + bytes, 0);
    const synced = await lab.run(['sync', '--yes', '--json'], { env });
    expect(JSON.parse(synced.stdout)).toMatchObject({ ok: true, counts: { notarized: 1 } });
    expect(await lab.mock.takenIn()).toMatchObject([{ sha256: sum, charged: 1 }]);
    const after = relay.passedBytes().reduce((total, bytes) => total + bytes, 0);
    expect(after - before).toBeLessThan(SIZE_BYTES * 0.85); // what had arrived is not sent again
  } finally {
    execFileSync('umount', ['--lazy', small]);
  }
});
