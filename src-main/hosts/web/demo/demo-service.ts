/** The bundled service as the demo uses it: it can go offline, return at the same address, and be discarded. */
import fs from 'node:fs/promises';
import { startMockService, type MockService } from '../../../../src-mock/mock-service.ts';
import { makeInTurn } from '../../../platform/in-turn.ts';
import { NAMES } from './demo-lab.ts';

type Rule = Parameters<MockService['faults']['add']>[0];

/** Long enough to be seen, short enough to wait for. */
export const CHAIN_DELAY_MS = 4_000;

export interface DemoService {
  /** Stays the same. */
  readonly url: string;
  readonly people: MockService['demoAccounts'];
  isOffline(): boolean;
  setOffline(isOffline: boolean): Promise<void>;
  /** The next request that it is about goes wrong like this. */
  spoil(rule: Rule): void;
  /** 0 while a past is made up, afterwards `CHAIN_DELAY_MS`. */
  setChainDelay(ms: number): void;
  /** Begins anew, online. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function startDemoService(dataFolder: string): Promise<DemoService> {
  let chainDelayMs = 0;
  const start = (port: number) =>
    startMockService({
      dataFolder,
      port,
      seed: 'demo',
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
    url,
    people,
    isOffline: () => running === null,
    setOffline: (isOffline) =>
      inTurn(async () => {
        if (isOffline) await stop();
        else running ??= await start(port);
      }),
    spoil: (rule) => void running?.faults.add(rule),
    setChainDelay(ms) {
      chainDelayMs = ms;
      running?.setReadings({ chainDelayMs });
    },
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
