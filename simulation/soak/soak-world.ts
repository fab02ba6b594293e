/**
 * The world of a soak: one life of the program that goes on for days, under faults that never end. The parts are those of
 * the other simulations; the story is told to nobody, so that what grows is the program.
 */
import { UNKNOWN_CONTACT } from '../../src-shared/model/status/service-contact.ts';
import path from 'node:path';
import type { Core } from '../../src-main/app/create-core.ts';
import { startEngine, type FollowedCore } from '../../src-main/app/engine.ts';
import { makeMemoryStore } from '../../src-main/session/token-store.ts';
import { makeFakeIds } from '../../src-main/test-support/fake-ids.ts';
import { ok } from '../../src-shared/model/result.ts';
import { HOUR_MS } from '../../src-shared/model/text/time.ts';
import { makeChance } from '../chance.ts';
import { ORIGIN } from '../checks/auditor.ts';
import { makeDisk } from '../disk/disk.ts';
import { playPrivateFiles } from '../disk/disk-ports.ts';
import type { ScratchFolder } from '../scratch-folder.ts';
import { booksOf, copyDatabase, startLife } from '../program/life.ts';
import { makeRememberedAccount } from '../program/remembered-account.ts';
import { playService } from '../service/play-service.ts';
import { makeStage } from '../stage.ts';
import type { Trace } from '../trace.ts';
import { drawFaultProfile, type FaultProfile } from '../fault-profile.ts';

const SESSION_MS = 5 * HOUR_MS;
const FIRST_CREDITS = 40;

const NOBODY_LISTENS: Trace = { tell() {}, lines: () => [], digest: () => '' };

export type SoakWorld = ReturnType<typeof makeSoakWorld>;

/** `isOut`: nothing goes through the network just now. */
export function makeSoakWorld(
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
  const dataFolder = path.join(scratchFolder.folder(seed), 'life');
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
  const { account, session } = life;
  const core = {
    account: () => ok(account),
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
    ceiling: null,
    checkPolicy: 'always',
    clockSkewMs: 0,
    clockAheadMs: 0,
    dateAheadMs: 0,
    follows: true,
  };
}
