/**
 * Kills `labseal sync` again and again, at moments drawn from a seed, while files of every size travel over a slow line
 * to the bundled service; then lets it finish, at once and eleven minutes later, and compares what the service booked with what
 * lay in the folders. It proves nothing by itself: whoever calls it looks at the report, and a report without kills in every
 * phase is no proof.
 */
import { globSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { realClock, realIds } from '../../src-main/platform/real-ports.ts';
import type { FileState } from '../../src-shared/model/files/file-state.ts';
import { ALL_FILES } from '../../src-main/db/files/file-scope.ts';
import { openState } from '../../src-main/db/state.ts';
import { startCuttingRelay } from '../../src-main/pipeline/upload/test-support/cutting-relay.ts';
import type { LoggedRequest } from '../../src-mock/control/request-log.ts';
import { bytesOf, sha256 } from './contents.ts';
import type { Lab, SyncDocument } from './lab.ts';
import type { TakenIn } from './mock-control.ts';
import { researcher } from './people.ts';

export interface KillPlan {
  readonly kills: number;
  readonly seed: number;
  /** Whether the service can resume uploads. */
  readonly resumableUploads: 'on' | 'off';
  /** Files of the first batch; another batch follows whenever everything is done before the last kill. */
  readonly filesPerBatch: number;
  /** How eleven minutes pass: really, or in the notes of the program's database. */
  readonly time: 'passes' | 'is-moved';
}

/** What the program was at when it died; it can be at two things at once, or at something else. */
export interface KillPhases {
  readonly answersAwaited: number;
  readonly bodiesOnTheirWay: number;
  /** Answers that an earlier kill took away were being asked for. */
  readonly answersAskedFor: number;
  readonly neither: number;
}

export interface KillReport {
  readonly kills: number;
  readonly phases: KillPhases;
  /** Runs that came to their end before their kill. */
  readonly finishedRuns: number;
  readonly batches: number;
  readonly files: number;
  readonly contentBytes: number;
  /** What left the program in all its lives, towards the service. */
  readonly wireBytes: number;
  /** SHA-256 of the contents whose answer a kill took away. */
  readonly answersLost: ReadonlySet<string>;
  /** Files that waited for evidence in the pass right after the last kill. */
  readonly waited: number;
  readonly last: SyncDocument & { code: number | null };
  /** Contents that were booked never, more than once, or not at their price, in words; empty when all is well. */
  readonly wrongs: readonly string[];
}

const UPLOADS = ['uploadPublicFile', 'uploadPrivateFile', 'upload-resource'] as const;
/** What lies in lab folders: `upTo` is the share of files that are no larger, in the order given. */
const SIZES = [
  { upTo: 0.6, from: 1, to: 60_000 },
  { upTo: 0.9, from: 1_048_576, to: 3_145_728 }, // resumable, though the sockets on the way swallow them at once
  { upTo: 1, from: 10_000_000, to: 16_000_000 }, // larger than those: a kill finds them half sent
] as const;
const PUBLIC_FILES = 0.2; // share of them, where a megabyte costs a credit
const LARGEST_PUBLIC_BYTES = 4_000_000;
const LINE_PAUSE_MS = 15; // after 64 KiB, about 4 MB/s a connection: a large body takes long enough to be hit
const SERVICE_WORKS_MS = 150; // after the commit, before the answer
const EARLY_KILLS = 0.15; // share of the kills that come at any moment from the start of the program on
const LONGEST_START_MS = 1_000;
const LONGEST_SENDING_MS = 1_500;
const LOOK_EVERY_MS = 20;
const LATER_MS = 11 * 60_000; // by then evidence has decided about every answer that a kill took away

interface Content {
  readonly visibility: 'public' | 'private';
  readonly credits: number;
}

export async function runKillLoop(lab: Lab, plan: KillPlan): Promise<KillReport> {
  const chance = seededChance(plan.seed);
  const contents = new Map<string, Content>();
  const phases = { answersAwaited: 0, bodiesOnTheirWay: 0, answersAskedFor: 0, neither: 0 };
  const answersLost = new Set<string>();
  let [kills, finishedRuns, batches, files, contentBytes] = [0, 0, 0, 0, 0];

  await lab.mock.read({ resumableUploads: plan.resumableUploads });
  await using relay = await startCuttingRelay(Number(new URL(lab.mock.url).port), []);
  relay.setPauseMs(LINE_PAUSE_MS);
  await lab.signIn(researcher, { server: relay.origin });
  for (const endpoint of UPLOADS) {
    await lab.mock.fault({ endpoint, do: { kind: 'delay-answer', ms: SERVICE_WORKS_MS } });
  }
  await addBatch();
  await lab.watch('private', '--check', 'never');
  await lab.watch('public', '--check', 'never', '--visibility', 'public');
  const before = await lab.balance();

  while (kills < plan.kills) {
    await lab.mock.forgetRequests();
    const run = lab.start(['sync', '--yes']);
    const over = new AbortController();
    const moment = killMoment(over.signal);
    const hasEnded = await Promise.race([moment, run.ended.then(() => true)]);
    over.abort();
    if (hasEnded) {
      finishedRuns += 1;
      await addBatch();
      continue;
    }
    run.send('SIGKILL');
    if (kills % 2 === 0) relay.breakAll(); // as when the computer loses its power; else the system still sends what it has
    if ((await run.ended).code !== null) continue; // it came to its end in the very moment
    kills += 1;
    look();
  }

  await lab.mock.clearFaults();
  relay.setPauseMs(0);
  let last = await lab.sync('--yes');
  const waited = last.counts['confirming'] ?? 0;
  if (last.code !== 0) {
    await (plan.time === 'passes' ? wait(LATER_MS) : moveTime());
    last = await lab.sync('--yes');
  }
  const spent = before - (await lab.balance());
  const wireBytes = sentBytes();
  const wrongs = wrongsOf(contents, await lab.mock.takenIn(), { last, spent });
  const counts = { kills, finishedRuns, batches, files, contentBytes, wireBytes, waited };
  return { ...counts, phases, answersLost, last, wrongs };

  function sentBytes(): number {
    return relay.passedBytes().reduce((sum, bytes) => sum + bytes, 0);
  }

  async function addBatch(): Promise<void> {
    batches += 1;
    for (let number = 1; number <= plan.filesPerBatch; number += 1) {
      const size = sizeFrom(chance);
      const isPublic = chance.between(0, 1) < PUBLIC_FILES && size <= LARGEST_PUBLIC_BYTES;
      const visibility = isPublic ? 'public' : 'private';
      const name = `${visibility}/batch-${batches}/run-${number}.raw`;
      const bytes = bytesOf(`${plan.seed} ${name}`, size);
      await lab.write(name, bytes);
      const credits = isPublic ? Math.ceil(size / 1_000_000) : 1;
      contents.set(sha256(bytes), { visibility, credits });
      files += 1;
      contentBytes += bytes.length;
    }
  }

  /** Resolves with false when it is time to kill, or when the run is over. */
  async function killMoment(over: AbortSignal): Promise<false> {
    const isEarly = chance.between(0, 1) < EARLY_KILLS;
    const pauseMs = chance.between(0, isEarly ? LONGEST_START_MS : LONGEST_SENDING_MS);
    if (!isEarly) await untilUploading(over);
    return over.aborted ? false : wait(pauseMs, false);
  }

  async function untilUploading(over: AbortSignal): Promise<void> {
    while (!over.aborted && !(await lab.mock.requests()).some(isUpload)) await wait(LOOK_EVERY_MS);
  }

  function databaseOf(): string {
    const [database] = globSync(lab.at('labseal/accounts/*/labseal.db'));
    if (database === undefined) throw new Error('the program has no database');
    return database;
  }

  /** Everything was lost so much earlier, by this computer's clock and by the service's. */
  function moveTime(): void {
    const db = new Database(databaseOf());
    db.prepare(
      `UPDATE upload_job SET unknown_since_ms = unknown_since_ms - @ms, looked_at_ms = looked_at_ms - @ms,
         known_lost_at_ms = known_lost_at_ms - @ms`,
    ).run({ ms: LATER_MS });
    db.prepare('UPDATE upload_attempt SET disconnected_at_ms = disconnected_at_ms - ?').run(
      LATER_MS,
    );
    db.close();
  }

  /** The journal of the dead program says how far it was. */
  function look(): void {
    const database = databaseOf();
    const state = openState(path.dirname(database), { clock: realClock, ids: realIds });
    try {
      const open = state.uploads.withOutcome('open');
      const released = open.filter(
        (job) => state.uploads.stateOf(job.id).state === 'tail-released',
      );
      const count = (where: FileState) =>
        state.files.list({ ...ALL_FILES, states: [where] }, 0, plan.filesPerBatch).length;
      for (const { contentId } of released) {
        const { sha256: sum } = state.contents.get(contentId);
        if (sum === null) throw new Error('a tail was released without its SHA-256');
        answersLost.add(sum);
      }
      const [uploading, confirming] = [count('uploading'), count('confirming')];
      if (released.length > 0) phases.answersAwaited += 1;
      if (uploading > released.length) phases.bodiesOnTheirWay += 1;
      if (confirming > 0) phases.answersAskedFor += 1;
      if (uploading + confirming === 0) phases.neither += 1;
    } finally {
      state.close();
    }
  }
}

function isUpload({ endpoint }: LoggedRequest): boolean {
  return UPLOADS.some((one) => one === endpoint);
}

function sizeFrom(chance: SeededChance): number {
  const share = chance.between(0, 1);
  const { from, to } = SIZES.find(({ upTo }) => share < upTo) ?? SIZES[0];
  return chance.whole(from, to);
}

function wrongsOf(
  contents: ReadonlyMap<string, Content>,
  takenIn: readonly TakenIn[],
  end: Pick<KillReport, 'last'> & { readonly spent: number },
): string[] {
  const wrongs: string[] = [];
  for (const [sum, { visibility, credits }] of contents) {
    const booked = takenIn.filter((one) => one.sha256 === sum);
    const file = end.last.files.find((one) => one.sha256 === sum);
    const [only] = booked;
    if (booked.length > 1) wrongs.push(`${sum} was recorded ${booked.length} times`);
    if (only === undefined) wrongs.push(`${sum} was never recorded: ${file?.state}`);
    if (only !== undefined && (only.charged !== credits || only.visibility !== visibility)) {
      wrongs.push(`${sum} cost ${only.charged} instead of ${credits}`);
    }
    if (file?.state !== 'notarized')
      wrongs.push(`${sum} ended as ${file?.state} ${file?.hold ?? ''} ${file?.message ?? ''}`);
  }
  const strange = takenIn.filter((one) => !contents.has(one.sha256));
  for (const one of strange) wrongs.push(`${one.sha256} was recorded, and lies in no folder`);
  const booked = takenIn.reduce((sum, { charged }) => sum + charged, 0);
  if (booked !== end.spent) wrongs.push(`${end.spent} credits are gone, ${booked} were booked`);
  return wrongs;
}

type SeededChance = ReturnType<typeof seededChance>;

/**
 * The same seed draws the same numbers, on every computer. The generator "mulberry32": 32 bits of state, which is plenty
 * for choosing moments and sizes.
 */
function seededChance(seed: number) {
  let state = Math.trunc(seed);
  function next(): number {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  /** At least `from`, below `to`. */
  const between = (from: number, to: number) => from + next() * (to - from);
  return { between, whole: (from: number, to: number) => Math.floor(between(from, to)) };
}
