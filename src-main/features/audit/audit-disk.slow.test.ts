import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import type { AuditEntry } from './audit-writer.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { makeAuditDisk } from './audit-disk.ts';
import { realClock } from '../../platform/real-ports.ts';
import { makeWorkers } from '../workers.ts';

const never = new AbortController().signal;

function lab() {
  const disk = temporaryFolder();
  const workers = makeWorkers();
  onTestFinished(() => workers.close());
  const at = (root: string, home = root, exclude: readonly string[] = []) => {
    const ports = {
      workers,
      clock: realClock,
      algorithms: () => [],
      findClosedDrives: async () => (place: string) =>
        place.startsWith(disk.at('data/stick')) ? 'EDRIVEGONE' : null,
    };
    return makeAuditDisk(disk.at(root), { path: disk.at(home), exclude }, ports);
  };
  const list = async (...where: Parameters<typeof at>) => {
    const found: AuditEntry[] = [];
    for await (const entries of at(...where).walk(never)) found.push(...entries);
    return found
      .map((entry) => {
        const isLeftOut = entry.kind === 'file' && entry.isLeftOut;
        return `${entry.path}: ${isLeftOut ? 'left out' : entry.kind}`;
      })
      .toSorted();
  };
  return { disk, at, list };
}

test('a part of a watched folder is under the rules of the whole, by their own paths', async () => {
  const { disk, list } = lab();
  disk.write('data/.labsealignore', 'runs/7/raw.bin\n*.log');
  disk.write('data/runs/.labsealignore', '/7/cache/');
  for (const name of ['raw.bin', 'x.log', 'kept.csv', 'cache/a.csv', 'x.skip']) {
    disk.write(`data/runs/7/${name}`);
  }
  const whole = [
    'cache: left-out-folder',
    'kept.csv: file',
    'raw.bin: left out',
    'x.log: left out',
    'x.skip: left out',
  ];
  expect(await list('data/runs/7', 'data', ['*.skip'])).toEqual(whole);
  const alone = await list('data/runs/7');
  expect(alone).toContain('raw.bin: file'); // not a watched folder, so no rules apply
  expect(alone).toContain('cache/a.csv: file');
});

test('nothing on another drive than its own is read, and what should be there is not missing', async () => {
  const { disk, at, list } = lab();
  disk.write('data/a.raw');
  disk.write('data/stick/other/b.raw');
  expect(await list('data')).toEqual(['a.raw: file', 'stick: unreadable']);
  const audited = at('data');
  for await (const entries of audited.walk(never)) void entries;
  for (const name of ['stick/other/b.raw', 'stick/missing.raw']) {
    const read = await audited.read(audited.absolute(name), () => undefined, never);
    expect(read).toEqual({ kind: 'unreadable', errno: 'EDRIVEGONE' });
  }
});

test('links, pipes and our own data are told and not entered, what cannot be used is said', async () => {
  const { disk, list } = lab();
  disk.write('own/labseal.db');
  disk.write('data/a.raw');
  disk.write('broken/in.raw');
  disk.write('broken/.labsealignore', `${'**/'.repeat(5)}x`);
  fs.symlinkSync(disk.at('data'), disk.at('link'));
  if (process.platform !== 'win32') execFileSync('mkfifo', [disk.at('pipe')]);
  const pipe = process.platform === 'win32' ? [] : ['pipe: special'];
  expect(await list('.')).toEqual(
    [
      'broken: unreadable',
      'data/a.raw: file',
      'link: link',
      'own: left-out-folder',
      ...pipe,
    ].toSorted(),
  );
});

test('what is no file any more, is gone or is a folder is told from what was read', async () => {
  const { disk, at } = lab();
  disk.write('data/a.raw', 'content');
  disk.write('data/folder/in.raw');
  fs.symlinkSync(disk.at('data/a.raw'), disk.at('data/link'));
  const own = at('data');
  const kindOf = async (name: string) => {
    const looked = await own.read(own.absolute(name), () => undefined, never);
    return looked.kind === 'unreadable' ? looked.errno : looked.kind;
  };
  expect(await kindOf('a.raw')).toBe('read');
  expect(await kindOf('gone.raw')).toBe('absent');
  expect(await kindOf('link')).toBe('ENOTFILE');
  expect(await kindOf('folder')).toBe('ENOTFILE');
  expect(await own.identify(never)).toMatch(/^\d+:\d+$/);
  expect(await at('data/a.raw').identify(never)).toBeNull();
  expect(await at('nowhere').identify(never)).toBeNull();
});
