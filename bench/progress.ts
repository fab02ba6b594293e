/** How far `labseal serve` has come with the files of its only folder, as its page would ask. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Served } from './soak-served.ts';

export interface Progress {
  readonly files: number;
  /** Without fingerprints yet. */
  readonly waiting: number;
  /** When the folder was last seen whole; null: never. */
  readonly scannedAtMs: number | null;
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
    scannedAtMs: account?.folders[0]?.lastScanAtMs ?? null,
  };
}
