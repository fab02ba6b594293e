/**
 * The person in front of the program: signs in, runs it, stops it, signs out. Under faults without patience or plan;
 * in the calm she does what the program asks and runs it until nothing changes any more.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../src-shared/model/text/time.ts';
import type { Announce } from '../src-main/pipeline/common/ports.ts';
import type { Chance } from './chance.ts';
import type { Life } from './program/life.ts';
import { FOLDERS } from './disk/lab.ts';
import { chargeKey, PROJECT } from './service/ledger.ts';
import { Violation } from './violation.ts';
import type { Doubter } from './doubter.ts';
import type { FaultProfile } from './fault-profile.ts';
import type { World } from './world.ts';

const EMAIL = 'ada@lab.test';
const MOST_SIGN_INS_IN_THE_CALM = 8;
const MOST_ROUNDS = 14;
/** Longer than any wait after which the program judges or gives up. */
export const BETWEEN_ROUNDS_MS = 11 * MINUTE_MS;
/** An answer that names a record is believed for a day. */
const DOUBTED_AFTER_MS = DAY_MS + HOUR_MS;
const LONGEST_OFFER_MS = 10 * MINUTE_MS;

/** Uses the program until everything rests in the calm. */
export async function usePatiently(world: World, life: Life, rounds: Rounds): Promise<void> {
  const { faultProfile, clock, auditor, isCalm } = world;
  const chance = rounds.chance;
  let isLongPauseDue = mayNameOthers(faultProfile);
  let wasSilent = false;
  await life.session.restore();
  life.account.credits.changeLimits({ reserve: faultProfile.reserve });
  for (;;) {
    await signIn(world, life, rounds);
    const isInTheCalm = isCalm();
    const isSilent = world.disk.isAnySilent();
    if (isInTheCalm) await acceptDrives(life);
    const ceiling = isInTheCalm ? null : faultProfile.ceiling;
    auditor.allow(ceiling);
    if (!isInTheCalm && chance.happens(faultProfile.rates['token-dies'])) {
      void endSessions(world, chance.between(0, 10 * MINUTE_MS));
    }
    if (faultProfile.follows && !isInTheCalm) await follow(world, life, ceiling, chance);
    else await runOnce(world, life, ceiling, chance);
    rounds.doubter.resolve(life);
    approveDeleted(world, life, rounds);
    approveBatch(world, life, rounds);
    keepVersions(world, life, rounds);
    if (isInTheCalm && life.session.state().state === 'withheld')
      auditor.broken(7, 'the service was asked, and the session is still in doubt');
    // A session that ended during the last run kept something from being done.
    if (isInTheCalm && rounds.isRest() && life.session.state().state === 'signed-in') {
      if (isSilent) checkOthers(world);
      // What answers again is to be seen, and may be another drive for all that the program can tell.
      else if (!wasSilent && drivesInDoubt(life).length === 0) return;
    }
    wasSilent = isSilent;
    if (!isInTheCalm && chance.happens(faultProfile.rates['signs-out'])) {
      world.trace.tell('person', 'signs out');
      await life.session.signOut();
    }
    const calmPauseMs = isLongPauseDue ? DOUBTED_AFTER_MS : BETWEEN_ROUNDS_MS;
    if (isInTheCalm) isLongPauseDue = false;
    await clock.sleep(isInTheCalm ? calmPauseMs : chance.between(SECOND_MS, 10 * MINUTE_MS), never);
  }
}

/** Invariant 23: nothing waits for a silent drive but its own files. */
function checkOthers({ auditor, disk }: World): void {
  for (const { path, state } of auditor.books().files()) {
    if (STILL_TO_DO.has(state) && disk.at(path) !== null && !disk.isSilent(path))
      auditor.broken(23, `${path} is ${state}, while the drive of others is silent`);
  }
}
const STILL_TO_DO = new Set(['settling', 'discovered', 'hashing', 'ready', 'uploading']);

/** An answer to an upload may name another record than its own, or none. */
function mayNameOthers({ unknownIdRate, swappedIdRate }: FaultProfile): boolean {
  return unknownIdRate + swappedIdRate > 0;
}

