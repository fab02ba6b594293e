/**
 * Takes in directories whose files were fingerprinted, many at once. A fingerprint belongs anywhere in the index of
 * fingerprints, so storing one changes a page of its own; of thousands that are stored in their order, dozens share a page.
 * While some are stored, the walk goes on.
 */
import type { Folder } from '../../db/files/folder-repository.ts';
import { makeYieldToLoop } from '../../platform/threads/yield-to-loop.ts';
import {
  COMMITS_WRITTEN_BACK,
  compareDirectories,
  filesIn,
  type ComparePorts,
  type ReadStep,
} from './compare-directory.ts';

/**
 * How many files wait for each other, as part of the contents there are: an index of a million fingerprints has 17,000 pages,
 * and several must fall on each.
 */
const PART_OF_CONTENTS = 1 / 16;
const LEAST_FILES = 4_000;
/** They wait in memory, some 200 bytes each. */
const MOST_FILES = 50_000;
/** While others are stored, so many times as many may wait. */
const TIMES_AS_MANY = 3;
/** A person who watches a scan sees files arrive. */
const LONGEST_MS = 500;
/** Some 6 ms of work. */
const CONTENTS_AT_ONCE = 1_500;
const DIGEST_BYTES = 32;
const NO_BYTES = new Uint8Array();
const NO_NUMBERS = new Float64Array();

export type GatheredDirectories = ReturnType<typeof makeGatheredDirectories>;

/** Abort rejects with `signal.reason` and keeps what was stored. */
export function makeGatheredDirectories(folder: Folder, ports: ComparePorts, signal: AbortSignal) {
  const { state, clock } = ports;
  let steps: ReadStep[] = [];
  let files = 0;
  let sinceMs = 0;
  let enough = LEAST_FILES;
  let storing: Promise<void> = Promise.resolve();
  let isStoring = false;

  /** One after the other, so that no more than two times as much waits. */
  async function storeNext(): Promise<void> {
    await storing;
    isStoring = true;
    storing = storeFingerprinted(folder, steps, ports, signal).finally(() => (isStoring = false));
    storing.catch(() => undefined); // the next `add` or `end` hears of it
    steps = [];
    files = 0;
    const wanted = state.contents.mostId() * PART_OF_CONTENTS;
    enough = Math.min(MOST_FILES, Math.max(LEAST_FILES, wanted));
  }

  function isTime(): boolean {
    if (files >= Math.min(MOST_FILES, enough * TIMES_AS_MANY)) return true;
    if (isStoring) return false;
    return files >= enough || clock.monotonicMs() - sinceMs >= LONGEST_MS;
  }

  return {
    /** Resolves when the next may come. Rejects when an earlier one could not be stored. */
    async add(step: ReadStep) {
      if (steps.length === 0) sinceMs = clock.monotonicMs();
      steps.push(step);
      files += filesIn(step);
      if (isTime()) await storeNext();
    },
    /** Resolves when all are stored. */
    async end() {
      await storeNext();
      await storing;
    },
  };
}

/** Stores a directory at once, whether its files were fingerprinted or not. Abort as above. */
export async function storeListed(
  folder: Folder,
  step: ReadStep,
  ports: ComparePorts,
  signal: AbortSignal,
): Promise<void> {
  const isRead = step.reading.entries.fingerprinted !== null;
  await (isRead ? storeFingerprinted : compareDirectories)(folder, [step], ports, signal);
}

/** Stores directories whose files were fingerprinted: their contents, then their rows. Abort as above. */
async function storeFingerprinted(
  folder: Folder,
  steps: readonly ReadStep[],
  ports: ComparePorts,
  signal: AbortSignal,
): Promise<void> {
  const contentIds = await storeContents(steps, ports, signal);
  if (ports.state.folders.get(folder.id) === null) return;
  const known = steps.map((step, index) => ({ ...step, contentIds: contentIds[index] }));
  await compareDirectories(folder, known, ports, signal);
}

/** The numbers of the contents of each directory, in the order of its files. */
async function storeContents(
  steps: readonly ReadStep[],
  { state, clock }: ComparePorts,
  signal: AbortSignal,
): Promise<readonly Float64Array[]> {
  const breathe = makeYieldToLoop(clock);
  const files = steps.map(({ reading }) => reading.entries.fingerprinted);
  const digests = Buffer.concat(files.map((each) => each?.digests ?? NO_BYTES));
  const sizesBytes = joined(files.map((each) => each?.sizesBytes ?? NO_NUMBERS));
  const ids = new Float64Array(sizesBytes.length);
  const digestAt = (index: number) =>
    digests.subarray(index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES);
  // Numbered in the order of the files, whose rows come next: then these, too, fall on few pages of their indexes.
  const firstId = state.contents.mostId() + 1;
  const order = inOrder(digests);
  let commits = 0;
  for (let first = 0; first < order.length; first += CONTENTS_AT_ONCE) {
    const slice = order.subarray(first, first + CONTENTS_AT_ONCE);
    const prints = Array.from(
      slice,
      (index) => [firstId + index, digestAt(index), sizesBytes[index] ?? 0] as const,
    );
    const kept = state.repeatable(() => state.contents.keepAll(prints));
    for (const [at, index] of slice.entries()) ids[index] = kept[at] ?? 0;
    await breathe(signal);
    commits += 1;
    if (commits % COMMITS_WRITTEN_BACK === 0) state.writeBack();
  }
  let end = 0;
  return files.map((each) => ids.subarray(end, (end += each?.size ?? 0)));
}

/** Where the fingerprints are, in their order as far as their first four bytes tell. */
function inOrder(digests: Buffer): Float64Array {
  const ranked = new Float64Array(digests.length / DIGEST_BYTES);
  const { length } = ranked;
  for (let index = 0; index < length; index += 1) {
    ranked[index] = digests.readUInt32BE(index * DIGEST_BYTES) * length + index;
  }
  const order = ranked.toSorted();
  for (const [at, rank] of order.entries()) order[at] = rank % length;
  return order;
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
