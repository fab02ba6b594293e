import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';

const PREVIEW = fileURLToPath(new URL('test-support/preview-beside-labseal.ts', import.meta.url));

/** In a space of its own, where a person may mount; nothing of it is left afterwards. */
function mounting(script: string, ...words: readonly string[]) {
  return spawnSync('unshare', ['-Urm', 'sh', '-ec', script, 'sh', ...words], { encoding: 'utf8' });
}

test.skipIf(mounting('mount --bind /tmp /tmp').status !== 0)(
  'a data folder, a part of it and a single file of it are known where they are mounted',
  () => {
    const [home, folder] = [temporaryFolder(), temporaryFolder()];
    for (const name of ['engine.lock', 'account.json', 'accounts/7/labseal.db']) home.write(name);
    home.write('accounts/7/certificates/a.pdf');
    for (const name of ['whole', 'part']) folder.makeFolder(name);
    for (const name of ['file.raw', 'run.raw']) folder.write(name);
    const script = `
      mount --bind "$1" "$2/whole"
      mount --bind "$1/accounts/7/certificates" "$2/part"
      mount --bind "$1/account.json" "$2/file.raw"
      "$3" "$4" "$1" "$2"`;
    const told = mounting(script, home.path, folder.path, process.execPath, PREVIEW);
    expect(told.stderr).toBe('');
    expect(JSON.parse(told.stdout)).toEqual([
      'file.raw labseal-data',
      'part/ labseal-data',
      'run.raw taken',
      'whole/ labseal-data',
    ]);
  },
);
