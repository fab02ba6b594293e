import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { choosePlace, type PlaceWish, type Surroundings } from './choose-place.ts';

function setUp() {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-place-')));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const at = (...names: readonly string[]) => path.join(folder, ...names);
  for (const name of ['out', 'lab', 'data']) fs.mkdirSync(at(name));
  const choose = (wish: Partial<PlaceWish> = {}, over: Partial<Surroundings> = {}) =>
    choosePlace(
      { place: at('out'), name: 'tides', isNameFree: false, neededBytes: 1_000, ...wish },
      { watchedFolders: [at('lab'), at('away')], dataFolder: at('data'), ...over },
    );
  return { at, choose };
}

test('a free name in a folder that is there', async () => {
  const { at, choose } = setUp();
  expect(await choose()).toEqual({ ok: true, value: at('out', 'tides') });
});

test('what is there already stays, and a free name is offered, or taken where nobody chose one', async () => {
  const { at, choose } = setUp();
  fs.mkdirSync(at('out', 'tides'));
  fs.symlinkSync(at('nowhere'), at('out', 'tides-2'));
  const free = at('out', 'tides-3');
  expect(await choose()).toEqual({
    ok: false,
    fault: { kind: 'taken', path: at('out', 'tides'), free },
  });
  expect(await choose({ isNameFree: true })).toEqual({ ok: true, value: free });
});

test('not where it would be watched, also by a link, and not among our own data', async () => {
  const { at, choose } = setUp();
  fs.mkdirSync(at('lab', 'sub'));
  fs.symlinkSync(at('lab', 'sub'), at('link'));
  for (const place of [at('lab'), at('lab', 'sub'), at('link')]) {
    expect(await choose({ place })).toEqual({
      ok: false,
      fault: { kind: 'watched-place', path: place, folder: at('lab') },
    });
  }
  expect(await choose({ place: at('data') })).toMatchObject({ fault: { kind: 'own-data' } });
});

test('a bundle that is there is not added to: a free name beside it is offered', async () => {
  const { at, choose } = setUp();
  fs.mkdirSync(at('out', 'old'));
  fs.writeFileSync(at('out', 'old', 'bagit.txt'), '');
  expect(await choose({ place: at('out', 'old'), isNameFree: true })).toEqual({
    ok: false,
    fault: { kind: 'taken', path: at('out', 'old'), free: at('out', 'old-2') },
  });
});

test('not inside another bundle', async () => {
  const { at, choose } = setUp();
  fs.mkdirSync(at('out', 'old', 'data'), { recursive: true });
  fs.writeFileSync(at('out', 'old', 'bagit.txt'), '');
  expect(await choose({ place: at('out', 'old', 'data') })).toMatchObject({
    fault: { kind: 'inside-bundle', bundle: at('out', 'old') },
  });
});

test('not where there is no folder, or no room', async () => {
  const { at, choose } = setUp();
  fs.writeFileSync(at('file'), '');
  for (const place of [at('none'), at('file'), at('file', 'sub')]) {
    expect(await choose({ place })).toEqual({
      ok: false,
      fault: { kind: 'no-such-place', path: place },
    });
  }
  expect(await choose({}, { freeBytes: async () => 999 })).toMatchObject({
    fault: { kind: 'no-room', neededBytes: 1_000, freeBytes: 999 },
  });
  expect(await choose({ neededBytes: Number.MAX_SAFE_INTEGER })).toMatchObject({
    fault: { kind: 'no-room' },
  });
});
