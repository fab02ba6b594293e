import { rmdirSync } from 'node:fs';
import { parse } from 'node:path';
import { expect, test } from 'vitest';
import { withDrive } from '../../pipeline/scan/test-support/folder-with-drive.ts';
import { closedDrives } from './audit-disk.ts';

const never = new AbortController().signal;

async function scanned() {
  const d = withDrive();
  await d.scan();
  const ports = () => ({ state: d.state(), fileTree: d.tree });
  const closed = async (root = d.folder.path) => closedDrives(root, ports(), never);
  return { ...d, closed };
}

test('a drive that is not there is told of an audit of its folder, of a part of it and of one around it', async () => {
  const d = await scanned();
  const file = `${d.at}/deep/c.csv`;
  expect((await d.closed())(file)).toBeNull();
  d.mounts.clear();
  for (const root of [d.folder.path, d.at, parse(d.at).root]) {
    const closed = await d.closed(root);
    expect([closed(file), closed(d.at)]).toEqual(['EDRIVEGONE', 'EDRIVEGONE']);
    expect(closed(`${d.folder.path}/here.csv`)).toBeNull();
  }
  expect((await d.closed('/elsewhere'))(file)).toBeNull();
  rmdirSync(d.at);
  expect((await d.closed())(file)).toBe('EDRIVEGONE');
  expect(d.troubled()).toEqual([]); // the next scan says so, and keeps it
});

test('so is another drive in its place, also in that of the whole folder', async () => {
  const d = await scanned();
  d.mounts.set(d.at, d.other);
  expect((await d.closed())(`${d.at}/a.csv`)).toBe('EOTHERDRIVE');
  d.mounts.set(d.folder.path, d.other);
  expect((await d.closed())(`${d.folder.path}/here.csv`)).toBe('EOTHERDRIVE');
});
