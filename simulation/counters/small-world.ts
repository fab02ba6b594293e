/**
 * The world of one counter run: a few files, a service without faults, and one mishap at the k-th moment of its kind.
 * After it everything works; a program that died or gave up is started again on what is durable.
 */
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { makeMemoryStore } from '../../src-main/session/token-store.ts';
import { makeFakeIds } from '../../src-main/test-support/fake-ids.ts';
import { makeChance } from '../chance.ts';
import { makeDisk, errnoError } from '../disk/disk.ts';
import { playPrivateFiles, type KeptFiles } from '../disk/disk-ports.ts';
import type { ScratchFolder } from '../scratch-folder.ts';
import type { Line } from '../network/line.ts';
import type { Trouble } from '../network/trouble.ts';
import { hearWrites } from '../program/database-writes.ts';
import { booksOf, copyDatabase, databaseIn, startLife, type Life } from '../program/life.ts';
import { makeRememberedAccount } from '../program/remembered-account.ts';
import { playService } from '../service/play-service.ts';
import { makeStage } from '../stage.ts';
import { makeTrace } from '../trace.ts';
import { fairFaultProfile } from '../fair-world.ts';
import type { ServiceReading } from '../fault-profile.ts';
import type { Death, Fault } from './faults.ts';
import { fillDisk, fillService, layDatabase, makeRewriter } from './small-lab.ts';

export interface SmallWorldOptions {
  readonly scratchFolder: ScratchFolder;
  readonly reading: ServiceReading;
  readonly fault: Fault;
  readonly k: number;
}

export type SmallWorld = ReturnType<typeof makeSmallWorld>;

/** One life of the program. `death` resolves when it dies. */
export interface Begun {
  readonly life: Life;
  readonly death: Promise<void>;
}

const WORLD = 0; // one at a time: the folder is emptied for each

