import fs from 'node:fs/promises';
import { expect, test } from './support/lab.ts';

interface Audited {
  readonly ok: boolean;
  readonly audit: { readonly totals: { readonly silent: number } };
  readonly files: readonly { readonly path: string; readonly verdict: string }[];
}

test('a flipped byte under the same size and date is found with the network cut, and is news until it is right', async ({
  lab,
}) => {
  const file = await lab.write('data/runs/7.raw', 'the peaks of run seven');
  await lab.write('data/runs/8.raw', 'the peaks of run eight');
  await lab.watch('data');
  expect((await lab.sync('--yes')).ok).toBe(true);
  await lab.stopMock();
  const audit = () => lab.ask<Audited>(['audit', lab.at('data')]);

  const { atime, mtime } = await fs.stat(file);
  const flip = async () => {
    const bytes = await fs.readFile(file);
    bytes.writeUInt8(bytes.readUInt8(4) ^ 1, 4);
    await fs.writeFile(file, bytes);
    await fs.utimes(file, atime, mtime);
  };
  await flip();
  const found = await audit();
  expect(found).toMatchObject({ code: 1, ok: false, audit: { totals: { silent: 1 } } });
  expect(found.files.map(({ path, verdict }) => `${path} ${verdict}`)).toEqual([
    'runs/7.raw changed',
    'runs/8.raw proven',
  ]);
  const status = await lab.run(['status']);
  expect(status.stderr).toContain('1 notarized file has changed silently.');

  await flip();
  const said = await lab.run(['audit', lab.at('data')]);
  expect(said.code).toBe(0);
  expect(said.stdout).toContain('2 proven unchanged, 0 not.');
  expect((await lab.run(['status'])).stderr).not.toContain('silently');
});
