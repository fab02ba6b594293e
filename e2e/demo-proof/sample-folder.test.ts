/** The demo's folder is what it says: each purpose is there, contents repeat, and the growing file stops when told. */
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../src-main/test-support/temporary-state.ts';
import { makeSampleFolder, type SampleFolder, type SamplePurpose } from './sample-folder.ts';

const AT_ONCE = { steps: 4, everyMs: 1 };
/** What the demo's account holds; a public megabyte costs one. */
const DEMO_CREDITS = 500;

const pathsFor = (folder: SampleFolder, purpose: SamplePurpose) =>
  folder.files
    .filter((file) => file.purpose === purpose)
    .map((file) => path.join(folder.path, file.path));

/** Fingerprints of all files but the large one, whose content is its header and zeros. */
function fingerprints(folder: SampleFolder) {
  const small = folder.files.filter(({ purpose }) => purpose !== 'too-dear');
  return small.map((file) => [
    file.path,
    crypto.hash('sha256', fs.readFileSync(path.join(folder.path, file.path))),
  ]);
}

test('has a copy under another name, an empty file, and a file dearer than the balance that takes no room', async () => {
  const folder = await makeSampleFolder(temporaryFolder(), AT_ONCE);
  const [copy = ''] = pathsFor(folder, 'duplicate');
  const originals = pathsFor(folder, 'plain').filter((file) =>
    fs.readFileSync(file).equals(fs.readFileSync(copy)),
  );
  expect(originals).toHaveLength(1);
  expect(pathsFor(folder, 'empty').map((file) => fs.statSync(file).size)).toEqual([0]);
  const [dear = ''] = pathsFor(folder, 'too-dear');
  const { size, blocks } = fs.statSync(dear);
  expect(size / 1_000_000).toBeGreaterThan(DEMO_CREDITS);
  expect(process.platform === 'win32' || blocks * 512 < 1_000_000).toBe(true);
});

test('writes the same contents every time', async () => {
  const one = await makeSampleFolder(temporaryFolder(), AT_ONCE);
  const two = await makeSampleFolder(temporaryFolder(), AT_ONCE);
  for (const folder of [one, two]) await folder.grow(AbortSignal.timeout(10_000));
  expect(fingerprints(one)).toEqual(fingerprints(two));
});

test('stops growing when aborted, and keeps what was written', async () => {
  const folder = await makeSampleFolder(temporaryFolder(), { steps: 2, everyMs: 60_000 });
  const before = fingerprints(folder);
  const stop = new AbortController();
  const growing = folder.grow(stop.signal);
  stop.abort();
  await expect(growing).rejects.toThrow(/abort/i);
  expect(fingerprints(folder)).toEqual(before);
});

test('never writes into a folder that is there already', async () => {
  const parent = temporaryFolder();
  const own = path.join(parent, 'chromatography');
  fs.mkdirSync(own);
  await expect(makeSampleFolder(parent)).rejects.toThrow(/EEXIST/);
  expect(fs.readdirSync(own)).toEqual([]);
});