/** In the calm every drive is back, and what the program could not tell apart is decided. */
async function acceptDrives(life: Life): Promise<void> {
  for (const { id } of drivesInDoubt(life)) {
    await life.alive(life.account.folders.acceptDrives(id, never));
  }
}

/** Folders about whose drives the program asks. */
function drivesInDoubt(life: Life) {
  const { folders } = life.account.status();
  return folders.filter(({ trouble, drives }) => trouble === 'other-drive' || drives.length > 0);
}

async function signIn(world: World, life: Life, rounds: Rounds) {
  const { auditor, clock, trace, isCalm } = world;
  let triesInTheCalm = 0; // an outage before it may have taken any number
  while (life.session.state().state !== 'signed-in') {
    const session = life.session.state();
    if (session.state === 'withheld' && rounds.chance.happens(0.5)) {
      if (session.why.by === 'clock') return; // the service will be asked
      await unlock(world, life);
      continue;
    }
    if (isCalm()) triesInTheCalm += 1;
    if (triesInTheCalm > MOST_SIGN_INS_IN_THE_CALM) {
      throw new Violation(20, 'nobody can sign in any more');
    }
    await clock.sleep(rounds.chance.between(1, 30) * SECOND_MS, never);
    auditor.signsIn();
    const signedIn = await life.alive(life.session.signIn(EMAIL, 'password', never));
    trace.tell('person', `signs in: ${signedIn.ok ? 'ok' : signedIn.fault.kind}`);
  }
}

/** Invariant 7: the session is there again by itself. */
async function unlock({ clock, keychain, trace, auditor }: World, life: Life): Promise<void> {
  await life.alive(clock.sleep(keychain.opensInMs(), never));
  for (let wokeMs = -Infinity; wokeMs < clock.monotonicMs() - MINUTE_MS - SECOND_MS;) {
    wokeMs = clock.monotonicMs(); // a computer that sleeps meanwhile leaves the program no time
    await life.alive(clock.sleep(MINUTE_MS, never));
  }
  trace.tell('person', 'has unlocked the keychain');
  const session = life.session.state();
  if (session.state === 'withheld' && session.why.by !== 'clock')
    auditor.broken(7, 'the keychain is open, and the session is not read');
}

/** Now and then she wants a content notarized again whose record was deleted: under one of its names, once. */
function approveDeleted({ auditor, trace }: World, life: Life, { chance }: Rounds): void {
  const held = auditor
    .books()
    .files()
    .filter(({ hold }) => hold === 'record_deleted');
  if (held.length === 0 || !chance.happens(0.3)) return;
  const { id, path, blake3 } = chance.pick(held);
  trace.tell('person', `wants ${path} notarized again`);
  if (blake3 !== null) auditor.looksAt(path, blake3);
  if (!life.account.credits.approve([id]).ok || blake3 === null) return;
  const visibility = path.startsWith(`${FOLDERS.public}/`) ? 'public' : 'private';
  auditor.approvedAgain(chargeKey(blake3, { projectId: PROJECT, visibility }));
}

/** In the calm she approves all that waits for her of a large batch, before it now and then a file of it. */
function approveBatch(world: World, life: Life, { chance }: Rounds): void {
  const { auditor, trace, isCalm, faultProfile } = world;
  if (!faultProfile.hasLargeBatch) return;
  const ready = auditor
    .books()
    .files()
    .filter(({ state }) => state === 'ready');
  for (const { id, path, blake3 } of ready) {
    if (blake3 === null || !(isCalm() || chance.happens(0.2))) continue;
    trace.tell('person', `approves ${path}`);
    auditor.looksAt(path, blake3);
    life.account.offers.agree({ fileIds: [String(id)] }, Infinity);
  }
}

/** In the calm she keeps what notarized files have become as new versions, before it now and then: each by itself. */
function keepVersions({ auditor, trace, isCalm }: World, life: Life, { chance }: Rounds): void {
  const changed = auditor
    .books()
    .files()
    .filter(({ state }) => state === 'changed');
  if (changed.length === 0 || !(isCalm() || chance.happens(0.5))) return;
  for (const { id, path, blake3 } of changed) {
    if (blake3 === null) continue;
    trace.tell('person', `keeps ${path} as a new version`);
    auditor.looksAt(path, blake3);
    life.account.offers.keepVersion(id, { blake3, credits: Infinity });
  }
}

