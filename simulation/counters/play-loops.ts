/** Plays counter loops in a few threads. Which runs are played depends on nothing but the orders. */
import { playInThreads } from '../play-in-thread.ts';
import { FAULTS } from './faults.ts';
import { SERVICES, type LoopOrder, type LoopVerdict, type ServiceName } from './run-loop.ts';

const THREAD = new URL('./loop-worker.ts', import.meta.url);

/** Every mishap at every moment, with every service. */
export function allLoops(): readonly LoopOrder[] {
  return SERVICES.flatMap((service) => loopsWith(service, 1));
}

/**
 * Every mishap with one service, at each `of`-th moment; the mishaps begin one moment after the other, so that together
 * they meet moments of every number.
 */
export function loopsWith(service: ServiceName, of: number): readonly LoopOrder[] {
  return Object.keys(FAULTS).map((fault, place) => {
    return { fault, service, shard: { of, index: place % of } };
  });
}

/** Resolves to the verdicts in the order of the orders; rejects when a thread cannot go on at all. */
export async function playLoops(
  orders: readonly LoopOrder[],
  threads: number,
  onVerdict: (verdict: LoopVerdict) => void = () => undefined,
): Promise<readonly LoopVerdict[]> {
  const verdicts = await playInThreads(THREAD, orders, threads, onVerdict);
  const placeOf = ({ fault, service }: LoopOrder): number =>
    orders.findIndex((order) => order.fault === fault && order.service === service);
  return verdicts.toSorted((one, other) => placeOf(one) - placeOf(other));
}
