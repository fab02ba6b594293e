/**
 * The past and present of the demo's account. The regular core creates it: files are uploaded, refused, recorded and
 * deleted by the bundled service, and nothing is written into a database from outside.
 */
import { AUTO_WATCHING } from '../../../../src-shared/model/folders/folder-rules.ts';
import { setTimeout as wait } from 'node:timers/promises';
import path from 'node:path';
import type { FolderRules } from '../../../../src-shared/model/folders/folder-rules.ts';
import type { Result } from '../../../../src-shared/model/result.ts';
import type { CoreFault } from '../../../../src-shared/model/status/core-fault.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src-shared/model/text/time.ts';
import type { Account } from '../../../app/account.ts';
import type { Core } from '../../../app/create-core.ts';
import type { Clock } from '../../../platform/clock.ts';
import {
  addLatecomers,
  addNamed,
  addPlates,
  addUnlucky,
  type DemoLab,
  letTimePass,
  NAMES,
} from './demo-lab.ts';
import { CHAIN_DELAY_MS, type DemoService } from './demo-service.ts';

const ROLE = 'researcher';
const DELETION_LOOKS = 50;
const DELETION_LOOK_MS = 20;
const SEARCH_DAYS = (11 * MINUTE_MS) / DAY_MS; // a search that finds nothing is over by then
const DENIAL_DAYS = MINUTE_MS / DAY_MS; // a denial is believed by then
const LOST_AFTER_MS = 400; // a small form has left by then

/** How long ago the account began, and what its instrument wrote since. */
export const PAST_DAYS = 30;
const PAST = [
  { daysAgo: 29, plates: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] },
  // One file a day takes a third of a second, and several one and a third.
  { daysAgo: 22, plates: [14] },
  { daysAgo: 16, plates: [15] },
  { daysAgo: 11, plates: [16] },
  { daysAgo: 6, plates: [17] },
  { daysAgo: 2, plates: [18] },
] as const;

/** A step that a person would see as a fault. */
class Stumble extends Error {
  readonly fault: CoreFault;

  constructor(fault: CoreFault) {
    super(fault.kind);
    this.fault = fault;
  }
}

/** Needs a lab that was just laid out, a service that was just begun, and nobody signed in. `clock`: the core's own. */
export async function liveDemoStory(
  core: Core,
  service: DemoService,
  lab: DemoLab,
  clock: Pick<DemoClock, 'goOnUntil' | 'nowMs'>,
): Promise<CoreFault | null> {
  const { signal } = new AbortController();
  try {
    const person = service.people.find(({ role }) => role === ROLE);
    if (person === undefined) throw new Error(`the demo has no ${ROLE}`);
    const signIn = async () => {
      valueOf(await core.signIn(service.url, person, signal)); // sessions last a day
      return valueOf(core.account());
    };
    let account = await signIn();
    const rules = await rulesFor(account, signal);
    const { folders } = lab;
    await addNamed(lab, clock.nowMs());
    valueOf(await account.folders.add(folders.plates, rules.plates, signal));
    for (const { daysAgo, plates } of PAST) {
      clock.goOnUntil(daysAgo);
      account = await signIn();
      await addPlates(lab, plates, clock.nowMs());
      await pass(account, signal);
    }
    clock.goOnUntil(2 * SEARCH_DAYS);
    account = await signIn();
    await addLatecomers(lab);
    const tooLarge = { kind: 'status', status: 413 } as const;
    service.spoil({ endpoint: 'uploadPrivateFile', times: 1, do: tooLarge });
    await passUntilDoubt(account);
    clock.goOnUntil(2 * SEARCH_DAYS - DENIAL_DAYS);
    await pass(account, signal);
    await deleteOne(account, path.join(folders.plates, NAMES.deleted), signal);
    valueOf(account.files.forgetCopy(path.join(folders.plates, NAMES.forgotten)));
    await addUnlucky(lab);
    await loseOne(account, service);
    clock.goOnUntil(SEARCH_DAYS); // then evidence sends it again, once
    await loseOne(account, service);
    clock.goOnUntil(0); // then a person is asked
    await pass(account, signal);
    service.setChainDelay(CHAIN_DELAY_MS);
    await letTimePass(lab);
    valueOf(await account.folders.add(folders.derived, rules.derived, signal));
    valueOf(await account.folders.add(folders.sessions, rules.sessions, signal));
    valueOf(await account.folders.add(folders.chromatography, rules.chromatography, signal));
    valueOf(await account.folders.add(folders.mosaics, rules.mosaics, signal));
    return null;
  } catch (error) {
    if (error instanceof Stumble) return error.fault;
    throw error;
  }
}

