/** `labseal serve` of a lab as a process of its own, asked over loopback as its page asks it. */
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallInput, CallName } from '../src-shared/bridge/calls.ts';
import { openHost } from '../e2e/support/host.ts';
import type { Lab } from '../e2e/support/lab.ts';
import type { Figures } from './contest.ts';
import { PROBE_FILE, type Probed } from './probe.ts';
import { peakMemory, processorMs } from './process-figures.ts';

const PROBE = new URL('./probe.ts', import.meta.url);

export type Served = Awaited<ReturnType<typeof startServed>>;

/** `isProbed`: with probe.ts in it, which takes a little of the processor at rest. */
export async function startServed(lab: Lab, { isProbed = false } = {}) {
  const probed = lab.at('probed.json');
  const { running, call, tryCall } = await openHost(lab, {
    LABSEAL_SERVER: lab.mock.url,
    ...(isProbed ? { NODE_OPTIONS: `--import=${PROBE.href}`, [PROBE_FILE]: probed } : {}),
  });
  const pid = running.pid ?? 0;
  return {
    pid,
    call,
    tryCall,
    /** How long the answer took. */
    async timed<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<number> {
      const beganMs = performance.now();
      await call(name, input);
      return performance.now() - beganMs;
    },
    /** What its probe has seen since it was last asked. */
    async probe(): Promise<Probed> {
      fs.rmSync(probed, { force: true });
      process.kill(pid, 'SIGUSR2');
      while (!fs.existsSync(probed)) await sleep(1);
      return JSON.parse(fs.readFileSync(probed, 'utf8')) as Probed;
    },
    figures: (wallMs: number | null): Figures => ({
      wallMs,
      cpuMs: processorMs(pid),
      peakBytes: peakMemory(pid),
    }),
    end: async () => {
      running.send('SIGTERM');
      await running.ended;
    },
  };
}

interface Progress {
  readonly files: number;
  /** Without fingerprints yet. */
  readonly waiting: number;
  /** When the folder was last seen whole; 0: never. */
  readonly scannedAtMs: number;
}

const UNFINISHED: ReadonlySet<string> = new Set(['discovered', 'settling', 'hashing', 'checking']);

export async function untilReached(
  served: Served,
  everyMs: number,
  isReached: (seen: Progress) => boolean,
): Promise<void> {
  while (!isReached(await progressOf(served))) await sleep(everyMs);
}

export async function progressOf(served: Served): Promise<Progress> {
  const { account } = await served.call('status.read', {});
  const counts = account?.counts ?? [];
  const sum = (some: typeof counts) => some.reduce((total, { files }) => total + files, 0);
  return {
    files: sum(counts),
    waiting: sum(counts.filter(({ state }) => UNFINISHED.has(state))),
    scannedAtMs: account?.folders[0]?.lastScanAtMs ?? 0,
  };
}
