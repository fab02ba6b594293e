/** Plays so many hours of one life of the program and takes what it holds at each of them. */
import { HOUR_MS } from '../../src-shared/model/text/time.ts';
import { makeChance } from '../chance.ts';
import type { ScratchFolder } from '../scratch-folder.ts';
import { Violation } from '../violation.ts';
import { makeTaker, type Holdings } from './holdings.ts';
import { countsFunctions } from './evaluate-soak.ts';
import { changeFortune, flappingNetwork, layFolders, lookIn, workInLab } from './soak-lab.ts';
import { makeSoakWorld, type SoakWorld } from './soak-world.ts';

export interface SoakLength {
  readonly seed: number;
  /** In which instruments write. */
  readonly busyHours: number;
  /** After them: the instruments rest, everything else goes on. */
  readonly quietHours: number;
}

export interface Soak {
  readonly holdings: readonly Holdings[];
  readonly events: number;
  readonly charges: number;
}

/** A budget of its own for each folder, so that nobody has to agree to each file. */
const FOLDER_CREDITS = 1_000_000;

/** `onHour` hears of each hour that is over. */
export async function runSoak(
  scratchFolder: ScratchFolder,
  { seed, busyHours, quietHours }: SoakLength,
  onHour: (holdings: Holdings) => void = () => undefined,
): Promise<Soak> {
  const world = makeSoakWorld(scratchFolder, seed, flappingNetwork(makeChance(`network ${seed}`)));
  const { clock, fail, auditor } = world;
  const stop = new AbortController();
  const evening = new AbortController();
  const holdings: Holdings[] = [];
  layFolders(world);
  await giveBudgets(world, stop.signal);
  const taker = makeTaker(world);
  const engine = world.startEngine();
  engine.ended.catch(fail);
  engine.feed.subscribe((event) => void JSON.stringify([world.clock.nowMs(), event]));
  for (const work of [
    workInLab(world, AbortSignal.any([stop.signal, evening.signal])),
    lookIn(world, engine, stop.signal),
    changeFortune(world, engine, stop.signal),
  ]) {
    work.catch((error: unknown) => {
      if (!stop.signal.aborted && error !== evening.signal.reason) fail(error);
    });
  }
  let events = 0;
  try {
    for (let hour = 0; hour <= busyHours + quietHours; hour += 1) {
      while (clock.monotonicMs() < hour * HOUR_MS) {
        if (!(await clock.step())) throw new Violation(20, 'everything waits for nothing');
        events += 1;
        if (world.failure() !== null) throw world.failure();
      }
      const held = await taker.take(hour, countsFunctions(hour, { busyHours, quietHours }));
      holdings.push(held);
      onHour(held);
      if (hour === busyHours) evening.abort(new Error('the instruments rest'));
    }
  } finally {
    stop.abort(new Error('the soak is over'));
    taker.close();
    world.end();
  }
  return { holdings, events, charges: auditor.charges() };
}

async function giveBudgets({ life }: SoakWorld, signal: AbortSignal): Promise<void> {
  const { folders } = life.account;
  for (const { id } of folders.list()) {
    const edited = await folders.edit(
      String(id),
      (rules) => ({ ...rules, budgetCredits: FOLDER_CREDITS }),
      signal,
    );
    if (!edited.ok) throw new Error(edited.fault.kind);
  }
}
