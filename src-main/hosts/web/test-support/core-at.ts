/** A real core that serves its calls, over a data folder that is fresh and empty. */
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { makeServeCall } from '../../../use-cases/serve-calls.ts';
import { openCore } from '../../../app/create-core.ts';
import { startEngine } from '../../../app/engine.ts';
import { realClock, realIds } from '../../../platform/real-ports.ts';
import type { CoreSettings } from '../../../app/settings.ts';

/** `root` holds the data folder. */
export const settingsAt = (root: string, server: string | null = null): CoreSettings => ({
  dataFolder: path.join(root, 'labseal'),
  server,
  tokenStore: 'file',
  network: { httpsProxy: null, noProxy: null, authoritiesFile: null },
});

export async function coreAt(root: string) {
  const settings = settingsAt(root);
  const opened = await openCore(settings);
  if (!opened.ok) throw new Error(opened.fault.kind);
  const core = opened.value;
  const { dataFolder } = settings;
  const engine = startEngine({ core, clock: realClock, ids: realIds, dataFolder });
  onTestFinished(async () => {
    await engine.close();
    await core.close();
  });
  /** What went wrong by a bug. */
  const errors: unknown[] = [];
  const keepError = (_where: string, error: unknown) => `error-${errors.push(error)}`;
  const serve = makeServeCall({ engine, settings, places: async () => [], keepError });
  return { core, engine, settings, errors, keepError, serve };
}