function valueOf<Value>(result: Result<Value, CoreFault>): Value {
  if (!result.ok) throw new Stumble(result.fault);
  return result.value;
}

/** One complete pass, with everything approved. */
async function pass(account: Account, signal: AbortSignal): Promise<void> {
  const run = account.sync({}, () => undefined);
  await run.prepare(signal);
  await run.complete({ ceiling: null }, signal);
}

/** Deletes it on the platform and waits until that is recorded. */
async function deleteOne(account: Account, file: string, signal: AbortSignal): Promise<void> {
  const { paidChanges, files } = account;
  const intent = valueOf(paidChanges.deletion(file, 'The lamp was not warm yet'));
  const { id } = paidChanges.keep(intent, { whenOnline: false, passedReserve: null });
  await paidChanges.deliver(id, signal);
  for (let looks = 0; looks < DELETION_LOOKS && files.find(file)?.state !== 'deleted'; looks += 1) {
    await wait(DELETION_LOOK_MS);
    await pass(account, signal);
  }
}

/** Sends one whose answer is lost, with its content sent; the waiting client gives up. */
async function loseOne(account: Account, service: DemoService): Promise<void> {
  service.spoil({
    endpoint: 'uploadPrivateFile',
    times: 1,
    do: { kind: 'delay', ms: LOST_AFTER_MS },
  });
  service.spoil({
    endpoint: 'uploadPrivateFile',
    times: 1,
    do: { kind: 'drop', at: 'before-handling', how: 'rst' },
  });
  await passUntilDoubt(account);
}

/** One pass that ends as soon as nobody knows what became of an upload. */
async function passUntilDoubt(account: Account): Promise<void> {
  const leaving = new AbortController();
  const run = account.sync({}, (event) => {
    if (event.kind === 'moved' && event.state === 'confirming') leaving.abort(new Error('lost'));
  });
  try {
    await run.prepare(leaving.signal);
    await run.complete({ ceiling: null }, leaving.signal);
  } catch (error) {
    if (error !== leaving.signal.reason) throw error;
  }
}

async function rulesFor(account: Account, signal: AbortSignal) {
  const { projects } = valueOf(await account.projects.list(signal));
  const idOf = (start: string) => projects.find(({ name }) => name.startsWith(start))?.id ?? '';
  const [microscope, eeg] = [idOf('Microscope'), idOf('EEG')];
  const base: FolderRules = {
    assignment: {
      projectId: microscope,
      visibility: 'private',
      fileType: 'primary',
      labels: 'demo',
      procedureDescription: null,
      linkToProcedure: null,
      primaryData: null,
      checkPolicy: 'approved',
    },
    exclude: [],
    settleSeconds: 0,
    budgetCredits: null,
    approveEach: false,
    watching: AUTO_WATCHING,
  };
  const { assignment } = base;
  const inEeg = { ...assignment, projectId: eeg };
  return {
    plates: { ...base, budgetCredits: 60 },
    derived: {
      ...base,
      assignment: { ...inEeg, fileType: 'secondary' },
    },
    sessions: { ...base, assignment: inEeg, budgetCredits: 20, approveEach: true },
    chromatography: {
      ...base,
      assignment: { ...inEeg, visibility: 'public' },
      settleSeconds: 3,
    },
    mosaics: {
      ...base,
      assignment: { ...assignment, visibility: 'public', checkPolicy: 'never' },
      budgetCredits: 5_000,
    },
  } as const satisfies Readonly<Record<string, FolderRules>>;
}

export type DemoClock = ReturnType<typeof makeDemoClock>;

/**
 * The clock of the demo's core and service, so that nothing in the demo is older or younger than its certificate says: it
 * begins in the past, waits return at once while that is created, and then it is the computer's.
 */
export function makeDemoClock(real: Clock) {
  let passedMs = 0;
  let behindMs = 0;
  return {
    nowMs: () => real.nowMs() - behindMs,
    monotonicMs: () => real.monotonicMs() + passedMs,
    sleep: (ms: number, signal: AbortSignal) => real.sleep(ms, signal),
    /** Begins so many days ago. */
    goBack(days: number): void {
      behindMs = days * DAY_MS;
    },
    /** Until that many days ago. */
    goOnUntil(days: number): void {
      passedMs += behindMs - days * DAY_MS;
      behindMs = days * DAY_MS;
    },
  };
}
