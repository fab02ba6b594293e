import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  renameSync,
  symlinkSync,
} from 'node:fs';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../test-support/temporary-folder.ts';
import { makePlaces, placeIn } from './place.ts';
import { hasLinks } from '../test-support/this-system.ts';

const { O_RDONLY, O_NONBLOCK } = constants;
const hasHandles = process.platform === 'linux'; // paths can begin at one

test('a place is the path itself, with the end of its folder marked', () => {
  expect(placeIn('/data/lab', 'raw/a.csv')).toBe('/data/lab//raw/a.csv');
  expect(placeIn('/data/lab', '')).toBe('/data/lab');
});

function inodeOf(handle: number): number {
  const { ino } = fstatSync(handle);
  closeSync(handle);
  return ino;
}

/** A folder `lab` with `a/b/file`, beside an `outside` with `b/file`. */
function lab() {
  const folder = temporaryFolder();
  folder.write('lab/a/b/file', 'own');
  folder.write('outside/b/file', 'secret');
  return { ...folder, root: folder.at('lab'), file: placeIn(folder.at('lab'), 'a/b/file') };
}

describe.each(hasHandles ? [true, false] : [false])(
  'with paths that begin at handles: %s',
  (isByHandles) => {
    const places = makePlaces({ hasHandles: isByHandles });

    /** The inode a place leads to, or the system's code, by each way. */
    async function inodes(place: string) {
      const flags = O_RDONLY | O_NONBLOCK;
      const ways = [
        async () => Number(places.look(place).ino),
        async () => Number(places.lookAgain(place, spare).ino),
        async () => Number((await places.lookAgainSoon(place, spare)).ino),
        async () => inodeOf(places.open(place, flags)),
        async () => inodeOf(await places.openSoon(place, flags)),
      ];
      const spare = openSync('/', O_RDONLY);
      const ends = ways.map((way) => way().catch((error: NodeJS.ErrnoException) => error.code));
      const found = new Set(await Promise.all(ends));
      closeSync(spare);
      return [...found];
    }

    test('a file in its place is found', async () => {
      const { root, at, file } = lab();
      expect(await inodes(file)).toEqual([lstatSync(at('lab/a/b/file')).ino]);
      expect(await inodes(placeIn(root, 'a'))).toEqual([lstatSync(at('lab/a')).ino]);
      expect(await inodes(placeIn(root, 'a/nothing'))).toEqual(['ENOENT']);
      expect(await inodes(placeIn(root, 'a/b/file/below'))).toEqual(['ENOTDIR']);
    });

    test.runIf(hasLinks)('no link beneath the folder is followed, wherever it leads', async () => {
      const { at, file } = lab();
      renameSync(at('lab/a'), at('aside'));
      for (const target of [at('outside'), at('aside'), '../outside']) {
        symlinkSync(target, at('link'));
        renameSync(at('link'), at('lab/a'));
        expect([target, await inodes(file)]).toEqual([target, ['ENOTDIR']]);
      }
    });

    test.runIf(hasLinks)('the folder itself is no link either', async () => {
      const { root, at, file } = lab();
      renameSync(root, at('aside'));
      symlinkSync(at('aside'), root);
      expect(await inodes(file)).toEqual(['ENOTDIR']);
    });

    test.runIf(hasLinks)('a link above the folder is the business of whoever made it', async () => {
      const { at } = lab();
      symlinkSync(at('lab'), at('disk'));
      const file = placeIn(at('disk/a'), 'b/file');
      expect(await inodes(file)).toEqual([lstatSync(at('lab/a/b/file')).ino]);
      renameSync(at('lab/a/b'), at('aside'));
      symlinkSync(at('outside/b'), at('lab/a/b'));
      expect(await inodes(file)).toEqual(['ENOTDIR']);
    });

    test.runIf(hasLinks)(
      'a link in place of the file is seen as a link and not opened',
      async () => {
        const { root, at } = lab();
        symlinkSync(at('outside/b/file'), at('lab/link'));
        const link = placeIn(root, 'link');
        expect(places.look(link).isSymbolicLink()).toBe(true);
        for (const place of [link, at('lab/link')]) {
          expect(() => places.open(place, O_RDONLY)).toThrow(/ELOOP|ENXIO/);
        }
      },
    );

    test('no handle stays open', async () => {
      const { file, root, at } = lab();
      if (hasLinks) symlinkSync(at('outside'), at('lab/link'));
      const next = () => {
        const handle = places.open(file, O_RDONLY);
        closeSync(handle);
        return handle;
      };
      const first = next();
      await inodes(placeIn(root, 'link/b/file'));
      await inodes(placeIn(root, 'a/nothing'));
      expect(next()).toBe(first);
    });
  },
);

test.runIf(hasHandles)(
  'a directory that is swapped after it was opened is still the one that is listed',
  () => {
    const places = makePlaces({ hasHandles: true });
    const { root, at } = lab();
    const place = placeIn(root, 'a');
    const handle = places.openDirectory(place);
    renameSync(at('lab/a'), at('aside'));
    symlinkSync(at('outside'), at('lab/a'));
    const { ino } = lstatSync(`${places.insideOf(place, handle)}/b/file`);
    closeSync(handle);
    expect(ino).toBe(lstatSync(at('aside/b/file')).ino);
  },
);

test.runIf(hasHandles)(
  'what a held directory opens lies in it, whatever its path leads to by now, and is no link',
  () => {
    const places = makePlaces({ hasHandles: true });
    const { root, file, at } = lab();
    const own = lstatSync(at('lab/a/b/file')).ino;
    symlinkSync('file', at('lab/a/b/link'));
    const held = places.hold(placeIn(root, 'a/b/'));
    expect(held?.look('file').ino).toBe(BigInt(own));
    expect(held?.look('link').isSymbolicLink()).toBe(true);
    expect(() => held?.open('link', O_RDONLY)).toThrow('ELOOP');
    renameSync(at('lab/a'), at('aside'));
    symlinkSync(at('outside'), at('lab/a'));
    expect(held && inodeOf(held.open('file', O_RDONLY))).toBe(own);
    expect(held?.release()).toBe(false);
    expect(places.hold(placeIn(root, 'a/b/'))).toBeNull();
    expect(() => places.open(file, O_RDONLY)).toThrow('ENOTDIR');
  },
);

test('a directory is held only where paths can begin at a handle, and only beneath a folder', () => {
  const { root, at } = lab();
  expect(makePlaces({ hasHandles: false }).hold(placeIn(root, 'a/'))).toBeNull();
  const places = makePlaces({ hasHandles: true });
  expect(places.hold(`${at('lab')}/a/`)).toBeNull();
  if (!hasHandles) return;
  const held = places.hold(`${root}//`);
  expect(held?.look('a').isDirectory()).toBe(true);
  expect(held?.release()).toBe(true);
});
