/**
 * The programs of the laboratory: they write files in every way that programs do, at their own times, and in the middle
 * of a reading when the fault profile says so. They stop at the calm.
 */
import { MINUTE_MS, msFromUtcDay, SECOND_MS } from '../../src-shared/model/text/time.ts';
import type { Clock } from '../../src-main/platform/clock.ts';
import type { Chance } from '../chance.ts';
import type { Trace } from '../trace.ts';
import type { FaultProfile } from '../fault-profile.ts';
import { CANARY } from '../service/tokens.ts';
import { LIES, type Disk, type PlayedDrive } from './disk.ts';

export const FOLDERS = { private: '/lab/private', public: '/lab/public' } as const;
/** The data folder of somebody else's Labseal, where a person put it. */
export const OTHER_LABSEAL = `${FOLDERS.private}/runs/labseal-try`;
/** Where more files come at once than are paid for unseen, in worlds that have such a batch. */
const BATCH = `${FOLDERS.private}/batch`;
/** What is too many there. */
export const LARGE_BATCH_FILES = 6;
const REWRITTEN_EVERY_MS = 3 * MINUTE_MS;
/** The program's own, which nobody watches. */
const OWN_LABSEAL = '/home/labseal';
const RUNS = `${FOLDERS.private}/runs`;
const DIRECTORIES = [FOLDERS.private, FOLDERS.public, RUNS] as const;
const ARCHIVE = `${FOLDERS.private}/archive`;
/** Where a person puts the runs of a day. */
const PUT_AWAY = [`${RUNS} of monday`, `${ARCHIVE}/runs`, `${ARCHIVE}/monday`] as const;
/** Names that could be taken for each other, or for structure. */
const NAMES = [
  'run.raw',
  'Run.raw',
  'a "b".csv',
  'plate é.txt',
  'plate é.txt',
  'notes.md',
  'x;y.d',
];

/** What nobody's name may be: the program that writes it never stops. */
const LOG = `${FOLDERS.private}/service.log`;
/** The first moment of NTFS, the years around what 64 bits hold, and a camera whose clock is broken. */
const FAR_TIMES_NS = ['1601-01-01', '1677-01-01', '2263-01-01', '2300-01-01'].map(
  (day) => BigInt(msFromUtcDay(day) ?? 0) * 1_000_000n,
);
const LOG_BEFORE_CALM_MS = 10 * MINUTE_MS;
const LOG_IN_CALM_MS = 20 * MINUTE_MS;

/** Where drives are mounted, in worlds that have some: one within a folder, and one that is a folder. */
const MOUNTS = [`${FOLDERS.private}/runs`, FOLDERS.public] as const;
const LAST_SWAP_BEFORE_CALM_MS = 5 * MINUTE_MS;
const LONGEST_AWAY_MS = 25 * MINUTE_MS;
const OTHER_VOLUME = 'other-';
/** A drive may be silent into the calm: other folders are to be done by then. */
const SILENT_IN_CALM_MS = 40 * MINUTE_MS;

export interface LabParts {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly trace: Trace;
  readonly faultProfile: FaultProfile;
  readonly fail: (error: unknown) => void;
}

type Act = (path: string) => void;

