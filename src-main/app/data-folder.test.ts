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
