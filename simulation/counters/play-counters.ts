/**
 * Fault loops: one mishap at its k-th moment, then everything must come to its end; for k = 1, 2, 3 … until a run has no
 * such moment. A seed plays every sixty-fourth moment of one mishap with one service.
 */
import { diskFaultOf } from '../../src-main/platform/errno.ts';
import { MINUTE_MS, SECOND_MS } from '../../src-shared/model/text/time.ts';
import { checkAtRest } from '../checks/at-rest.ts';
import { FAIR_READING } from '../fair-world.ts';
import type { ServiceReading } from '../fault-profile.ts';
import { StartFailed, type Life } from '../program/life.ts';
import type { SeedOptions, Verdict } from '../variants.ts';
import { brokenBy, Violation } from '../violation.ts';
import { FAULTS, type Fault } from './faults.ts';
import { CONTENTS_TO_PAY } from './small-lab.ts';
import { makeSmallWorld, type SmallWorld } from './small-world.ts';

const SHARDS = 64;
const MOST_MOMENTS = 2_000; // a loop that goes on for longer does not end
const FEWEST_MOMENTS = 30;
const PIECE_BYTES = 60_000;

/** The documented service alone, and one that keeps what it has of an upload. */
const READINGS: readonly ServiceReading[] = [
  FAIR_READING,
  { ...FAIR_READING, resumption: 'draft-12', maxAppendBytes: PIECE_BYTES },
];
const LOOPS = READINGS.flatMap((reading) =>
  Object.entries(FAULTS).map(([name, fault]) => ({ name, fault, reading })),
);
/** After these nobody can know whether an upload was recorded, unless the service keeps what it has of it. */
const MAY_ASK: ReadonlySet<string> = new Set([
  'write: the program dies after it',
  'answer: reset, nothing was done',
  'answer: 500, nothing was done',
  'answer: HTML, nothing was done',
]);

export async function playCounters(seed: number, { scratchFolder }: SeedOptions): Promise<Verdict> {
  const loop = LOOPS[seed % LOOPS.length];
  if (loop === undefined) throw new Error('there is no loop');
  const { name, fault, reading } = loop;
  const figures = { mishaps: 0, charges: 0, asked: 0 };
  const place = (seed + Math.floor(seed / LOOPS.length)) % SHARDS;
  for (let k = place + 1; k <= MOST_MOMENTS; k += SHARDS) {
    const world = makeSmallWorld({ scratchFolder, reading, fault, k });
    const asked = { files: 0 };
    await world.play(() => useToTheEnd(world, fault, asked), MOST_STEPS);
    const isLast = world.moments() < k;
    const mayAsk = reading.resumption === 'none' && MAY_ASK.has(name);
    if (asked.files > 0 && !mayAsk)
      world.auditor.broken(4, 'a person is asked, and there is evidence');
    if (isLast && world.moments() < FEWEST_MOMENTS)
      throw new Error(`"${name}" meets almost nothing`);
    const broken = brokenBy(world.failure());
    const digest = world.trace.digest();
    if (broken !== null) {
      const what = `${name}, number ${k}, ${reading.resumption} resumption: ${broken.what}`;
      return { broken: { ...broken, what }, trace: world.trace.lines(), digest, figures };
    }
    if (isLast) return { broken: null, trace: [], digest, figures };
    figures.mishaps += 1;
    figures.charges += world.auditor.charges();
    figures.asked += asked.files;
  }
  throw new Error(`"${name}" has no end after ${MOST_MOMENTS} moments`);
}

const MOST_STEPS = 20_000;
const MOST_LIVES = 4;
const MOST_ROUNDS = 12;
const MOST_SIGN_INS = 5;
/** Longer than any wait after which the program judges or gives up. */
const BETWEEN_ROUNDS_MS = 11 * MINUTE_MS;
/** What every file of this world comes to: proven, known to be, or a question. */
const ENDS = new Set(['notarized', 'duplicate', 'confirming']);

