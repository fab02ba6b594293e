/** A file held against its record with the built program, and with the service stopped. */
import fs from 'node:fs/promises';
import { expect, test } from './support/lab.ts';

interface Found {
  readonly verdict: string;
  readonly doubt: { readonly kind: string } | null;
  readonly sizeDifferenceBytes: number | null;
}

test('with the service stopped: a match, one byte turned over in silence, a stranger, and a certificate elsewhere', async ({
  lab,
}) => {
  const file = await lab.write('data/run.raw', Buffer.alloc(2_000_000, 'measured'));
  await lab.watch('data');
  await lab.sync('--yes');
  await lab.run(['certificate', 'get', file, '--raw', '--out', lab.at('run.json')]);
  await lab.stopMock();
  const verify = (...words: readonly string[]) =>
    lab.ask<Found>(['certificate', 'verify', ...words]);
  expect(await verify(file, '--report', lab.at('run.txt'))).toMatchObject({
    code: 0,
    verdict: 'match',
  });
  expect(await fs.readFile(lab.at('run.txt'), 'utf8')).toContain('Match');

  // The same size and the same time as before: only reading it tells.
  const { atime, mtime } = await fs.stat(file);
  const handle = await fs.open(file, 'r+');
  await handle.write('M', 1_000_000);
  await handle.close();
  await fs.utimes(file, atime, mtime);
  expect(await verify(file)).toMatchObject({
    code: 1,
    verdict: 'mismatch',
    sizeDifferenceBytes: 0,
  });
  const stranger = await lab.write('stranger.raw', 'never notarized');
  expect(await verify(stranger)).toMatchObject({
    code: 1,
    verdict: 'unsure',
    doubt: { kind: 'no-such-record' },
  });

  const copy = await lab.write('copy.raw', Buffer.alloc(2_000_000, 'measured'));
  const elsewhere = { env: { LABSEAL_HOME: lab.at('nobody') } };
  const words = ['certificate', 'verify', copy, '--certificate', lab.at('run.json')];
  const there = await lab.run(words, elsewhere);
  expect(there.code).toBe(0);
  expect(there.stdout).toMatch(
    /^Match\n {2}This file is byte-for-byte the one that the certificate is about\.\n/,
  );
});
