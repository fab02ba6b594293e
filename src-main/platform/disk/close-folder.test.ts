import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-state.ts';
import { closeFolder } from './close-folder.ts';

function folderWith(names: readonly string[], mode: number): string {
  const folder = path.join(temporaryFolder(), 'data');
  fs.mkdirSync(folder);
  for (const name of names) fs.writeFileSync(path.join(folder, name), '');
  fs.chmodSync(folder, mode);
  return folder;
}

const modeOf = (folder: string) => fs.statSync(folder).mode & 0o7777;
const isOurs = (name: string) => name.startsWith('own');

describe.skipIf(process.platform === 'win32')('a data folder that others may look into', () => {
  test.each([0o755, 0o750, 0o777, 0o1777, 0o2770, 0o702])(
    'is closed when it holds only what is ours (mode %o)',
    (mode) => {
      for (const names of [[], ['own.json']]) {
        const folder = folderWith(names, mode);
        expect(closeFolder(folder, isOurs)).toBeNull();
        expect(modeOf(folder) & 0o777).toBe(0o700);
      }
    },
  );

  test('keeps its permissions when it holds something else, and that is said', () => {
    const folder = folderWith(['own.json', 'thesis.docx'], 0o755);
    expect(closeFolder(folder, isOurs)).toEqual({ why: 'holds-other-files', path: folder });
    expect(modeOf(folder)).toBe(0o755);
  });

  test('keeps its permissions when it is another user’s, or they cannot be changed', () => {
    const folder = folderWith([], 0o755);
    const otherUser = { userId: () => 4_711 };
    expect(closeFolder(folder, isOurs, otherUser)).toEqual({ why: 'not-ours', path: folder });
    const stubborn = { changeMode: () => undefined }; // as drives without modes take it
    expect(closeFolder(folder, isOurs, stubborn)).toEqual({ why: 'unchangeable', path: folder });
    const refusing = {
      changeMode() {
        throw Object.assign(new Error('refused'), { code: 'EPERM' });
      },
    };
    expect(closeFolder(folder, isOurs, refusing)).toEqual({ why: 'unchangeable', path: folder });
    expect(modeOf(folder)).toBe(0o755);
  });

  test('one that is closed, missing or none is left to whoever opens it', () => {
    const closed = folderWith(['thesis.docx'], 0o700);
    const file = path.join(closed, 'thesis.docx');
    for (const place of [closed, path.join(closed, 'missing'), file]) {
      expect(closeFolder(place, isOurs)).toBeNull();
    }
    expect(fs.existsSync(path.join(closed, 'missing'))).toBe(false);
  });
});
