/** The bundled service as the demo uses it: it can go offline, return at the same address, and be discarded. */
import fs from 'node:fs/promises';
import { startMockService, type MockService } from '../../../../src-mock/mock-service.ts';
import { makeInTurn } from '../../../platform/waiting.ts';
import { NAMES } from './demo-lab.ts';

type Rule = Parameters<MockService['faults']['add']>[0];

/** Long enough to be seen, short enough to wait for. */
export const CHAIN_DELAY_MS = 4_000;

export type DemoService = Awaited<ReturnType<typeof startDemoService>>;

/** `nowMs`: its clock, which is also that of the demo's core. */
export async function startDemoService(dataFolder: string, nowMs: () => number) {
  let chainDelayMs = 0;
  const start = (port: number) =>
    startMockService({
      dataFolder,
      port,
      seed: 'demo',
      nowMs,
      readings: { chainDelayMs, notarizationErrorNames: [NAMES.notRecorded] },
    });
  let running: MockService | null = await start(0);
  /** Going offline and online run one after the other, however fast the switch is pressed. */
  const inTurn = makeInTurn();
  const { url, port, demoAccounts: people } = running;

  async function stop(): Promise<void> {
    const last = running;
    running = null;
    await last?.close();
  }

  return {
    /** Stays the same. */
    url,
    people,
    isOffline: () => running === null,
    setOffline: (isOffline: boolean) =>
      inTurn(async () => {
        if (isOffline) await stop();
        else running ??= await start(port);
      }),
    /** The next request that it is about goes wrong like this. */
    spoil: (rule: Rule) => void running?.faults.add(rule),
    /** 0 while a past is made up, afterwards `CHAIN_DELAY_MS`. */
    setChainDelay(ms: number) {
      chainDelayMs = ms;
      running?.setReadings({ chainDelayMs });
    },
    /** Begins anew, online. */
    reset: () =>
      inTurn(async () => {
        await stop();
        await fs.rm(dataFolder, { recursive: true, force: true });
        chainDelayMs = 0;
        running = await start(port);
      }),
    close: () => inTurn(stop),
  };
}
