import fs from 'node:fs';
import { expect, test } from 'vitest';
import { mountOddDrive } from './mount-odd-drive.ts';

test('an odd drive works', async () => {
  const drive = await mountOddDrive();
  drive.content.write('a/b.txt', 'hello');
  expect(fs.readFileSync(drive.at('a/b.txt'), 'utf8')).toBe('hello');
  fs.writeFileSync(drive.at('a/c.txt'), 'x'.repeat(300_000));
  expect(fs.readdirSync(drive.at('a')).toSorted()).toEqual(['b.txt', 'c.txt']);
  fs.renameSync(drive.at('a/c.txt'), drive.at('d.txt'));
  expect(fs.readFileSync(drive.at('d.txt')).length).toBe(300_000);
  fs.chmodSync(drive.at('d.txt'), 0o600);
  expect(fs.statSync(drive.at('d.txt')).mode & 0o777).toBe(0o600);
  await drive.set({ ignoresCase: true, modes: 'fixed', sizes: 'none' });
  expect(fs.readFileSync(drive.at('A/B.txt'), 'utf8')).toBe('hello');
  expect(fs.statSync(drive.at('A/B.txt')).size).toBe(0);
  expect(() => fs.chmodSync(drive.at('d.txt'), 0o644)).toThrow('EPERM');
});
