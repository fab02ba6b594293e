/**
 * The engine with everything that belongs to it, as `labseal serve` runs it. Argument: its data folder, with an account
 * and a folder.
 */
import { openCore } from '../../src-main/app/create-core.ts';
import { startEngine } from '../../src-main/app/engine.ts';
import { realClock, realIds } from '../../src-main/platform/real-ports.ts';
import { serveSubject } from '../subject.ts';

const [dataFolder = ''] = process.argv.slice(2);
const opened = await openCore(
  {
    dataFolder,
    server: null,
    tokenStore: 'file',
    network: { httpsProxy: null, noProxy: null, authoritiesFile: null },
  },
  { clock: realClock, ids: realIds, chance: () => Math.random() },
);
if (!opened.ok) throw new Error(opened.fault.kind);
const core = opened.value;
const engine = startEngine({ core, clock: realClock, ids: realIds, dataFolder });

serveSubject(
  async () => undefined,
  async () => {
    await engine.close();
    await core.close();
  },
);
