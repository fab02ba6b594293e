import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test-support/temporary-state.ts';
import {
  evaluateFolder,
  freeName,
  giveName,
  giveNameByReserving,
  makePartial,
  openPartial,
} from './partial-file.ts';
import { expectPrivate } from '../../../test-support/expect-private.ts';
import { hasLinks } from '../../../test-support/this-system.ts';
import { isTaken } from '../../../platform/disk/paths.ts';

test('it is made anew, for its owner alone, and grows where it stands', async () => {
  const place = path.join(temporaryFolder(), '.labseal-1.part');
  const made = await makePartial(place);
  await made.append(Buffer.from('one'));
  await made.close();
  expectPrivate(place);
  await expect(makePartial(place)).rejects.toMatchObject({ code: 'EEXIST' });
  const again = await openPartial(place);
  expect(again?.sizeBytes()).toBe(3);
  await again?.append(Buffer.from(' two'));
  await again?.close();
  expect(fs.readFileSync(place, 'utf8')).toBe('one two');
});

test.runIf(hasLinks)(
  'nothing is written through a link or into a file with a second name',
  async () => {
    const folder = temporaryFolder();
    const at = (name: string) => path.join(folder, name);
    fs.writeFileSync(at('precious'), 'as it was');
    fs.writeFileSync(at('other'), 'as it was');
    fs.symlinkSync(at('other'), at('link'));
    fs.linkSync(at('precious'), at('second'));
    fs.mkdirSync(at('folder'));
    for (const name of ['link', 'second', 'folder', 'absent']) {
      expect(await openPartial(at(name))).toBeNull();
    }
    expect(fs.readFileSync(at('precious'), 'utf8')).toBe('as it was');
  },
);

test.each([
  ['by a second name', giveName],
  ['by an empty file that holds the place', giveNameByReserving],
])('a name is given %s, and never where something stands (P11)', async (_how, give) => {
  const folder = temporaryFolder();
  const at = (name: string) => path.join(folder, name);
  fs.writeFileSync(at('part'), 'new', { mode: 0o600 });
  fs.writeFileSync(at('file'), 'old');
  if (hasLinks) fs.symlinkSync(at('nowhere'), at('dangling'));
  fs.mkdirSync(at('folder'));
  for (const name of ['file', 'folder', ...(hasLinks ? ['dangling'] : [])]) {
    expect(await isTaken(at(name))).toBe(true);
    expect(await give(at('part'), at(name))).toBe(false);
  }
  expect(fs.readFileSync(at('file'), 'utf8')).toBe('old');
  expect(fs.existsSync(at('nowhere'))).toBe(false);
  expect(await give(at('part'), at('free'))).toBe(true);
  expect(fs.readFileSync(at('free'), 'utf8')).toBe('new');
  expectPrivate(at('free'));
  expect(fs.existsSync(at('part'))).toBe(false);
});

test.runIf(hasLinks)('the next free name counts links that lead nowhere as taken', async () => {
  const folder = temporaryFolder();
  fs.writeFileSync(path.join(folder, 'a.raw'), '');
  fs.symlinkSync('/nowhere/at/all', path.join(folder, 'a (2).raw'));
  expect(await freeName(folder, 'a.raw')).toBe('a (3).raw');
  expect(await freeName(folder, 'b.raw')).toBe('b.raw');
});

test.runIf(hasLinks)('a folder is judged by where it really is', async () => {
  const root = temporaryFolder();
  const at = (name: string) => path.join(root, name);
  for (const name of ['own', 'own/inside', 'other', 'ownish']) fs.mkdirSync(at(name));
  fs.symlinkSync(at('other'), at('way'));
  fs.symlinkSync(at('own/inside'), at('back'));
  fs.writeFileSync(at('file'), '');
  const judged = (name: string) => evaluateFolder(at(name), at('own'));
  expect(await judged('way')).toEqual({ ok: true, value: fs.realpathSync(at('other')) });
  expect(await judged('ownish')).toMatchObject({ ok: true });
  const own = { ok: false, fault: { kind: 'cannot-write', why: 'own-data' } };
  for (const name of ['own', 'own/inside', 'back']) expect(await judged(name)).toMatchObject(own);
  expect(await judged('absent')).toMatchObject({ fault: { kind: 'no-such-folder' } });
  const noFolder = { fault: { kind: 'cannot-write', why: 'not-a-folder' } };
  for (const name of ['file', 'file/x']) expect(await judged(name)).toMatchObject(noFolder);
});