export function makeLab({ disk, clock, chance, trace, faultProfile, fail }: LabParts) {
  let made = 0;
  const { disk: odd, calmAtMs } = faultProfile;
  const oddities = chance.branch('oddities');
  const lies = chance.branch('lies');

  /** Those of the laboratory: nobody writes to somebody else's drive, and only one program to a large batch. */
  function files(): readonly string[] {
    return [...disk.entries]
      .filter(([path, { kind, drive }]) => {
        const isOwn = kind === 'file' && !isOthers(drive) && !isLabsealData(path, disk);
        return isOwn && !isInBatch(path);
      })
      .map(([path]) => path);
  }

  /** New bytes, or now and then those of another file. */
  function content(): Buffer {
    const others = files();
    const source = chance.happens(0.15) && others.length > 0 ? chance.pick(others) : null;
    const copied = source === null ? null : disk.at(source);
    if (copied !== null) return Buffer.from(copied.content);
    const size = chance.happens(0.04) ? 0 : chance.pick([1, 40, 400, 3_000]) + chance.below(40);
    return bytesOf(size);
  }

  function bytesOf(size: number): Buffer {
    const bytes = Buffer.allocUnsafe(size);
    for (let index = 0; index < size; index += 4) bytes.fill(chance.below(256), index);
    return bytes;
  }

  function contentOf(path: string): Buffer {
    return disk.at(path)?.content ?? Buffer.alloc(0);
  }

  function freePath(): string {
    const directory = chance.pick(DIRECTORIES);
    const name = chance.happens(0.5) ? chance.pick(NAMES) : `file-${(made += 1)}.dat`;
    const path = `${directory}/${name}`;
    return disk.at(path) === null ? path : freePath();
  }

  /** Dates a file that was just written, now and then. */
  function date(path: string): void {
    if (!oddities.happens(odd.farTimeRate) || disk.at(path)?.kind !== 'file') return;
    trace.tell('lab', `dates ${path}`);
    disk.date(path, oddities.pick(FAR_TIMES_NS));
  }

  /** What was just written is told untruly from now on, now and then, until it is written again. */
  function tell(path: string): void {
    const inode = disk.at(path);
    if (inode?.kind !== 'file') return;
    inode.lie = lies.happens(odd.lieRate) ? lies.pick(LIES) : null;
    if (inode.lie !== null) trace.tell('lab', `its drive lies about ${path}: ${inode.lie}`);
  }

  async function keepLog(): Promise<void> {
    await clock.sleep(Math.max(0, calmAtMs - LOG_BEFORE_CALM_MS), never);
    trace.tell('lab', `writes ${LOG} every second`);
    for (let line = 1; clock.monotonicMs() < calmAtMs + LOG_IN_CALM_MS; line += 1) {
      const text = Buffer.from(`line ${line}`);
      if (disk.at(LOG) === null) disk.make(LOG, 'file', text);
      else disk.write(LOG, text);
      await clock.sleep(SECOND_MS, never);
    }
  }

  async function create(): Promise<void> {
    const path = await createOne();
    if (path === null) return;
    date(path);
    tell(path);
  }

  /** Null: it was taken away meanwhile. */
  async function createOne(): Promise<string | null> {
    const path = freePath();
    if (chance.happens(0.05)) {
      const kind = chance.pick(['symlink', 'special'] as const);
      disk.make(path, kind);
      trace.tell('lab', `makes a ${kind} ${path}`);
      return path;
    }
    const whole = content();
    trace.tell('lab', `writes ${path}, ${whole.length} bytes`);
    if (!chance.happens(0.2)) {
      disk.make(path, 'file', whole);
      return path;
    }
    disk.make(path, 'file');
    for (const part of [0.3, 0.6, 1]) {
      await clock.sleep(chance.between(500, 20_000), never);
      if (disk.at(path) === null) return null;
      disk.write(path, whole.subarray(0, Math.ceil(whole.length * part)));
    }
    return path;
  }

  const acts: Readonly<Record<string, Act>> = {
    rewrites: (path) => disk.write(path, content()),
    appends: (path) => {
      const before = contentOf(path);
      disk.write(path, Buffer.concat([before, bytesOf(chance.between(1, 60))]));
    },
    truncates: (path) => {
      const before = contentOf(path);
      disk.write(path, before.subarray(0, chance.below(before.length + 1)));
    },
    'rewrites with the old time': (path) =>
      disk.write(path, bytesOf(disk.at(path)?.content.length ?? 0), { keepsMtime: true }),
    'replaces by rename': (path) => {
      disk.make(`${path}.tmp`, 'file', content());
      disk.rename(`${path}.tmp`, path);
    },
    renames: (path) => disk.rename(path, freePath()),
    removes: (path) => disk.remove(path),
    'changes the rights of': (path) => disk.touchRights(path, null),
  };

  function change(path: string): void {
    const name = chance.pick(Object.keys(acts));
    trace.tell('lab', `${name} ${path}`);
    acts[name]?.(path);
    date(path);
    tell(path);
  }

  async function spoil(path: string): Promise<void> {
    const usual = chance.pick(['EIO', 'EACCES']);
    const errno = oddities.happens(0.5) ? oddities.pick(['ESTALE', 'ENOKEY']) : usual;
    trace.tell('lab', `${path} fails with ${errno}`);
    disk.touchRights(path, errno);
    await clock.sleep(chance.between(1_000, 600_000), never);
    const inode = disk.at(path);
    if (inode?.errno === errno) disk.touchRights(path, null);
  }

  /** A person puts the runs of a day away, and puts them elsewhere again. */
  async function moveFolders(): Promise<void> {
    const luck = chance.branch('moved-folders');
    let from: string = RUNS;
    for (let moves = luck.between(0, 3); moves > 0; moves -= 1) {
      await clock.sleep(luck.between(0, calmAtMs / 4), never);
      if (clock.monotonicMs() >= calmAtMs) return;
      const to = luck.pick(PUT_AWAY.filter((place) => disk.at(place) === null));
      trace.tell('lab', `moves ${from} to ${to}`);
      if (disk.at(ARCHIVE) === null) disk.make(ARCHIVE, 'directory');
      disk.renameTree(from, to);
      if (from === RUNS) disk.make(RUNS, 'directory');
      from = to;
    }
  }

  /** A tree is copied to the wrong place, and a program there writes its files again and again until the calm. */
  async function bringBatch(): Promise<void> {
    const luck = chance.branch('large-batch');
    await clock.sleep(luck.between(0, calmAtMs / 2), never);
    trace.tell('lab', `brings ${BATCH}`);
    disk.make(BATCH, 'directory');
    for (let index = 0; index <= LARGE_BATCH_FILES; index += 1)
      disk.make(`${BATCH}/${index}.dat`, 'file', Buffer.from(`${BATCH} ${index}`));
    for (let turn = 0; ; turn += 1) {
      await clock.sleep(luck.between(SECOND_MS, REWRITTEN_EVERY_MS), never);
      if (clock.monotonicMs() >= calmAtMs) return;
      const path = `${BATCH}/${luck.between(0, LARGE_BATCH_FILES)}.dat`;
      trace.tell('lab', `writes ${path} again`);
      disk.write(path, Buffer.from(`${BATCH} ${turn} again`));
    }
  }

  /** The server of a drive is gone for a while, again and again, for the last time in the calm. */
  async function fallSilent(): Promise<void> {
    const luck = chance.branch('silence');
    const at = luck.pick(MOUNTS);
    while (clock.monotonicMs() < calmAtMs) {
      const pauseMs = luck.between(0, 20 * MINUTE_MS);
      await clock.sleep(Math.min(pauseMs, calmAtMs - clock.monotonicMs()), never);
      trace.tell('lab', `the drive of ${at} answers nothing`);
      disk.silence(at);
      await clock.sleep(luck.between(SECOND_MS, SILENT_IN_CALM_MS), never);
      disk.answerAgain(at);
      trace.tell('lab', `the drive of ${at} answers`);
    }
  }

  /** Another Labseal starts to work in a watched folder, and a link leads to a file of the own one. */
  async function keepLabsealData(): Promise<void> {
    const luck = chance.branch('labseal-data');
    await clock.sleep(luck.between(0, faultProfile.calmAtMs / 2), never);
    trace.tell('lab', `makes ${OTHER_LABSEAL}`);
    disk.make(OTHER_LABSEAL, 'directory');
    disk.make(`${OTHER_LABSEAL}/engine.lock`, 'file');
    for (const name of [`token-${'0'.repeat(32)}`, 'account.json']) {
      await clock.sleep(luck.between(0, 30_000), never);
      disk.make(`${OTHER_LABSEAL}/${name}`, 'file', secret(name));
    }
    disk.make(`${OTHER_LABSEAL}/accounts`, 'directory');
    disk.make(`${OTHER_LABSEAL}/accounts/7`, 'directory');
    disk.make(`${OTHER_LABSEAL}/accounts/7/labseal.db`, 'file', secret('names'));
    const own = `${OWN_LABSEAL}/account.json`;
    disk.make(own, 'file', secret('own'));
    disk.makeOwn(own);
    const link = `${luck.pick(DIRECTORIES)}/link.raw`;
    trace.tell('lab', `links ${link} to ${own}`);
    disk.link(own, link);
  }

  return {
    /** Fills the folders, and goes on working until the calm. */
    async work(): Promise<void> {
      for (const directory of ['/lab', ...DIRECTORIES]) disk.make(directory, 'directory');
      if (odd.swapsDrives || odd.fallsSilent) {
        for (const [index, at] of MOUNTS.entries()) {
          disk.mount(at, disk.makeDrive(`${8 + index}`, `own-${index}`, {}), { isHome: true });
        }
      }
      if (odd.hasLog) void keepLog();
      const isMounted = odd.swapsDrives || odd.fallsSilent;
      const isFree = !isMounted && !faultProfile.hasLabsealData; // nothing stands on its place there
      if (isFree) moveFolders().catch(fail);
      if (odd.fallsSilent) fallSilent().catch(fail);
      if (faultProfile.hasLabsealData) keepLabsealData().catch(fail);
      if (faultProfile.hasLargeBatch) bringBatch().catch(fail);
      const first = chance.between(1, faultProfile.files);
      for (let count = 0; count < first; count += 1) await create();
      const later = faultProfile.files - first + chance.between(0, 6);
      for (let count = 0; count < later; count += 1) {
        await clock.sleep(chance.between(0, (faultProfile.calmAtMs * 0.9) / later), never);
        const path = files().length === 0 ? null : chance.pick(files());
        if (path === null || chance.happens(0.4)) await create();
        else if (chance.happens(faultProfile.rates['bad-sector'])) await spoil(path);
        else change(path);
      }
    },
    /**
     * Takes drives out and puts them back, with somebody else's in between now and then; ends before the calm. `isKnown`:
     * whether files at a path are durable, without which nobody could tell one drive from another.
     */
    async swapDrives(isKnown: (path: string) => boolean): Promise<void> {
      if (!odd.swapsDrives) return;
      for (let strangers = 0; ;) {
        await clock.sleep(oddities.between(MINUTE_MS, 20 * MINUTE_MS), never);
        const leftMs = calmAtMs - LAST_SWAP_BEFORE_CALM_MS - clock.monotonicMs();
        if (leftMs <= 0) return;
        const at = oddities.pick(MOUNTS);
        if (!isKnown(at)) continue;
        const own = disk.driveAt(at);
        disk.unmount(at);
        trace.tell('lab', `takes out the drive of ${at}`);
        const isOther = oddities.happens(0.6);
        if (isOther) {
          const theirs = { 'stranger.raw': strange(strangers) };
          disk.mount(
            at,
            disk.makeDrive(oddities.pick([own.dev, '99']), `${OTHER_VOLUME}${strangers}`, theirs),
          );
          trace.tell('lab', `puts another drive in its place`);
          strangers += 1;
        }
        await clock.sleep(oddities.between(SECOND_MS, Math.min(leftMs, LONGEST_AWAY_MS)), never);
        if (isOther) disk.unmount(at);
        own.dev = oddities.pick([own.dev, '17', '18']);
        disk.mount(at, own, { isHome: true });
        trace.tell('lab', `puts the drive of ${at} back as ${own.dev}`);
      }
    },
    /** Somebody reads: the moment for a program to write to just this file. */
    onRead(path: string): void {
      const isCalm = clock.monotonicMs() >= faultProfile.calmAtMs;
      if (!chance.happens(faultProfile.rates['write-while-read']) || isCalm) return;
      if (disk.at(path)?.kind === 'file' && !isInBatch(path)) change(path);
    },
  };
}

/** A file of the large batch. */
export function isInBatch(path: string): boolean {
  return path.startsWith(`${BATCH}/`);
}

/** Wherever these bytes turn up, a data folder leaked. */
function secret(what: string): Buffer {
  return Buffer.from(`${what} ${CANARY}`);
}

/** What no program of the lab touches, and nobody may send. */
export function isLabsealData(path: string, disk: Disk): boolean {
  const inode = disk.at(path);
  return path.startsWith(`${OTHER_LABSEAL}/`) || (inode !== null && disk.isOwn(inode));
}

function isOthers({ volume }: PlayedDrive): boolean {
  return volume.startsWith(OTHER_VOLUME);
}

/** What is on somebody else's drive. */
const STRANGE = 'not of this laboratory';

function strange(number: number): Buffer {
  return Buffer.from(`${STRANGE}: ${number}`);
}

export function isStrange(content: Buffer): boolean {
  return content.includes(STRANGE);
}

const never = new AbortController().signal;
