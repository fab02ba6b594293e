import { mkdirSync, rmSync, rmdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DRIVE_FILES as FOUND, withDrive } from './test-support/folder-with-drive.ts';

const CLOSED = FOUND.map((row) =>
  row.startsWith('/') ? row : row.replace('discovered', 'unreadable'),
);

describe('a drive in a watched folder', () => {
  test('that is not connected has no missing files, and they are as before when it is back (P13)', async () => {
    const d = withDrive();
    await d.scan();
    expect(d.rows()).toEqual(FOUND);
    d.mounts.delete(d.at);
    await d.scan();
    expect(d.rows()).toEqual(CLOSED);
    expect(d.messages()).toEqual(new Set([null, 'EDRIVEGONE']));
    expect(d.troubled()).toEqual([{ path: 'drive', trouble: 'gone' }]);
    await d.scan();
    expect(d.rows()).toEqual(CLOSED);
    d.mounts.set(d.at, { ...d.own, dev: '17' }); // mounted again under another number
    await d.scan();
    expect(d.rows()).toEqual(FOUND);
    expect(d.troubled()).toEqual([]);
  });

  test('whose mount point is gone too has none either', async () => {
    const d = withDrive();
    await d.scan();
    d.mounts.delete(d.at);
    rmdirSync(d.at);
    await d.scan();
    expect(d.rows()).toEqual(CLOSED);
    expect(d.troubled()).toEqual([{ path: 'drive', trouble: 'gone' }]);
    mkdirSync(d.at);
    d.mounts.set(d.at, d.own);
    await d.scan();
    expect(d.rows()).toEqual(FOUND);
  });

  test('with another one in its place takes nothing from that one (P13)', async () => {
    const d = withDrive();
    await d.scan();
    d.mounts.set(d.at, { ...d.other, dev: '8' }); // the system uses its number again
    await d.scan();
    expect(d.rows()).toEqual(CLOSED);
    expect(d.messages()).toEqual(new Set([null, 'EOTHERDRIVE']));
    expect(d.troubled()).toEqual([{ path: 'drive', trouble: 'other' }]);
  });

  test('is known by its files where the system does not identify it', async () => {
    const d = withDrive({ volumes: false });
    await d.scan();
    rmSync(d.drives.at('own/deep'), { recursive: true });
    d.mounts.set(d.at, { ...d.own, dev: '17' });
    await d.scan();
    expect(d.rows()).toEqual(FOUND.slice(0, 3)); // what was deleted is gone
    d.mounts.set(d.at, d.other);
    await d.scan();
    expect(d.rows()).toEqual(CLOSED.slice(0, 3));
    expect(d.troubled()).toEqual([{ path: 'drive', trouble: 'other' }]);
  });

  test('is known by its topmost directory where another one has its number', async () => {
    const d = withDrive({ volumes: false });
    await d.scan();
    d.mounts.set(d.at, { ...d.other, dev: d.own.dev });
    await d.scan();
    expect(d.rows()).toEqual(CLOSED);
    expect(d.troubled()).toEqual([{ path: 'drive', trouble: 'other' }]);
    d.mounts.set(d.at, d.own);
    await d.scan();
    expect([d.rows(), d.troubled()]).toEqual([FOUND, []]);
  });

  test('that was away is known by its files, where nothing else of another one differs', async () => {
    const d = withDrive({ volumes: false, births: false });
    await d.scan();
    d.mounts.delete(d.at);
    await d.scan();
    d.mounts.set(d.at, { ...d.other, dev: d.own.dev });
    await d.scan();
    expect(d.rows()).toEqual(CLOSED);
    expect(d.troubled()).toEqual([{ path: 'drive', trouble: 'other' }]);
    d.mounts.set(d.at, d.own);
    await d.scan();
    expect([d.rows(), d.troubled()]).toEqual([FOUND, []]);
  });

  test.each([true, false])(
    'whose files were deleted while it stayed has deleted files (known by its volume: %s)',
    async (volumes) => {
      const d = withDrive({ volumes });
      await d.scan();
      for (const path of ['own/a.csv', 'own/b.csv', 'own/deep']) {
        rmSync(d.drives.at(path), { recursive: true });
      }
      await d.scan();
      expect(d.rows()).toEqual(FOUND.slice(0, 1));
    },
  );

  test('that comes new is entered; one that comes over files of the folder is not', async () => {
    const d = withDrive();
    d.mounts.clear();
    await d.scan();
    d.mounts.set(d.at, d.own);
    await d.scan();
    expect(d.rows()).toEqual(FOUND);
    const { path } = d.folder;
    d.folder.write('local/x.csv');
    await d.scan();
    d.mounts.set(`${path}/local`, d.other);
    await d.scan();
    expect(d.rows()).toEqual([...FOUND, 'local/x.csv unreadable']);
    expect(d.troubled()).toEqual([{ path: 'local', trouble: 'other' }]);
    d.mounts.delete(`${path}/local`);
    await d.scan();
    expect(d.rows()).toEqual([...FOUND, 'local/x.csv discovered']);
    expect(
      d
        .state()
        .folderDrives.of(d.id)
        .map((drive) => drive.path),
    ).toEqual(['', 'drive']);
  });
});

