import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-state.ts';
import { inboxFolderOf, removeInboxCopy } from './inbox-copy.ts';

const at = (...parts: string[]) => inboxFolderOf(path.join('/data', ...parts), '/data');

describe('a copy that a page gave', () => {
  test('is taken away with the folder that was made for it', async () => {
    const dataFolder = temporaryFolder();
    const write = (...parts: string[]) => {
      const file = path.join(dataFolder, ...parts);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, 'x');
      return file;
    };
    const copy = write('inbox', 'a1', 'run.raw');
    const other = write('inbox', 'b2', 'run.raw');
    await removeInboxCopy(copy, dataFolder);
    expect(fs.existsSync(path.dirname(copy))).toBe(false);
    expect(fs.existsSync(other)).toBe(true);
  });

  test('nothing else is ever taken for one', () => {
    expect(at('inbox', 'a1', 'run.raw')).toBe(path.join('/data', 'inbox', 'a1'));
    const others = [
      ['inbox'],
      ['inbox', 'run.raw'],
      ['inbox', 'a1', 'deeper', 'run.raw'],
      ['inbox', '..', 'account', 'labseal.db'],
      ['inbox', 'a1', '..', '..', 'account', 'labseal.db'],
      ['inboxes', 'a1', 'run.raw'],
      ['account', 'a1', 'run.raw'],
      ['..', 'inbox', 'a1', 'run.raw'],
    ];
    expect(others.map((parts) => at(...parts))).toEqual(others.map(() => null));
  });
});