export function makeSmallWorld({ scratchFolder, reading, fault, k }: SmallWorldOptions) {
  const chance = makeChance('counters');
  const faultProfile = fairFaultProfile(reading, 'approved');
  const stage = makeStage();
  const { clock, fail, failure, later } = stage;
  const trace = makeTrace(stage.monotonicMs);
  const disk = makeDisk(() => clock.nowMs());
  const played = playService({ stage, chance, faultProfile, trace, disk });
  const { auditor, service } = played;
  fillDisk(disk);
  fillService(service, clock.nowMs());
  const line = troubledLine(played.line, fateOf, die);

  let moments = 0; // of the mishap's kind, so far
  const folder = scratchFolder.folder(WORLD);
  const keychain = makeMemoryStore();
  const certificates = troubledFiles(playPrivateFiles(), errnoNow, () => {
    isStoreStruck = true;
  });
  const ids = makeFakeIds();
  const engineLuck = chance.branch('engine');
  const nextChance = (): number => engineLuck.next();
  const rewrite = makeRewriter(disk, () => auditor.books());
  const accounts = makeRememberedAccount();
  let lives = 0;
  let current: { readonly life: Life | null; readonly folder: string; died: () => void } | null =
    null;
  let lastFolder = path.join(folder, 'first');
  layDatabase(scratchFolder, lastFolder);
  let isStoreStruck = fault.at === 'write';
  let isBroken = false; // the database's disk, until the program has ended

  function strikes(): boolean {
    moments += 1;
    const isStruck = moments === k;
    if (isStruck) trace.tell('MISHAP', `number ${k}, at a moment of the kind "${fault.at}"`);
    return isStruck;
  }

  /** Dies now, where the mishap is a death. */
  function dieOf(how: Fault['how'], when: Death['when']): void {
    if (how.does === 'die' && how.when === when) die();
  }

  function heardWrite(at: string, when: Death['when']): void {
    if (fault.at !== 'write' || current === null || at !== databaseIn(current.folder)) return;
    const { how } = fault;
    const isMoment = how.does === 'fail' || how.when === when;
    if (how.does === 'fail' && when === 'after') return;
    if (isMoment && strikes()) {
      if (how.does === 'die') return die();
      isBroken = how.lasts;
      throw new Database.SqliteError('made to fail', how.code);
    }
    if (isBroken && how.does === 'fail') throw new Database.SqliteError('still failing', how.code);
  }

  function errnoNow(): string | null {
    if (fault.at !== 'file' || current === null || !strikes()) return null;
    const { how } = fault;
    dieOf(how, 'before');
    return how.does === 'fail' ? how.errno : null;
  }

  function fateOf(bodyBytes: number): Trouble | 'death' | null {
    if (fault.at !== 'answer' || !strikes()) return null;
    const { how } = fault;
    return how.does === 'die' ? 'death' : how.trouble(bodyBytes);
  }

  /** Starts the program on what is durable; null when it died or gave up at its start. Rethrows what it gave up for. */
  function begin(): Begun | null {
    const dataFolder = path.join(folder, `life-${(lives += 1)}`);
    copyDatabase(lastFolder, dataFolder);
    lastFolder = dataFolder;
    const death = Promise.withResolvers<void>();
    current = { life: null, folder: dataFolder, died: death.resolve };
    hearWrites({
      before: (at) => heardWrite(at, 'before'),
      after: (at) => heardWrite(at, 'after'),
    });
    trace.tell('program', `starts, life ${lives}`);
    const bindings = { disk, onRead: rewrite, isHintLost: () => false, errnoNow };
    const kept = { tokenStore: keychain, accounts, certificates };
    let life: Life;
    try {
      life = startLife({ line, clock, ids, ...kept, dataFolder, bindings, chance: nextChance });
    } catch (error) {
      hearWrites(null);
      isBroken = false;
      current = null;
      const isLeftOpen = fs.existsSync(`${databaseIn(dataFolder)}-wal`); // the last to close it removes it
      if (isLeftOpen) auditor.broken(14, 'a start that was given up leaves the database open');
      throw error;
    }
    if (current === null) {
      life.die();
      later(0, () => bury(life));
      return null;
    }
    current = { ...current, life };
    auditor.follow(booksOf(dataFolder));
    return { life, death: death.promise };
  }

  function die(): void {
    const dying = current;
    if (dying === null) return;
    current = null;
    hearWrites(null);
    lastFolder = path.join(folder, `image-${lives}`);
    copyDatabase(dying.folder, lastFolder);
    auditor.follow(booksOf(lastFolder)); // what the service still does is judged by what is durable
    trace.tell('program', 'dies');
    const { life } = dying;
    if (life === null) return;
    life.die();
    later(0, () => bury(life)); // not in the middle of its own write
    dying.died();
  }

  /** The program ends in order. */
  function end(life: Life): void {
    current = null;
    life.die();
    auditor.follow(null);
    bury(life);
    hearWrites(null);
    isBroken = false;
    trace.tell('program', 'ends');
  }

  function bury(life: Life): void {
    life.bury();
    if (life.dataFolder !== lastFolder) fs.rmSync(life.dataFolder, { recursive: true });
  }

  return {
    clock,
    trace,
    disk,
    service,
    auditor,
    reading,
    begin,
    end,
    fail,
    failure,
    play: stage.play,
    /** What failed is the program's own store: then it may give up a run. A watched file or the service is no reason. */
    isStoreStruck: () => isStoreStruck,
    /** Of the mishap's kind; fewer than k: it met none. */
    moments: () => moments,
  };
}

/**
 * Doors to network and private files behind which something can be made to go wrong; they decide nothing themselves.
 * `fate`: asked once for each request, with the bytes of its body. `die`: the program dies now.
 */
function troubledLine(
  calm: Line,
  fate: (bodyBytes: number) => Trouble | 'death' | null,
  die: () => void,
): Line {
  const doomed = new Set<number>();
  return {
    ...calm,
    begin(call, bodyBytes) {
      const trip = calm.begin(call, bodyBytes);
      const what = fate(bodyBytes);
      if (what === null) return trip;
      if (what !== 'death') return { ...trip, trouble: what };
      doomed.add(trip.id);
      return trip;
    },
    deliver(trip, lineEnd) {
      if (!doomed.has(trip.id)) return calm.deliver(trip, lineEnd);
      die(); // the service has done its part, and nobody is left to hear of it
      return lineEnd;
    },
  };
}

/** `errnoNow`: the code that this call fails with, or null. `onFailed`: a writing has failed. */
function troubledFiles(
  calm: KeptFiles,
  errnoNow: () => string | null,
  onFailed: () => void,
): KeptFiles {
  return {
    ...calm,
    /** Whatever keeps it from being read, it is not there for the program. */
    async read(at) {
      return errnoNow() === null ? calm.read(at) : null;
    },
    async write(at, content) {
      const errno = errnoNow();
      // Its folder is made at each writing, so one that is not there cannot be what fails.
      if (errno === null || errno === 'ENOENT') return calm.write(at, content);
      onFailed();
      throw errnoError(errno);
    },
  };
}
