import fs from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { realClock, realIds } from '../platform/real-ports.ts';
import { engineAtService } from '../test-support/engine-at-service.ts';
import { valueOf } from '../test-support/value-of.ts';
import { openCore } from './create-core.ts';
import { startEngine } from './engine.ts';

/** A quarter of a minute is nothing. */
const clock: typeof realClock = {
  ...realClock,
  sleep: (ms, signal) => realClock.sleep(ms === 15_000 ? 50 : ms, signal),
};

test.skipIf(process.platform === 'win32')(
  'a session that could not be read at the start is taken up later, and what waited for it goes on',
  async () => {
    const lab = await engineAtService();
    await lab.signIn();
    await lab.watch('raw', { budgetCredits: 5 });
    await lab.engine.close();
    await lab.engine.core.close();
    const { settings } = lab;
    const name = fs.readdirSync(settings.dataFolder).find((each) => each.startsWith('token-'));
    const tokenFile = `${settings.dataFolder}/${name}`;
    fs.chmodSync(tokenFile, 0o644);
    lab.write('raw/a.csv', 'a');

    const core = valueOf(await openCore(settings, { clock, ids: realIds, chance: Math.random }));
    const engine = startEngine({ core, clock, ids: realIds, dataFolder: settings.dataFolder });
    onTestFinished(async () => {
      await engine.close();
      await core.close();
    });
    const waits = () => engine.status().waits.map(({ cause }) => cause);
    const states = () => engine.status().account?.counts.map(({ state }) => state);
    const why = { by: 'open-file', path: tokenFile };
    await expect.poll(waits).toContain('signed_out');
    expect(engine.status().session).toMatchObject({ state: 'withheld', why });
    fs.chmodSync(tokenFile, 0o600);
    await expect.poll(states).toEqual(['notarized']);
    expect(engine.status().session.state).toBe('signed-in');
  },
);
