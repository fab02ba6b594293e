/**
 * One seed's world: a lab, a computer, a network, a service and a person, on one clock and with one source of chance.
 * It decides when the program dies and when time or the network misbehave; what the program does then is its own.
 */
import fs from 'node:fs';
import path from 'node:path';
import { makeMemoryStore } from '../src-main/session/token-store.ts';
import { makeFakeIds } from '../src-main/test-support/fake-ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src-shared/model/text/time.ts';
import { makeChance } from './chance.ts';
import { findCanary } from './service/tokens.ts';
import { checkDurable, contentsOf } from './checks/durable.ts';
import { makeDisk } from './disk/disk.ts';
import { playPrivateFiles } from './disk/disk-ports.ts';
import { LARGE_BATCH_FILES, makeLab } from './disk/lab.ts';
import { hearWrites } from './program/database-writes.ts';
import {
  ACCOUNT,
  booksOf,
  copyDatabase,
  startLife,
  type Life,
  type LifeParts,
} from './program/life.ts';
import { makeSimulatedKeychain } from './program/simulated-keychain.ts';
import { makeRememberedAccount } from './program/remembered-account.ts';
import { playService } from './service/play-service.ts';
import { makeOtherComputer } from './service/other-computer.ts';
import { makeOtherUsers } from './service/other-users.ts';
import { makeStage } from './stage.ts';
import { chargeKey, ME } from './service/ledger.ts';
import { makeTrace } from './trace.ts';
import { drawFaultProfile, type FaultProfile } from './fault-profile.ts';

export interface WorldOptions {
  readonly seed: number;
  readonly variant: string;
  /** An empty folder of this world alone. */
  readonly folder: string;
  /** A data folder whose database has its tables and watched folders. */
  readonly template: (faultProfile: FaultProfile) => string;
  /** What the program writes to the console. */
  readonly logs: readonly string[];
}

export type World = ReturnType<typeof makeWorld>;

const MOST_WRITES_OF_A_LIFE = 220;
const AFTER_A_WRITE = 'after a write';
const SHUT = ['refuses', 'is silent'] as const;

