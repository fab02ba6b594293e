/**
 * Hours of one life of the program, under faults that never end, and what it holds at each of them. Around it go on
 * instruments, a network that comes and goes, and a person who looks in. The story is told to nobody, so that what grows is
 * the program.
 */
import { join } from 'node:path';
import type { Core } from '../../src-main/app/create-core.ts';
import { startEngine, type Engine, type FollowedCore } from '../../src-main/app/engine.ts';
import { makeMemoryStore } from '../../src-main/session/token-store.ts';
import { makeFakeIds } from '../../src-main/test-support/fake-ids.ts';
import { ok } from '../../src-shared/model/result.ts';
import { UNKNOWN_CONTACT } from '../../src-shared/model/status/service-fault.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src-shared/model/text/time.ts';
import { makeChance, type Chance } from '../chance.ts';
import { ORIGIN } from '../checks/auditor.ts';
import { makeDisk } from '../disk/disk.ts';
import { playPrivateFiles } from '../disk/disk-ports.ts';
import { FOLDERS } from '../disk/lab.ts';
import { drawFaultProfile, type FaultProfile } from '../fault-profile.ts';
import { booksOf, copyDatabase, startLife } from '../program/life.ts';
import { makeRememberedAccount } from '../program/remembered-account.ts';
import type { ScratchFolder } from '../scratch-folder.ts';
import { playService } from '../service/play-service.ts';
import { makeStage } from '../stage.ts';
import type { Trace } from '../trace.ts';
import type { SeedOptions, Verdict } from '../variants.ts';
import { brokenBy, Violation } from '../violation.ts';
import { countsFunctions, evaluateSoak } from './evaluate-soak.ts';
import { makeTaker, type Holdings } from './holdings.ts';

/** Hours in which instruments write, and after them hours in which they rest and everything else goes on. */
const LENGTHS: Readonly<
  Record<string, { readonly busyHours: number; readonly quietHours: number }>
> = {
  soak: { busyHours: 5, quietHours: 3 },
  'soak-days': { busyHours: 24, quietHours: 12 },
};
/** A budget of its own for each folder, so that nobody has to agree to each file. */
const FOLDER_CREDITS = 1_000_000;

export async function playSoak(
  seed: number,
  { scratchFolder, variant }: SeedOptions,
): Promise<Verdict> {
  const length = LENGTHS[variant];
  if (length === undefined) throw new Error(`nobody knows how long ${variant} is`);
  const { busyHours, quietHours } = length;
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
  for (let hour = 0; hour <= busyHours + quietHours && world.failure() === null; hour += 1) {
    while (clock.monotonicMs() < hour * HOUR_MS && world.failure() === null) {
      if (!(await clock.step())) fail(new Violation(20, 'everything waits for nothing'));
      events += 1;
    }
    holdings.push(await taker.take(hour, countsFunctions(hour, { busyHours, quietHours })));
    if (hour === busyHours) evening.abort(new Error('the instruments rest'));
  }
  stop.abort(new Error('the soak is over'));
  taker.close();
  world.end();
  const grown = world.failure() === null ? evaluateSoak(holdings, busyHours) : [];
  return {
    broken:
      grown.length === 0
        ? brokenBy(world.failure())
        : { invariant: 20, what: `grown: ${grown.join('; ')}` },
    trace: holdings.map(asLine),
    digest: null,
    figures: { hours: holdings.length - 1, events, charges: auditor.charges() },
  };
}

function asLine(held: Holdings): string {
  const { hour, heapBytes, sleepers, functions, openFiles, logBytes, rows } = held;
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return (
    `hour ${hour}: memory ${mebibytes(heapBytes)}, ${sleepers} timers, ` +
    `${functions === null ? '' : `${functions} functions, `}${openFiles} open files, ` +
    `log ${mebibytes(logBytes)}, ${rows['content'] ?? 0} contents, ${all} rows`
  );
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MiB`;
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

const SESSION_MS = 5 * HOUR_MS;
const FIRST_CREDITS = 40;

const NOBODY_LISTENS: Trace = { tell() {}, lines: () => [], digest: () => '' };

export type SoakWorld = ReturnType<typeof makeSoakWorld>;

/** `isOut`: nothing goes through the network just now. */
function makeSoakWorld(
  scratchFolder: ScratchFolder,
  seed: number,
  isOut: (atMs: number) => boolean,
) {
  const chance = makeChance(`soak ${seed}`);
  const faultProfile = roughFaultProfile();
  const stage = makeStage();
  const { clock, monotonicMs, fail, failure } = stage;
  const disk = makeDisk(() => clock.nowMs());
  const parts = { stage, chance, faultProfile, trace: NOBODY_LISTENS, disk };
  const { auditor, line, service } = playService(parts, {
    balance: FIRST_CREDITS,
    tokenLifeMs: () => SESSION_MS,
    isOut: () => isOut(monotonicMs()),
  });
  const ids = makeFakeIds();
  const accounts = makeRememberedAccount();
  const dataFolder = join(scratchFolder.folder(seed), 'life');
  copyDatabase(scratchFolder.template(faultProfile), dataFolder);
  const engineLuck = chance.branch('engine');
  const life = startLife({
    line,
    clock,
    ids,
    accounts,
    certificates: playPrivateFiles(),
    dataFolder,
    tokenStore: makeMemoryStore(),
    bindings: { disk, onRead: () => undefined, isHintLost: () => false },
    chance: () => engineLuck.next(),
  });
  auditor.follow(booksOf(dataFolder));
  life.session.subscribe(({ state }) => auditor.sessionMoved(state));
  const { account, base, session } = life;
  const core = {
    account: () => ok(account),
    accountBase: () => ok(base),
    session: () => ({ server: ORIGIN, state: session.state() }),
    onSession: (listener: () => void) => session.subscribe(listener),
    onHeard: () => () => undefined,
    clockAheadMs: () => session.clockAheadMs(),
    contact: () => UNKNOWN_CONTACT,
    requestFailed: () => undefined,
    onContact: () => () => undefined,
    onNews: () => () => undefined,
  } satisfies FollowedCore as unknown as Core;
  return {
    chance,
    clock,
    disk,
    service,
    auditor,
    life,
    /** To be begun once the folders are there. */
    startEngine: () => startEngine({ core, clock, ids, dataFolder }),
    fail,
    failure,
    end(): void {
      life.die();
      auditor.follow(null);
      life.bury();
    },
  };
}

/** Some of everything that passes, all the time. */
function roughFaultProfile(): FaultProfile {
  const drawn = drawFaultProfile(makeChance('soak'), 'resumable');
  const rates = Object.fromEntries(Object.keys(drawn.rates).map((name) => [name, 0]));
  return {
    ...drawn,
    reading: {
      ...drawn.reading,
      paging: 'honoured',
      pageRecords: 50,
      uploaded: 'echoed',
      chainErrorRate: 0,
    },
    rates: {
      ...(rates as FaultProfile['rates']),
      refused: 0.02,
      'cut-in-body': 0.05,
      'cut-before-commit': 0.02,
      'lost-after-commit': 0.02,
      'answer-cut': 0.01,
      'hang-after-commit': 0.01,
      unavailable: 0.03,
      throttled: 0.02,
    },
    calmAtMs: Infinity,
    reserve: null,
    ceiling: null,
    partialOutage: null,
    checkPolicy: 'approved',
    clockSkewMs: 0,
    clockAheadMs: 0,
    dateAheadMs: 0,
    follows: true,
  };
}
