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
import type { SeedOptions, Verdict } from '../variants.ts';
import { brokenBy } from '../violation.ts';
import { BALANCES, LISTS, type Circumstances, type StatusCell } from './status-table.ts';

const LIST_LAG_MS: Readonly<Record<Circumstances['list'], number>> = {
  'at once': 0,
  'after 8 s': 8 * SECOND_MS,
  'after 20 min': 20 * MINUTE_MS,
  refused: 0,
};
const CIRCUMSTANCES: readonly Circumstances[] = [true, false].flatMap((isRecorded) =>
  LISTS.flatMap((list) =>
    BALANCES.flatMap((balance) =>
      [false, true].map((isResumable) => ({ isRecorded, list, balance, isResumable })),
    ),
  ),
);
/** One of each kind that is dealt with in its own way, by the service or by Labseal; then all others. */
const TELLING = [307, 400, 401, 429, 500];
const STATUSES = [
  ...TELLING,
  ...Array.from({ length: 300 }, (_none, at) => at + 300).filter((one) => !TELLING.includes(one)),
];

const PAUSES_MS = [MINUTE_MS, ...Array.from({ length: 6 }, () => 11 * MINUTE_MS)];
const MOST_STEPS = 20_000;
/** Until the result of a denial is known, where list and balance tell. */
const LONGEST_MS = 30 * SECOND_MS;
const LONGEST_AFTER_SIGN_IN_MS = 90 * SECOND_MS;
const COSTS = 1;
const FILE = `${FOLDERS.private}/plate.raw`;
const FORM = /^\/private-files\/project\/[^/]+$/;

export async function playStatuses(seed: number, { scratchFolder }: SeedOptions): Promise<Verdict> {
  const circumstances = CIRCUMSTANCES[seed % CIRCUMSTANCES.length];
  const status = STATUSES[Math.floor(seed / CIRCUMSTANCES.length) % STATUSES.length];
  if (circumstances === undefined || status === undefined) throw new Error('there is no such cell');
  const world = makeWorld({ status, circumstances }, scratchFolder);
  const seen = { isAsked: false, knownAtMs: null as number | null };
  await world.play(() => use(world, seen), MOST_STEPS);
  world.life.die();
  world.life.bury();
  const { knownAtMs, isAsked } = seen;
  const knownAfterMs = knownAtMs === null ? null : knownAtMs - world.answeredAtMs();
  const charges = world.service.ledger.charges.length;
  const { isRecorded, list, balance } = circumstances;
  const isDenial = status < 500 && status !== 408;
  const isTold = isDenial && balance === 'told' && list !== 'refused';
  if (charges > 1) world.auditor.broken(2, `${charges} charges`);
  if (isTold && isAsked) world.auditor.broken(4, 'a person is asked, and there is evidence');
  const mostMs = status === 401 ? LONGEST_AFTER_SIGN_IN_MS : LONGEST_MS;
  if (isTold && list === 'at once' && (knownAfterMs ?? Infinity) > mostMs)
    world.auditor.broken(20, `the result is known after ${knownAfterMs} ms`);
  const broken = brokenBy(world.failure());
  const cell: StatusCell = { status, circumstances, charges, isAsked, knownAfterMs, broken };
  return {
    broken:
      broken === null
        ? null
        : { ...broken, what: `${status}, ${JSON.stringify(circumstances)}: ${broken.what}` },
    trace: world.trace.lines(),
    digest: world.trace.digest(),
    figures: { charges, recorded: Number(isRecorded), asked: Number(isAsked) },
    cells: [cell],
  };
}

interface Answer {
  readonly status: number;
  readonly circumstances: Circumstances;
}

type World = ReturnType<typeof makeWorld>;

function makeWorld({ status, circumstances }: Answer, scratchFolder: ScratchFolder) {
  const { isRecorded, list, balance, isResumable } = circumstances;
  const chance = makeChance('statuses');
  const reading = {
    ...FAIR_READING,
    listLagMs: LIST_LAG_MS[list],
    ...(isResumable ? ({ resumption: 'draft-12' } as const) : {}),
  };
  const faultProfile = fairFaultProfile(reading, 'never');
  const stage = makeStage();
  const { clock, monotonicMs, failure } = stage;
  const trace = makeTrace(monotonicMs);
  const disk = makeDisk(() => clock.nowMs());
  const parts = { stage, chance, faultProfile, trace, disk };
  const played = playService(parts, { balance: 10 });
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
    trace,
    answeredAtMs: () => answeredAtMs,
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
      if (world.answeredAtMs() > 0 && !isOpen) seen.knownAtMs ??= clock.monotonicMs();
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
