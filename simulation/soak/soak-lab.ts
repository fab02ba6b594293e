/** What goes on around the program for days: instruments, a network that comes and goes, a person who looks in. */
import type { Engine } from '../../src-main/app/engine.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src-shared/model/text/time.ts';
import type { Chance } from '../chance.ts';
import { FOLDERS } from '../disk/lab.ts';
import type { SoakWorld } from './soak-world.ts';

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
export function flappingNetwork(chance: Chance): (atMs: number) => boolean {
  const shift = chance.below(HOUR_MS);
  return (atMs) => {
    const minute = Math.floor(((atMs + shift) % HOUR_MS) / MINUTE_MS);
    const hour = Math.floor((atMs + shift) / HOUR_MS);
    return minute % 13 === 5 || (hour % 6 === 3 && minute < 25);
  };
}

export function layFolders({ disk }: SoakWorld): void {
  for (const directory of ['/lab', ...DIRECTORIES]) disk.make(directory, 'directory');
}

/** Writes in pieces, renames, and removes the oldest; ends with the signal. */
export async function workInLab(
  { disk, clock, chance }: SoakWorld,
  signal: AbortSignal,
): Promise<void> {
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
export async function lookIn(
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
export async function changeFortune(
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
