import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test-support/temporary-state.ts';
import {
  chooseDestination,
  type DestinationRequest,
  type Surroundings,
} from './bundle-destination.ts';
import { hasLinks } from '../../../test-support/this-system.ts';

function setUp() {
  const folder = temporaryFolder();
  const at = (...names: readonly string[]) => path.join(folder, ...names);
  for (const name of ['out', 'lab', 'data']) fs.mkdirSync(at(name));
  const choose = (wish: Partial<DestinationRequest> = {}, over: Partial<Surroundings> = {}) =>
    chooseDestination(
      { place: at('out'), name: 'tides', isNameFree: false, neededBytes: 1_000, ...wish },
      { watchedFolders: [at('lab'), at('away')], dataFolder: at('data'), ...over },
    );
  return { at, choose };
}

test('what is there already stays, and a free name is offered, or taken where nobody chose one', async () => {
  const { at, choose } = setUp();
  expect(await choose()).toEqual({ ok: true, value: at('out', 'tides') });
  fs.mkdirSync(at('out', 'tides'));
  if (hasLinks) fs.symlinkSync(at('nowhere'), at('out', 'tides-2'));
  else fs.writeFileSync(at('out', 'tides-2'), '');
  const free = at('out', 'tides-3');
  const fault = { kind: 'taken', path: at('out', 'tides'), free };
  expect(await choose()).toEqual({ ok: false, fault });
  expect(await choose({ isNameFree: true })).toEqual({ ok: true, value: free });
});

test('not where it would be watched, also by a link, and not among our own data', async () => {
  const { at, choose } = setUp();
  fs.mkdirSync(at('lab', 'sub'));
  if (hasLinks) fs.symlinkSync(at('lab', 'sub'), at('link'));
  for (const place of [at('lab'), at('lab', 'sub'), ...(hasLinks ? [at('link')] : [])]) {
    const fault = { kind: 'watched-place', path: place, folder: at('lab') };
    expect(await choose({ place })).toEqual({ ok: false, fault });
  }
  expect(await choose({ place: at('data') })).toMatchObject({ fault: { kind: 'own-data' } });
});

test('a bundle that is there is not added to: a free name beside it is offered', async () => {
  const { at, choose } = setUp();
  const old = at('out', 'old');
  fs.mkdirSync(path.join(old, 'data'), { recursive: true });
  fs.writeFileSync(path.join(old, 'bagit.txt'), '');
  const taken = { kind: 'taken', path: old, free: at('out', 'old-2') };
  expect(await choose({ place: old, isNameFree: true })).toEqual({ ok: false, fault: taken });
  const inside = { kind: 'inside-bundle', bundle: old };
  expect(await choose({ place: path.join(old, 'data') })).toMatchObject({ fault: inside });
});

test('not where there is no folder, or no room', async () => {
  const { at, choose } = setUp();
  fs.writeFileSync(at('file'), '');
  for (const place of [at('none'), at('file'), at('file', 'sub')]) {
    const fault = { kind: 'no-such-place', path: place };
    expect(await choose({ place })).toEqual({ ok: false, fault });
  }
  const full = { kind: 'no-room', neededBytes: 1_000, freeBytes: 999 };
  expect(await choose({}, { freeBytes: async () => 999 })).toMatchObject({ fault: full });
  const huge = await choose({ neededBytes: Number.MAX_SAFE_INTEGER });
  expect(huge).toMatchObject({ fault: { kind: 'no-room' } });
});
