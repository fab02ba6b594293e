/**
 * One file of one credit, whose first upload is answered with a certain status after its last byte; after that the service
 * answers as documented. Somebody runs `sync` with the price agreed to at once, a minute later, and then every eleven
 * minutes, and decides nothing else.
 */
import { makeMemoryStore } from '../../src-main/session/token-store.ts';
import { makeFakeIds } from '../../src-main/test-support/fake-ids.ts';
import { MINUTE_MS, SECOND_MS } from '../../src-shared/model/text/time.ts';
import { makeChance } from '../chance.ts';
import { makeDisk } from '../disk/disk.ts';
import { playPrivateFiles } from '../disk/disk-ports.ts';
import { FOLDERS } from '../disk/lab.ts';
import { fairFaultProfile, FAIR_READING } from '../fair-world.ts';
import type { Line } from '../network/line.ts';
import { booksOf, copyDatabase, startLife, type Life } from '../program/life.ts';
import { makeRememberedAccount } from '../program/remembered-account.ts';
import type { ScratchFolder } from '../scratch-folder.ts';
import { playService } from '../service/play-service.ts';
import type { Call } from '../service/call.ts';
import { makeStage } from '../stage.ts';
import { makeTrace } from '../trace.ts';
import { CIRCUMSTANCES, LIST_LAG_MS, type Circumstances } from './status-cells.ts';
import { playInThreads } from '../play-in-thread.ts';
import type { StatusResult } from './status-table.ts';

export interface StatusVerdict {
  /** Of the file, in all. */
  readonly charges: number;
  /** Forms that left completely. */
  readonly forms: number;
  /** State and hold at the end. */
  readonly end: string;
  /** A person was asked what to do about an unknown result. */
  readonly isAsked: boolean;
  /** From the answer until the result was known; null: it never was. */
  readonly knownAfterMs: number | null;
  /** What broke an invariant; null: nothing. */
  readonly broken: string | null;
}

const PAUSES_MS = [MINUTE_MS, ...Array.from({ length: 6 }, () => 11 * MINUTE_MS)];
const MOST_STEPS = 20_000;
const COSTS = 1;
const FILE = `${FOLDERS.private}/plate.raw`;
const FORM = /^\/private-files\/project\/[^/]+$/;

export interface StatusOrder {
  readonly status: number;
  readonly circumstances: Circumstances;
}

export async function playStatus(
  order: StatusOrder,
  scratchFolder: ScratchFolder,
): Promise<StatusResult> {
  const world = makeWorld(order, scratchFolder);
  const seen = { isAsked: false, knownAtMs: null as number | null };
  await world.play(() => use(world, seen), MOST_STEPS);
  const { answeredAtMs, forms } = world.told();
  const [row] = world.life.isOver() ? [] : world.auditor.books().files();
  const end = row === undefined ? '' : [row.state, row.hold ?? []].flat().join(' ');
  world.life.die();
  world.life.bury();
  const { knownAtMs, isAsked } = seen;
  const knownAfterMs = knownAtMs === null ? null : knownAtMs - answeredAtMs;
  const failure = world.failure();
  const broken =
    failure === null ? null : failure instanceof Error ? failure.message : 'no error was thrown';
  return {
    ...order,
    charges: world.service.ledger.charges.length,
    forms,
    end,
    isAsked,
    knownAfterMs,
    broken,
  };
}

type World = ReturnType<typeof makeWorld>;

