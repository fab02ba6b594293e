/**
 * The demo: the loopback face over its own core, service and lab, in a folder that is deleted at the end. It never
 * touches the user's own data, account or files, and nothing leaves this computer.
 */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CoreFault } from '../../../../src-shared/model/status/core-fault.ts';
import { fail, ok, type Result } from '../../../../src-shared/model/result.ts';
import { INBOX_NAME } from '../../../platform/data-folder.ts';
import { openCore } from '../../../app/create-core.ts';
import { realClock, realIds } from '../../../platform/real-ports.ts';
import type { DemoControls } from '../../../app/demo-controls.ts';
import type { CoreSettings } from '../../../app/settings.ts';
import { serveCore, type Served } from '../serve-core.ts';
import { type DemoClock, liveDemoStory, makeDemoClock, PAST_DAYS } from './demo-history.ts';
import { growRun, layDemoLab, type DemoLab } from './demo-lab.ts';
import { startDemoService, type DemoService } from './demo-service.ts';

const chance = () => Math.random();

const GROWING_STEPS = 16;
const GROWING_STEP_MS = 500;

export interface ServedDemo extends Served {
  readonly controls: DemoControls;
  /** Absolute: the demo's own folders, for whoever wants to put a file there. */
  readonly labFolder: string;
}

/** `homePort`: of the host that opens it. Rejects with the system's error when the port cannot be had. */
export async function serveDemo(
  port: number,
  homePort: number | null = null,
): Promise<Result<ServedDemo, CoreFault>> {
  const root = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'labseal-demo-')));
  const ending: (() => Promise<unknown>)[] = [() => fs.rm(root, { recursive: true, force: true })];
  const end = async () => {
    for (const step of ending.splice(0).toReversed()) await step();
  };
  try {
    const clock = makeDemoClock(realClock);
    clock.goBack(PAST_DAYS);
    const service = await startDemoService(path.join(root, 'service'), () => clock.nowMs());
    ending.push(() => service.close());
    const settings: CoreSettings = {
      dataFolder: path.join(root, 'labseal'),
      server: service.url,
      tokenStore: 'memory', // the keychain is the person's own
      network: { httpsProxy: null, noProxy: null, authoritiesFile: null },
    };
    const opened = await openCore(settings, { clock, ids: realIds, chance });
    if (!opened.ok) {
      await end();
      return opened;
    }
    const core = opened.value;
    ending.push(() => core.close());
    const controls = makeControls({
      service,
      clock,
      root,
      dataFolder: settings.dataFolder,
      homePort,
    });
    ending.push(() => controls.rest());
    const fault = await controls.begin(core);
    if (fault !== null) {
      await end();
      return fail(fault);
    }
    const served = await serveCore({ core, settings, port, demo: controls });
    ending.push(() => served.close());
    const labFolder = path.join(root, 'lab');
    return ok({ ...served, controls, labFolder, close: end });
  } catch (error) {
    await end();
    throw error;
  }
}

interface ControlParts {
  readonly service: DemoService;
  readonly clock: DemoClock;
  readonly root: string;
  readonly dataFolder: string;
  readonly homePort: number | null;
}

function makeControls({ service, clock, root, dataFolder, homePort }: ControlParts) {
  let growing: { readonly stop: AbortController; readonly done: Promise<void> } | null = null;
  let hasBegun = false;

  /** The instrument writes for some seconds, so that a file can be seen waiting until it is complete. */
  function grow(lab: DemoLab): void {
    const stop = new AbortController();
    const write = async () => {
      for (let step = 0; step < GROWING_STEPS && !stop.signal.aborted; step += 1) {
        await growRun(lab, step);
        await wait(GROWING_STEP_MS, undefined, { signal: stop.signal }).catch(() => undefined); // stopped
      }
    };
    growing = { stop, done: write() };
  }

  async function rest(): Promise<void> {
    growing?.stop.abort();
    await growing?.done;
    growing = null;
  }

  return {
    rest,
    view: () => ({
      isOffline: service.isOffline(),
      labFolder: path.join(root, 'lab'),
      homePort,
      people: service.people.map(({ role, email, password }) => ({ role, email, password })),
    }),
    setOffline: (isOffline) => service.setOffline(isOffline),
    refuseToken: () =>
      service.spoil({ endpoint: '*', times: 1, do: { kind: 'status', status: 401 } }),
    async begin(core) {
      if (hasBegun) {
        await rest();
        await core.signOut();
        for (const folder of [
          path.join(dataFolder, 'accounts'),
          path.join(dataFolder, INBOX_NAME),
          path.join(root, 'lab'),
        ]) {
          await fs.rm(folder, { recursive: true, force: true });
        }
        clock.goBack(PAST_DAYS);
        await service.reset();
      }
      hasBegun = true;
      const lab = await layDemoLab(path.join(root, 'lab'));
      const fault = await liveDemoStory(core, service, lab, clock);

      if (fault === null) grow(lab);
      return fault;
    },
  } satisfies DemoControls & { rest(): Promise<void> };
}
