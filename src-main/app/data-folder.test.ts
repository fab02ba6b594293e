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
