/** The demo's folder is what it says: each purpose is there, contents repeat, and the growing file stops when told. */
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeSampleFolder, type SampleFolder, type SamplePurpose } from './sample-folder.ts';

const AT_ONCE = { steps: 4, everyMs: 1 };
/** What the demo's account holds; a public megabyte costs one. */
const DEMO_CREDITS = 500;

let parent: string;

beforeEach(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-sample-'));
});

afterEach(() => fs.rmSync(parent, { recursive: true, force: true }));

function pathsFor(folder: SampleFolder, purpose: SamplePurpose): string[] {
  return folder.files
    .filter((file) => file.purpose === purpose)
    .map((file) => path.join(folder.path, file.path));
}

function contents(file: string): Buffer {
  return fs.readFileSync(file);
}

/** Fingerprints of all files but the large one, whose content is its header and zeros. */
function fingerprints(folder: SampleFolder): Record<string, string> {
  const small = folder.files.filter(({ purpose }) => purpose !== 'too-dear');
  return Object.fromEntries(
    small.map((file) => [
      file.path,
      crypto.hash('sha256', contents(path.join(folder.path, file.path))),
    ]),
  );
}

test('has a copy under another name, an empty file, and a file dearer than the balance', async () => {
  const folder = await makeSampleFolder(parent, AT_ONCE);
  const [copy = ''] = pathsFor(folder, 'duplicate');
  const originals = pathsFor(folder, 'plain').filter((file) =>
    contents(file).equals(contents(copy)),
  );
  expect(originals).toHaveLength(1);
  expect(pathsFor(folder, 'empty').map((file) => fs.statSync(file).size)).toEqual([0]);
  const [dear = ''] = pathsFor(folder, 'too-dear');
  expect(fs.statSync(dear).size / 1_000_000).toBeGreaterThan(DEMO_CREDITS);
});

test.skipIf(process.platform === 'win32')('the dear file takes no room on disk', async () => {
  const folder = await makeSampleFolder(parent, AT_ONCE);
  const [dear = ''] = pathsFor(folder, 'too-dear');
  expect(fs.statSync(dear).blocks * 512).toBeLessThan(1_000_000);
});

test('writes the same contents every time', async () => {
  const other = path.join(parent, 'other');
  fs.mkdirSync(other);
  const folders = [await makeSampleFolder(parent, AT_ONCE), await makeSampleFolder(other, AT_ONCE)];
  for (const folder of folders) await folder.grow(AbortSignal.timeout(10_000));
  const [one, two] = folders.map(fingerprints);
  expect(one).toEqual(two);
});

test('stops growing when aborted, and keeps what was written', async () => {
  const folder = await makeSampleFolder(parent, { steps: 2, everyMs: 60_000 });
  const [run = ''] = pathsFor(folder, 'grows');
  const before = contents(run);
  const stop = new AbortController();
  const growing = folder.grow(stop.signal);
  stop.abort();
  await expect(growing).rejects.toThrow(/abort/i);
  expect(contents(run).equals(before)).toBe(true);
});

test('never writes into a folder that is there already', async () => {
  const own = path.join(parent, 'chromatography');
  fs.mkdirSync(own);
  await expect(makeSampleFolder(parent)).rejects.toThrow(/EEXIST/);
  expect(fs.readdirSync(own)).toEqual([]);
});