async function useToTheEnd(
  world: SmallWorld,
  fault: Fault,
  asked: { files: number },
): Promise<void> {
  for (let lives = 1; ; lives += 1) {
    if (lives > MOST_LIVES) throw new Violation(20, 'it has to be started again and again');
    const begun = begin(world);
    if (begun === null) continue;
    const { life, death } = begun;
    const used = use(world, life, fault);
    const how = await Promise.race([used, death.then(() => 'died' as const)]);
    if (how === 'rest') {
      evaluate(world, asked);
      world.end(life);
      return;
    }
    used.catch(() => undefined); // whatever a dead program still throws, nobody hears it
    if (how === 'gave-up') world.end(life);
    await world.clock.sleep(SECOND_MS, never);
  }
}

/** Null when it could not start just now: for a reason that can be told, or because it died. */
function begin(world: SmallWorld): ReturnType<SmallWorld['begin']> {
  try {
    return world.begin();
  } catch (error) {
    explain(world, error);
    return null;
  }
}

/** What a person is told when the program gives up; an error that is no fault they know is a bug. */
function explain({ trace, isStoreStruck }: SmallWorld, error: unknown): void {
  if (!isStoreStruck()) throw error;
  const fault = error instanceof StartFailed ? error.fault : diskFaultOf(error, '/data');
  if (fault === null) throw error;
  trace.tell('program', `gives up: ${JSON.stringify(fault)}`);
}

/** Signs in and runs it until two runs in a row leave everything as it was. */
async function use(world: SmallWorld, life: Life, fault: Fault): Promise<'rest' | 'gave-up'> {
  const { clock } = world;
  const isRunAgain =
    fault.at !== 'write' || (fault.how.does === 'fail' && fault.how.goesOn === 'same-program');
  await life.session.restore();
  let before = '';
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
    await signIn(world, life);
    let hasEnded = true;
    try {
      await runOnce(world, life);
    } catch (error) {
      explain(world, error);
      if (!isRunAgain) return 'gave-up';
      hasEnded = false; // and may have given up before it changed anything
    }
    const now = snapshot(world);
    if (hasEnded && now === before) return 'rest';
    before = now;
    await clock.sleep(BETWEEN_ROUNDS_MS, never);
  }
  throw new Violation(20, `no rest after ${MOST_ROUNDS} runs`);
}

async function signIn({ auditor, clock }: SmallWorld, life: Life): Promise<void> {
  for (let tries = 0; life.session.state().state !== 'signed-in'; tries += 1) {
    if (tries > MOST_SIGN_INS) throw new Violation(20, 'nobody can sign in any more');
    await clock.sleep(SECOND_MS, never);
    auditor.signsIn();
    await life.alive(life.session.signIn('ada@lab.test', 'password', never));
  }
}

async function runOnce({ auditor }: SmallWorld, life: Life): Promise<void> {
  auditor.allow(null);
  const run = life.account.sync({}, (event) => auditor.announced(event));
  try {
    await run.prepare(never);
    await run.complete({ ceiling: null }, never);
  } finally {
    await run.close();
  }
}

function snapshot({ auditor }: SmallWorld): string {
  const books = auditor.books();
  return JSON.stringify([books.files(), books.jobs(), books.records()]);
}

function evaluate(world: SmallWorld, asked: { files: number }): void {
  const { auditor, disk, reading, service } = world;
  const books = auditor.books();
  checkAtRest({
    books,
    disk,
    reading,
    ledger: service.ledger,
    isUnsettled: () => false,
    isShownTooLate: () => false,
    dateAheadMs: null,
    broken: auditor.broken,
  });
  const jobs = books.jobs();
  for (const { id, path, state, hold } of books.files()) {
    if (!ENDS.has(state) && hold !== 'twin_pending')
      auditor.broken(1, `${path} ends as ${state} (${hold ?? 'no hold'})`);
    if (state !== 'confirming') continue;
    asked.files += 1;
    const finding = jobs.findLast((job) => job.fileId === id)?.finding ?? null;
    const isAsked = finding !== null && !finding.includes('"looking"');
    if (!isAsked) auditor.broken(4, `${path} is uncertain, and nobody is asked`);
  }
  const uncharged = CONTENTS_TO_PAY - auditor.charges();
  if (uncharged !== 0 && uncharged !== asked.files) {
    auditor.broken(2, `${auditor.charges()} charges and ${asked.files} questions`);
  }
}

const never = new AbortController().signal;
