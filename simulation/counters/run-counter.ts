/** Plays one counter run to its verdict: one mishap at its k-th moment, then everything must come to its end. */
import { diskFaultOf } from '../../src-main/platform/disk/disk-fault.ts';
import { MINUTE_MS, SECOND_MS } from '../../src-shared/model/text/time.ts';
import { checkAtRest } from '../checks/at-rest.ts';
import type { ScratchFolder } from '../scratch-folder.ts';
import { StartFailed, type Life } from '../program/life.ts';
import { Violation } from '../violation.ts';
import type { ServiceReading } from '../fault-profile.ts';
import type { Fault } from './faults.ts';
import { CONTENTS_TO_PAY } from './small-lab.ts';
import { makeSmallWorld, type SmallWorld } from './small-world.ts';

export interface CounterVerdict {
  /** False: there were fewer than k moments, so this run met no mishap and the loop is over. */
  readonly isReached: boolean;
  /** Moments of the mishap's kind that this run had. */
  readonly moments: number;
  /** Null when everything held. */
  readonly broken: string | null;
  readonly charges: number;
  /** Files that ended as a question to the person. */
  readonly asked: number;
  readonly trace: readonly string[];
}

export interface CounterOptions {
  readonly scratchFolder: ScratchFolder;
  readonly reading: ServiceReading;
  readonly fault: Fault;
  readonly k: number;
}

const MOST_STEPS = 20_000;
const MOST_LIVES = 4;
const MOST_ROUNDS = 12;
const MOST_SIGN_INS = 5;
/** Longer than any wait after which the program judges or gives up. */
const BETWEEN_ROUNDS_MS = 11 * MINUTE_MS;
/** What every file of this world comes to: proven, known to be, or a question. */
const ENDS = new Set(['notarized', 'duplicate', 'confirming']);

export async function runCounter(options: CounterOptions): Promise<CounterVerdict> {
  const world = makeSmallWorld(options);
  const figures = { asked: 0 };
  await world.play(() => useToTheEnd(world, options.fault, figures), MOST_STEPS);
  return {
    isReached: world.isReached(),
    moments: world.moments(),
    broken: reported(world.failure()),
    charges: world.auditor.charges(),
    asked: figures.asked,
    trace: world.trace.lines(),
  };
}

function reported(failure: unknown): string | null {
  if (failure === null) return null;
  if (failure instanceof Violation) return failure.message;
  return failure instanceof Error ? String(failure.stack) : 'what was thrown is no error';
}

async function useToTheEnd(
  world: SmallWorld,
  fault: Fault,
  figures: { asked: number },
): Promise<void> {
  for (let lives = 1; ; lives += 1) {
    if (lives > MOST_LIVES) throw new Violation(20, 'it has to be started again and again');
    const begun = begin(world);
    if (begun === null) continue;
    const { life, death } = begun;
    const used = use(world, life, fault);
    const how = await Promise.race([used, death.then(() => 'died' as const)]);
    if (how === 'rest') {
      evaluate(world, figures);
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
    try {
      await runOnce(world, life);
    } catch (error) {
      explain(world, error);
      if (!isRunAgain) return 'gave-up';
    }
    const now = snapshot(world);
    if (now === before) return 'rest';
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

function evaluate(world: SmallWorld, figures: { asked: number }): void {
  const { auditor, disk, reading, service } = world;
  const books = auditor.books();
  checkAtRest({
    books,
    disk,
    reading,
    ledger: service.ledger,
    isUnsettled: () => false,
    dateAheadMs: null,
    broken: auditor.broken,
  });
  const jobs = books.jobs();
  for (const { id, path, state, hold } of books.files()) {
    if (!ENDS.has(state) && hold !== 'twin_pending')
      auditor.broken(1, `${path} ends as ${state} (${hold ?? 'no hold'})`);
    if (state !== 'confirming') continue;
    figures.asked += 1;
    const finding = jobs.findLast((job) => job.fileId === id)?.finding ?? null;
    const isAsked = finding !== null && !finding.includes('"looking"');
    if (!isAsked) auditor.broken(4, `${path} is uncertain, and nobody is asked`);
  }
  const uncharged = CONTENTS_TO_PAY - auditor.charges();
  if (uncharged !== 0 && uncharged !== figures.asked) {
    auditor.broken(2, `${auditor.charges()} charges and ${figures.asked} questions`);
  }
}

const never = new AbortController().signal;
