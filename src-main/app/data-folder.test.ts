import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../test-support/temporary-state.ts';
import { openCore } from './create-core.ts';
import { realClock, realIds } from '../platform/real-ports.ts';

test('a data folder on a network drive is refused before anything is written there', async () => {
  const dataFolder = path.join(temporaryFolder(), 'labseal');
  const network = { httpsProxy: null, noProxy: null, authoritiesFile: null };
  const opened = await openCore(
    { dataFolder, server: null, tokenStore: 'memory', network },
    { clock: realClock, ids: realIds, chance: () => 0.5, fileSystemType: () => 0x6969 },
  );
  expect(opened).toEqual({
    ok: false,
    fault: { kind: 'database', trouble: 'network-drive', path: dataFolder },
  });
  expect(fs.existsSync(dataFolder)).toBe(false);
});

test('what was cut off on its way into the inbox is removed at the start and at the sign-out', async () => {
  const dataFolder = path.join(temporaryFolder(), 'labseal');
  const cut = path.join(dataFolder, 'inbox', '0a1b.part');
  const whole = path.join(dataFolder, 'inbox', '2c3d', 'run.raw');
  const putBoth = () => {
    fs.mkdirSync(cut, { recursive: true });
    fs.writeFileSync(path.join(cut, 'run.raw'), 'half');
    fs.mkdirSync(path.dirname(whole), { recursive: true });
    fs.writeFileSync(whole, 'whole');
  };
  const isThere = () => [fs.existsSync(cut), fs.existsSync(whole)];
  putBoth();
  const network = { httpsProxy: null, noProxy: null, authoritiesFile: null };
  const opened = await openCore({ dataFolder, server: null, tokenStore: 'memory', network });
  if (!opened.ok) throw new Error(opened.fault.kind);
  expect(isThere()).toEqual([false, true]);
  putBoth();
  await opened.value.signOut();
  expect(isThere()).toEqual([false, true]);
  await opened.value.close();
});

test.skipIf(process.platform === 'win32')(
  'one that others may look into is closed at the start; beside files that are not ours it is reported instead',
  async () => {
    const dataFolder = path.join(temporaryFolder(), 'labseal');
    const network = { httpsProxy: null, noProxy: null, authoritiesFile: null };
    const openOnce = async () => {
      fs.chmodSync(dataFolder, 0o755);
      const opened = await openCore({ dataFolder, server: null, tokenStore: 'memory', network });
      if (!opened.ok) throw new Error(opened.fault.kind);
      await opened.value.close();
      return { open: opened.value.openDataFolder, mode: fs.statSync(dataFolder).mode & 0o777 };
    };
    fs.mkdirSync(dataFolder);
    expect(await openOnce()).toEqual({ open: null, mode: 0o700 });
    for (const name of ['accounts', 'inbox', 'window'])
      fs.mkdirSync(path.join(dataFolder, name), { recursive: true });
    for (const name of ['account.json', 'errors.log', `token-${'0a'.repeat(16)}`]) {
      fs.writeFileSync(path.join(dataFolder, name), '{}', { mode: 0o600 });
    }
    expect(await openOnce()).toEqual({ open: null, mode: 0o700 });
    fs.writeFileSync(path.join(dataFolder, 'thesis.docx'), '');
    const open = { why: 'holds-other-files', path: dataFolder };
    expect(await openOnce()).toEqual({ open, mode: 0o755 });
  },
);