export function makeWorld({ seed, variant, folder, template, logs }: WorldOptions) {
  const chance = makeChance(seed);
  const faultProfile = drawFaultProfile(chance.branch('weather'), variant);
  const { rates, calmAtMs } = faultProfile;
  const stage = makeStage();
  const { clock, monotonicMs, fail, failure, later } = stage;
  const trace = makeTrace(monotonicMs);
  const startMs = clock.nowMs();
  const serverNowMs = () => Math.floor(startMs + monotonicMs() + faultProfile.clockSkewMs);
  const shownNowMs = () => {
    const { dateAheadMs, clockSkewMs } = faultProfile;
    if (dateAheadMs === null) return null;
    return { nowMs: serverNowMs() + dateAheadMs, startMs: startMs + clockSkewMs + dateAheadMs };
  };
  clock.setWallClock(startMs + faultProfile.clockAheadMs);
  const isCalm = () => monotonicMs() >= calmAtMs;

  const disk = makeDisk(() => clock.nowMs());
  const lab = makeLab({ disk, clock, chance: chance.branch('lab'), trace, faultProfile, fail });
  const lies = chance.branch('lies');
  const common = { stage, chance, faultProfile, trace, disk };
  const { auditor, elsewhere, line, service } = playService(common, {
    onList(ours) {
      if (ours.length > 0 && lies.happens(rates['called-deleted']) && !isCalm()) {
        lies.pick(ours).status = 'Deleted';
      }
      if (ours.some(({ id }) => service.ledger.isFromElsewhere(id))) elsewhere.isShown();
      otherComputer.seesList();
    },
    onForm: (job) => otherComputer.races(job),
    serverNowMs,
    isTimeShown: faultProfile.dateAheadMs === 0,
    shownNowMs,
    tokenLifeMs: () => (isCalm() ? DAY_MS : faultProfile.tokenLifeMs),
    isOut: () =>
      !isCalm() && outages.some(([from, to]) => from <= monotonicMs() && monotonicMs() < to),
  });
  const otherUsers = makeOtherUsers({
    service,
    disk,
    clock,
    chance: chance.branch('strangers'),
    faultProfile,
  });

  const otherComputer = makeOtherComputer({
    service,
    disk,
    clock,
    chance: chance.branch('other computer'),
    trace,
    elsewhere,
    faultProfile,
    later,
    hasBegun: auditor.isUploading,
  });

  const luck = chance.branch('mishaps');
  const misreads = chance.branch('misreads');
  const outages: (readonly [fromMs: number, toMs: number])[] = [];
  for (let hour = 0; hour < calmAtMs / HOUR_MS; hour += 1) {
    if (!luck.happens(rates.outage)) continue;
    const fromMs = luck.between(0, calmAtMs);
    outages.push([fromMs, fromMs + luck.between(1_000, 20 * MINUTE_MS)]);
  }

  /** Suspensions and clocks that are set. The calm puts the clock right in some worlds; in the others it stays wrong. */
  async function misbehave(): Promise<void> {
    for (;;) {
      await clock.sleep(luck.between(MINUTE_MS, HOUR_MS), never);
      if (isCalm()) break;
      if (luck.happens(rates.suspended)) {
        const ms = luck.between(MINUTE_MS, 8 * HOUR_MS);
        trace.tell('computer', `sleeps for ${Math.round(ms / MINUTE_MS)} minutes`);
        clock.suspend(ms);
      }
      if (luck.happens(rates['clock-set'])) {
        const ms = luck.pick([-365 * DAY_MS, -HOUR_MS, HOUR_MS, 365 * DAY_MS]);
        trace.tell('computer', `its clock is set by ${ms / HOUR_MS} hours`);
        clock.setWallClock(clock.nowMs() + ms);
      }
      if (luck.happens(rates.deleted)) deleteRecord();
    }
    if (luck.happens(0.5)) clock.setWallClock(startMs + monotonicMs());
  }

  /** By somebody else, or by another program of this account: the program finds out when it reads a list. */
  function deleteRecord(): void {
    const ours = service.ledger.files.filter(({ ownerId }) => ownerId === ME);
    if (ours.length === 0) return;
    const file = luck.pick(ours);
    trace.tell('service', `deletes ${file.fileId}`);
    service.ledger.delete(file);
    elsewhere.deletes(chargeKey(file.blake3, file));
  }

  // What outlives the program: its disk, its keychain, the certificates it kept.
  const keychain = makeSimulatedKeychain(clock);
  const keychainLuck = chance.branch('keychain');
  const certificates = playPrivateFiles();
  const ids = makeFakeIds();
  const engineLuck = chance.branch('engine');
  const accounts = makeRememberedAccount();
  let lives = 0;
  let current: { readonly life: Life; readonly died: () => void } | null = null;
  let lastFolder = template(faultProfile);
  let crashes = 0;

  /** Starts the program on what is durable. `died` resolves when it dies; it never does in the calm. */
  function begin(): { readonly life: Life; readonly death: Promise<void> } {
    const dataFolder = path.join(folder, `life-${(lives += 1)}`);
    copyDatabase(lastFolder, dataFolder);
    lastFolder = dataFolder;
    const death = Promise.withResolvers<void>();
    const deadline = writesToLive();
    const listener = {
      before: () => deadline.count('before'),
      after: () => deadline.count('after'),
    };
    hearWrites(listener);
    const largeBatchFiles = faultProfile.hasLargeBatch ? LARGE_BATCH_FILES : undefined;
    const parts = { line, clock, ids, accounts, certificates, dataFolder, largeBatchFiles };
    const tokenStore = faultProfile.keychain === 'forgets' ? makeMemoryStore() : keychain.store();
    if (faultProfile.keychain === 'shuts' && !isCalm() && keychainLuck.happens(0.6)) {
      keychain.shutFor(keychainLuck.between(1, 20 * MINUTE_MS), keychainLuck.pick(SHUT));
    }
    const bindings = {
      disk,
      onRead: (at: string) => lab.onRead(at),
      isHintLost: () => luck.happens(rates['hint-lost']) && !isCalm(),
      isMisread: () => misreads.happens(faultProfile.misreadRate) && !isCalm(),
      namesVolumes: faultProfile.disk.namesVolumes,
    };
    const life = startLife({ ...parts, tokenStore, bindings, chance: () => engineLuck.next() });
    current = { life, died: death.resolve };
    auditor.follow(booksOf(dataFolder));
    life.session.subscribe((moved) => {
      if (life.isOver()) return;
      auditor.sessionMoved(moved.state);
      auditor.judgedSession(moved, keychain.token(ACCOUNT));
      const isLost = moved.state === 'ended' && moved.why === 'not-kept';
      if (isLost && keychain.token(ACCOUNT) !== null)
        auditor.broken(7, 'a session is called ended, and the keychain has its token');
    });
    trace.tell('program', `starts, life ${lives}`);
    if (crashes > 0 && !deadline.isReached()) {
      hearWrites(null);
      checkStart({ ...parts, tokenStore, bindings, chance: () => 0 });
      hearWrites(listener);
    }
    if (luck.happens(rates.restored) && !isCalm()) restoreLater();
    if (deadline.isReached()) die('at a write of its start');
    else if (!isCalm() && luck.happens(rates.crash)) {
      later(luck.between(0, calmAtMs / 2), () => {
        if (current?.life === life && !isCalm()) die('');
      });
    }
    return { life, death: death.promise };

    /** The write at which this life ends, if it does. */
    function writesToLive() {
      let left =
        luck.happens(rates['crash-at-write']) && !isCalm()
          ? luck.between(1, MOST_WRITES_OF_A_LIFE)
          : -1;
      const moment = luck.pick(['before', 'after'] as const);
      return {
        isReached: () => left === 0,
        count(when: 'before' | 'after'): void {
          if (when !== moment || left <= 0) return;
          left -= 1;
          if (left === 0 && current !== null && !isCalm())
            die(when === 'after' ? AFTER_A_WRITE : 'before a write');
        },
      };
    }
  }

  /** Invariant 14: a second start after a crash changes nothing that the first one left. */
  function checkStart(parts: LifeParts): void {
    const again = path.join(folder, 'again');
    copyDatabase(parts.dataFolder, again);
    startLife({ ...parts, dataFolder: again }).bury();
    const books = booksOf(again);
    const isSame = contentsOf(books) === contentsOf(auditor.books());
    books.close();
    fs.rmSync(again, { recursive: true, force: true });
    if (!isSame) auditor.broken(14, 'a second start after a crash changed what was durable');
  }

  function die(why: string): void {
    const dying = current;
    if (dying === null) return;
    current = null;
    hearWrites(null);
    crashes += 1;
    const { life } = dying;
    const reported = auditor.reported();
    lastFolder = path.join(folder, `image-${lives}`);
    copyDatabase(life.dataFolder, lastFolder);
    life.die();
    auditor.follow(booksOf(lastFolder)); // what the service still does is judged by what is durable
    checkDurable(auditor.books(), reported, why === AFTER_A_WRITE, auditor.broken);
    trace.tell('program', `dies ${why}`);
    scanForTokens();
    later(0, () => bury(life));
    dying.died();
  }

  /** A backup is made while the program runs, and takes the place of its data folder some time after. */
  function restoreLater(): void {
    const backup = path.join(folder, `backup-${lives}`);
    const madeInMs = luck.between(0, calmAtMs / 2);
    const restoredInMs = madeInMs + luck.between(MINUTE_MS, calmAtMs / 2);
    later(madeInMs, () => {
      if (current === null) return;
      // One from before the first file of a folder cannot tell its drive from another (docs/design.md, files on disk).
      if (current.life.account.status().folders.some(({ files }) => files === 0)) return;
      copyDatabase(current.life.dataFolder, backup);
    });
    later(restoredInMs, () => {
      if (current === null || isCalm() || !fs.existsSync(backup)) return;
      die('and a backup takes its place');
      lastFolder = backup;
      auditor.wentBack(booksOf(backup));
    });
  }

  /** The program ends in order. */
  function end(life: Life): void {
    hearWrites(null);
    current = null;
    life.die();
    auditor.follow(null);
    bury(life);
    trace.tell('program', 'ends');
  }

  function bury(life: Life): void {
    life.bury();
    if (life.dataFolder !== lastFolder)
      fs.rmSync(life.dataFolder, { recursive: true, force: true });
  }

  /** Invariant 8: nothing that is kept or told holds a token. */
  function scanForTokens(): void {
    const account = path.join(lastFolder, 'accounts');
    const kept = fs
      .readdirSync(account, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
    for (const file of kept) {
      if (findCanary(fs.readFileSync(file)) !== null)
        auditor.broken(8, `${path.basename(file)} holds a token`);
    }
    const reported = [...auditor.events, ...logs, JSON.stringify(accounts.kept())].join('\n');
    if (findCanary(reported) !== null) auditor.broken(8, 'a token was told');
    for (const [name, bytes] of certificates.all) {
      if (findCanary(bytes) !== null) auditor.broken(8, `${name} holds a token`);
    }
  }

  return {
    seed,
    faultProfile,
    clock,
    trace,
    chance,
    disk,
    lab,
    service,
    otherUsers,
    otherComputer,
    elsewhere,
    auditor,
    keychain,
    isCalm,
    misbehave,
    begin,
    end,
    scanForTokens,
    lastFolder: () => lastFolder,
    fail,
    failure,
    play: stage.play,
    crashes: () => crashes,
  };
}

const never = new AbortController().signal;