async function runOnce(
  world: World,
  life: Life,
  ceiling: number | null,
  chance: Chance,
): Promise<void> {
  const { auditor, faultProfile, trace, isCalm } = world;
  const stop = new AbortController();
  if (!isCalm() && chance.happens(faultProfile.rates.stopped)) {
    void stopLater(world, stop, chance.between(0, 5 * MINUTE_MS));
  }
  const run = life.account.sync({}, announceTo(auditor, life));
  try {
    auditor.asksPrice();
    const offer = await offerInTime(world, () => run.prepare(stop.signal));
    auditor.agrees();
    trace.tell('person', `is offered ${offer.files} files for ${offer.credits} credits`);
    await run.complete({ ceiling }, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    auditor.agrees();
    await run.close();
  }
}

/** In the calm only a pause that the service asked for may keep a person waiting for the price. */
async function offerInTime<Value>(
  { clock, isCalm, faultProfile }: World,
  prepare: () => Promise<Value>,
): Promise<Value> {
  const { rates } = faultProfile;
  // What was named wrongly before is looked for now, for as long as after any lost answer.
  const isInTheCalm = isCalm() && rates.throttled === 0 && !mayNameOthers(faultProfile);
  const fromMs = clock.monotonicMs();
  const offer = await prepare();
  const tookMs = clock.monotonicMs() - fromMs;
  if (isInTheCalm && tookMs > LONGEST_OFFER_MS) {
    throw new Violation(20, `a price took ${Math.round(tookMs / SECOND_MS)} s in the calm`);
  }
  return offer;
}

async function follow(
  world: World,
  life: Life,
  ceiling: number | null,
  chance: Chance,
): Promise<void> {
  const { auditor, faultProfile, clock } = world;
  const stop = new AbortController();
  const leftMs = Math.max(0, faultProfile.calmAtMs - clock.monotonicMs());
  void stopLater(world, stop, chance.between(MINUTE_MS, Math.max(MINUTE_MS, leftMs)));
  const announce = announceTo(auditor, life);
  const run = life.account.sync({}, (event) => {
    announce(event);
    const fault = run.serviceFault();
    if (fault !== null && fault.kind !== 'not-signed-in') {
      auditor.broken(21, `a run that follows gave the service up: ${JSON.stringify(fault)}`);
    }
  });
  try {
    await run.follow({ spend: 'up-to', credits: ceiling }, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
}

/** What a dead program still says, nobody hears. */
function announceTo(auditor: World['auditor'], life: Life): Announce {
  return (event) => {
    if (!life.isOver()) auditor.announced(event);
  };
}

async function stopLater({ clock, trace }: World, stop: AbortController, ms: number) {
  await clock.sleep(ms, never);
  trace.tell('person', 'stops the run');
  stop.abort(new Error('stopped by the person'));
}

async function endSessions({ clock, service, trace, isCalm }: World, inMs: number) {
  await clock.sleep(inMs, never);
  if (isCalm()) return;
  trace.tell('service', 'ends all sessions');
  service.tokens.revokeAll();
}

export interface Rounds {
  readonly chance: Chance;
  readonly doubter: Doubter;
  /** True once two runs in a row in the calm left everything as it was. Throws when that takes too long. */
  isRest(): boolean;
}

/** `snapshot`: everything that a run can change. */
export function countRounds(
  { chance, doubter }: Pick<Rounds, 'chance' | 'doubter'>,
  snapshot: () => string,
): Rounds {
  let rounds = 0;
  let last = '';
  return {
    chance,
    doubter,
    isRest() {
      const now = snapshot();
      const isSame = now === last;
      last = now;
      rounds += 1;
      if (!isSame && rounds >= MOST_ROUNDS) throw new Violation(20, `no rest after ${rounds} runs`);
      return isSame;
    },
  };
}

const never = new AbortController().signal;
