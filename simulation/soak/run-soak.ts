/**
 * Plays so many hours of one life of the program and takes what it holds at each of them. Around it go on instruments, a
 * network that comes and goes, and a person who looks in.
 */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src-shared/model/text/time.ts';
import { makeChance, type Chance } from '../chance.ts';
import type { ScratchFolder } from '../scratch-folder.ts';
import { Violation } from '../violation.ts';
import { makeTaker, type Holdings } from './holdings.ts';
import { countsFunctions } from './evaluate-soak.ts';
import { makeSoakWorld, type SoakWorld } from './soak-world.ts';
import type { Engine } from '../../src-main/app/engine.ts';
import { FOLDERS } from '../disk/lab.ts';

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

const DIRECTORIES = [FOLDERS.private, FOLDERS.public, `${FOLDERS.private}/runs`] as const;
const BETWEEN_FILES_MS = 9 * MINUTE_MS;
/** What an instrument keeps; older files are moved away by somebody. */
const MOST_FILES = 24;
const LOOKS_IN_EVERY_MS = 4 * MINUTE_MS;
const CREDITS_EVERY_MS = 7 * HOUR_MS;
const CREDITS = 45; // a little less than is needed, so that they run out
const ROWS_ON_SCREEN = 50;
const NEWEST_FIRST = { by: 'when', isDescending: true } as const;

/** Minutes of an hour in which nothing goes through, and a longer outage now and then. */
function flappingNetwork(chance: Chance): (atMs: number) => boolean {
  const shift = chance.below(HOUR_MS);
  return (atMs) => {
    const minute = Math.floor(((atMs + shift) % HOUR_MS) / MINUTE_MS);
    const hour = Math.floor((atMs + shift) / HOUR_MS);
    return minute % 13 === 5 || (hour % 6 === 3 && minute < 25);
  };
}

function layFolders({ disk }: SoakWorld): void {
  for (const directory of ['/lab', ...DIRECTORIES]) disk.make(directory, 'directory');
}

/** Writes in pieces, renames, and removes the oldest; ends with the signal. */
async function workInLab({ disk, clock, chance }: SoakWorld, signal: AbortSignal): Promise<void> {
  const luck = chance.branch('lab');
  const files: string[] = [];
  for (let made = 1; ; made += 1) {
    await clock.sleep(luck.between(0, 2 * BETWEEN_FILES_MS), signal);
    const path = `${luck.pick(DIRECTORIES)}/run-${made}.raw`;
    const bytes = Buffer.from(`run ${made} `.repeat(luck.between(1, 300)));
    disk.make(path, 'file', bytes.subarray(0, 5));
    await clock.sleep(luck.between(0, 20 * SECOND_MS), signal);
    disk.write(path, bytes);
    files.push(path);
    const index = luck.below(files.length);
    const chosen = files[index];
    if (chosen !== undefined && luck.happens(0.3)) {
      files[index] = `${chosen.replace(/\.raw$/, '')}-renamed.raw`;
      disk.rename(chosen, files[index]);
    }
    while (files.length > MOST_FILES) disk.remove(files.shift() ?? '');
  }
}

/** Signs in again when she has to, and looks at every list. */
async function lookIn(
  { clock, life, auditor }: SoakWorld,
  engine: Engine,
  signal: AbortSignal,
): Promise<void> {
  const { account, session } = life;
  for (;;) {
    if (session.state().state !== 'signed-in') {
      auditor.signsIn();
      await engine.changeAccount(() => session.signIn('ada@lab.test', 'password', signal));
    }
    engine.status();
    engine.snapshot();
    account.transfers.view(0, ROWS_ON_SCREEN);
    account.files.range({}, NEWEST_FIRST, { first: 0, count: ROWS_ON_SCREEN });
    account.offers.offer(null);
    await clock.sleep(LOOKS_IN_EVERY_MS, signal);
  }
}

/** Sessions end elsewhere, and credits come back some time after they ran out. */
async function changeFortune(
  { clock, service }: SoakWorld,
  engine: Engine,
  signal: AbortSignal,
): Promise<void> {
  for (let turn = 1; ; turn += 1) {
    await clock.sleep(CREDITS_EVERY_MS, signal);
    service.ledger.grant(CREDITS);
    engine.lookAgain();
    if (turn % 2 === 0) service.tokens.revokeAll();
  }
}
