/** One counter loop: the same mishap at the first moment, the second, the third … until a run has no such moment. */
import type { ScratchFolder } from '../scratch-folder.ts';
import { FAIR_READING } from '../fair-world.ts';
import type { ServiceReading } from '../fault-profile.ts';
import { FAULTS } from './faults.ts';
import { runCounter } from './run-counter.ts';

/** Which services the loops are played with: the documented one alone, and one that keeps what it has of an upload. */
export const SERVICES = ['documented', 'resumable'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** Every `of`-th moment, beginning with number `index` + 1. */
export interface Shard {
  readonly of: number;
  readonly index: number;
}

export interface LoopOrder {
  /** A name of `MISHAPS`. */
  readonly fault: string;
  readonly service: ServiceName;
  readonly shard: Shard;
}

export interface LoopVerdict extends LoopOrder {
  /** How many such moments a run has that meets no mishap. */
  readonly moments: number;
  readonly runs: number;
  readonly charges: number;
  readonly asked: number;
  readonly broken: readonly {
    readonly k: number;
    readonly what: string;
    readonly trace: readonly string[];
  }[];
}

const MOST_MOMENTS = 2_000; // a loop that goes on for longer does not end
const PIECE_BYTES = 60_000;

const READINGS: Readonly<Record<ServiceName, ServiceReading>> = {
  documented: FAIR_READING,
  resumable: { ...FAIR_READING, resumption: 'draft-12', maxAppendBytes: PIECE_BYTES },
};

export async function runLoop(
  order: LoopOrder,
  scratchFolder: ScratchFolder,
): Promise<LoopVerdict> {
  const fault = FAULTS[order.fault];
  if (fault === undefined) throw new Error(`no mishap is called ${order.fault}`);
  const { of: step, index } = order.shard;
  const broken: LoopVerdict['broken'][number][] = [];
  const sums = { runs: 0, charges: 0, asked: 0 };
  for (let k = index + 1; k <= MOST_MOMENTS; k += step) {
    const options = { scratchFolder, reading: READINGS[order.service], fault, k };
    const { isReached, broken: what, moments, charges, asked, trace } = await runCounter(options);
    if (what !== null) broken.push({ k, what, trace });
    if (!isReached) return { ...order, ...sums, moments, broken };
    sums.runs += 1;
    sums.charges += charges;
    sums.asked += asked;
  }
  throw new Error(`"${order.fault}" has no end after ${MOST_MOMENTS} moments`);
}