function makeWorld({ status, circumstances }: StatusOrder, scratchFolder: ScratchFolder) {
  const { isRecorded, list, balance, isResumable } = circumstances;
  const chance = makeChance('statuses');
  const reading = {
    ...FAIR_READING,
    listLagMs: LIST_LAG_MS[list],
    ...(isResumable ? ({ resumption: 'draft-12' } as const) : {}),
  };
  const faultProfile = fairFaultProfile(reading);
  const stage = makeStage();
  const { clock, monotonicMs, failure } = stage;
  const trace = makeTrace(monotonicMs);
  const disk = makeDisk(() => clock.nowMs());
  const parts = { stage, chance, faultProfile, trace, disk };
  const played = playService(parts, { sendsAgain: false, balance: 10 });
  const { auditor, service, line: calm } = played;
  for (const at of ['/lab', ...Object.values(FOLDERS)]) disk.make(at, 'directory');
  disk.make(FILE, 'file', Buffer.from('a plate'));
  let forms = 0;
  let answeredAtMs = 0;

  /** Since its first form the service tells less. */
  function answer(call: Call, body: string) {
    const { pathname } = call.url;
    const isList = call.method === 'GET' && FORM.test(pathname);
    const isMoney = /credit-balance$|\/transactions\//.test(pathname);
    const isRefused = (isList && list === 'refused') || (isMoney && balance === 'refused');
    return forms > 0 && isRefused
      ? service.refusal(403, 'Not for you')
      : service.answer(call, body);
  }

  const line: Line = {
    ...calm,
    service: { ...service, answer },
    begin(call, bodyBytes) {
      const trip = calm.begin(call, bodyBytes);
      if (call.method !== 'POST' || !FORM.test(call.url.pathname)) return trip;
      forms += 1;
      return forms > 1 ? trip : { ...trip, trouble: { at: 'status', status, isRecorded } };
    },
    deliver(trip, end) {
      if (trip.trouble?.at === 'status') {
        answeredAtMs = monotonicMs();
        if (balance === 'topped up') service.ledger.grant(COSTS);
      }
      return calm.deliver(trip, end);
    },
  };
  const dataFolder = `${scratchFolder.folder(0)}/life`;
  copyDatabase(scratchFolder.template({ checkPolicy: 'never' }), dataFolder);
  const life = startLife({
    line,
    clock,
    ids: makeFakeIds(),
    tokenStore: makeMemoryStore(),
    accounts: makeRememberedAccount(),
    certificates: playPrivateFiles(),
    dataFolder,
    bindings: { disk, onRead: () => undefined, isHintLost: () => false },
    chance: () => 0.5,
  });
  auditor.follow(booksOf(dataFolder));
  return {
    clock,
    life,
    auditor,
    service,
    failure,
    play: stage.play,
    told: () => ({ answeredAtMs, forms }),
  };
}

async function use(
  world: World,
  seen: { isAsked: boolean; knownAtMs: number | null },
): Promise<void> {
  const { clock, life, auditor } = world;
  const watching = new AbortController();
  void look();
  for (const pauseMs of PAUSES_MS) {
    await signIn(world, life);
    auditor.allow(null);
    const run = life.account.sync({}, (event) => auditor.announced(event));
    await run.prepare(never);
    await run.complete({ ceiling: null }, never);
    await clock.sleep(pauseMs, never);
  }
  watching.abort();

  /** Once a second, as somebody who sits in front of it. */
  async function look(): Promise<void> {
    while (!watching.signal.aborted) {
      const [row] = auditor.books().files();
      if (row?.hold === 'undecided') seen.isAsked = true;
      const isOpen = row === undefined || ['uploading', 'confirming'].includes(row.state);
      if (world.told().answeredAtMs > 0 && !isOpen) seen.knownAtMs ??= clock.monotonicMs();
      await clock.sleep(SECOND_MS, never);
    }
  }
}

async function signIn({ auditor }: World, life: Life): Promise<void> {
  if (life.session.state().state === 'signed-in') return;
  auditor.signsIn();
  await life.session.signIn('ada@lab.test', 'password', never);
}

const never = new AbortController().signal;

const THREAD = new URL('./status-worker.ts', import.meta.url);

/** Plays statuses in a few threads, each in every circumstance. */
export async function playStatuses(
  statuses: readonly number[],
  threads: number,
): Promise<readonly StatusResult[]> {
  const orders = statuses.flatMap((status) =>
    CIRCUMSTANCES.map((circumstances): StatusOrder => ({ status, circumstances })),
  );
  const results = await playInThreads<StatusResult>(THREAD, orders, threads);
  return results.toSorted((one, other) => one.status - other.status);
}