describe('the drive of a watched folder itself', () => {
  test.each([
    ['by its volume, although its number is the same', true, '1'],
    ['by its files, where the system does not identify it', false, '9'],
  ])('is told from another %s', async (_by, volumes, dev) => {
    const d = withDrive({ volumes });
    await d.scan();
    const { path } = d.folder;
    d.mounts.clear();
    d.mounts.set(path, { ...d.other, dev });
    await d.scan();
    expect(d.trouble()).toBe('other-drive');
    expect(d.rows()).toEqual(FOUND);
    d.mounts.clear();
    d.mounts.set(d.at, d.own);
    await d.scan();
    expect([d.trouble(), d.rows()]).toEqual([null, FOUND]);
  });

  test('is told from one with its number by their topmost directories', async () => {
    const d = withDrive({ volumes: false });
    const { path } = d.folder;
    d.mounts.clear();
    d.mounts.set(path, d.own);
    await d.scan();
    const rows = d.rows();
    d.mounts.set(path, { ...d.other, dev: d.own.dev });
    await d.scan();
    expect([d.trouble(), d.rows()]).toEqual(['other-drive', rows]);
    d.mounts.set(path, d.own);
    await d.scan();
    expect([d.trouble(), d.rows()]).toEqual([null, rows]);
  });

  test.each([true, false])(
    'that was away is another one where all its files are others (times of birth are kept: %s)',
    async (births) => {
      const d = withDrive({ volumes: false, births });
      const { path } = d.folder;
      d.mounts.clear();
      d.mounts.set(path, d.own);
      await d.scan();
      const rows = d.rows();
      d.drives.makeFolder('empty');
      d.mounts.set(path, { ...d.own, dev: '1', holds: d.drives.at('empty') });
      await d.scan();
      expect(d.trouble()).toBe('emptied');
      d.mounts.set(path, { ...d.other, dev: d.own.dev });
      await d.scan();
      expect([d.trouble(), d.rows()]).toEqual(['other-drive', rows]);
    },
  );

  test('is the same when a person empties the folder and writes new files', async () => {
    const d = withDrive({ volumes: false, births: false });
    d.mounts.clear();
    await d.scan();
    rmSync(d.folder.at('here.csv'));
    rmdirSync(d.at);
    await d.scan();
    expect(d.trouble()).toBe('emptied');
    d.folder.write('new.csv');
    await d.scan();
    expect([d.trouble(), d.rows()]).toEqual([null, ['/new.csv discovered']]);
  });

  test('is the same under another number, after the computer has started again', async () => {
    for (const volumes of [true, false]) {
      const d = withDrive({ volumes });
      await d.scan();
      d.base.dev = '2';
      d.restart();
      await d.scan();
      expect([d.trouble(), d.rows()]).toEqual([null, FOUND]);
    }
  });
});
