/**
 * Compares listings of directories with their rows, a few hundred rows in one transaction. What cannot be read is reported,
 * never taken for missing.
 */
import { assertNever } from '../../../src-shared/model/result.ts';
import type { Folder } from '../../db/files/folder-repository.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { State } from '../../db/state.ts';
import { makeBaselineCheck } from './new-folder.ts';
import type { WalkStep } from './walk.ts';
import { isWithin } from '../../platform/disk/paths.ts';
import type { DiskFact } from '../decide/plan-path.ts';
import type { ReadFile } from '../decide/content-decider.ts';
import { identityFromKey } from '../../platform/disk/file-identity.ts';
import {
  type DirectoryEntry,
  type DirectoryReading,
  type Listing,
  settledBy,
} from './file-tree.ts';
import type { AccountPorts } from '../common/ports.ts';
import { makeYieldToLoop } from '../../platform/threads/give-way.ts';

export type ComparePorts = Pick<AccountPorts, 'clock' | 'state' | 'transitions'>;

/** A directory that could be read. */
export interface ReadStep extends WalkStep {
  readonly reading: Extract<DirectoryReading, { readonly kind: 'read' }>;
  /** Numbers of the contents of its fingerprinted files, in their order; absent when there are none. */
  readonly contentIds?: Float64Array | undefined;
}

export function filesIn({ reading: { entries } }: ReadStep): number {
  return entries.size - entries.directories().length;
}

interface Comparison {
  readonly folder: Folder;
  readonly relativePath: string;
  readonly entries: Listing;
  /** The digest to keep when nothing is left to do. */
  readonly listing: string;
  readonly contentIds: Float64Array;
}

const ABSENT: DiskFact = { kind: 'absent' };
const NO_IDS = new Float64Array();

/** How many checks the step has made. */
interface Turn {
  looks: number;
}

/** Kept between two steps: any other module that moves a row removes it. */
const UNDER_WAY = 'under way';

/** Some 300 pages, whose writing takes 4 ms; a thousand, with the commit that they are due at, take 25. */
const COMMITS_WRITTEN_BACK = 4;
/** Some 5 ms of work when all are new; other work runs in between. */
const LOOKS_AT_ONCE = 250;

/** Directories whose listings have changed. Abort rejects with `signal.reason` and keeps what was done. */
export async function compareDirectories(
  folder: Folder,
  steps: readonly ReadStep[],
  ports: ComparePorts,
  signal: AbortSignal,
): Promise<void> {
  const { state, clock } = ports;
  const looks = looksAtAll(folder, steps, ports);
  for (let commits = 1; state.repeatable(() => looks.next().done !== true); commits += 1) {
    await clock.sleep(0, signal);
    if (state.folders.get(folder.id) === null) return;
    if (commits % COMMITS_WRITTEN_BACK !== 0) continue;
    state.writeBack();
    await clock.sleep(0, signal);
  }
}

/** The listing and the rules with which nothing was left to do in a directory, for a question about it. */
export function settledListing(
  folder: Folder,
  relativePath: string,
  { settledDirectories }: Pick<State, 'settledDirectories'>,
): string | null {
  const listing = settledDirectories.of(folder.id, relativePath);
  const end = coverageOf(folder);
  return listing?.endsWith(end) === true ? listing.slice(0, -end.length) : null;
}

/** The digest that is kept once nothing is left to do in the directory. */
export function listingOf(folder: Folder, { reading, rules }: ReadStep): string {
  return settledBy(reading.entries, rules) + coverageOf(folder);
}

function coverageOf({ onlyNew }: Folder): string {
  return onlyNew ? ' only new' : ' all';
}

/** Each step makes some of the checks, and needs its own transaction. */
function* looksAtAll(
  folder: Folder,
  steps: readonly ReadStep[],
  ports: ComparePorts,
): Generator<undefined, void> {
  const turn: Turn = { looks: 0 };
  for (const step of steps) {
    const { relativePath, contentIds = NO_IDS } = step;
    const { entries } = step.reading;
    if (turn.looks > 0 && turn.looks + entries.size >= LOOKS_AT_ONCE) {
      yield;
      turn.looks = 0;
    }
    const listing = listingOf(folder, step);
    yield* looksAt({ folder, relativePath, entries, listing, contentIds }, turn, ports);
  }
}

function* looksAt(
  { folder, relativePath, entries, listing, contentIds }: Comparison,
  turn: Turn,
  { state, transitions }: ComparePorts,
): Generator<undefined, void> {
  const directoryId = state.files.directory(folder.id, relativePath);
  const at = { folder, directoryId, directoryPath: relativePath };
  const earlier = makeBaselineCheck(folder, directoryId, state);
  let page = state.files.inDirectory(directoryId, '', LOOKS_AT_ONCE);
  // Between two steps others may move rows, so each step reads its rows again.
  const isOneStep = entries.size < LOOKS_AT_ONCE && page.length < LOOKS_AT_ONCE;
  const rows = new Map(isOneStep ? page.map((row) => [row.name, row]) : []);
  const present = new Set<string>();
  let newFiles: (ReadFile & Pick<FileRow, 'folderId'>)[] = [];
  let isSettled = true;

  function lookAt(name: string, identity: string, row: FileRow | null): void {
    const disk = { kind: 'file', identity: identityFromKey(identity) } as const;
    const isDone = transitions.look({ ...at, name, disk, ignoredBy: null, row });
    isSettled &&= isDone;
  }

  function storeNew(): void {
    const edited = transitions.maybeEdited(newFiles);
    const others = newFiles.filter((file) => !edited.includes(file));
    if (others.length > 0) transitions.decideNew(at, others);
    for (const { name, identity } of edited) lookAt(name, identity, null);
    newFiles = [];
  }

  function* pause(): Generator<undefined, void> {
    storeNew();
    state.settledDirectories.keep(directoryId, UNDER_WAY);
    yield;
    turn.looks = 0;
    isSettled &&= state.settledDirectories.of(folder.id, relativePath) === UNDER_WAY;
  }

  function rowOf(name: string): FileRow | null {
    const known = isOneStep ? rows.get(name) : state.files.named(directoryId, name);
    const row = present.has(name) ? null : (known ?? null); // two names that are spelled the same
    present.add(name);
    turn.looks += 1;
    return row;
  }

  let print = 0;
  for (const { name, identity, sizeBytes } of entries.fingerprinted ?? []) {
    const row = rowOf(name);
    const contentId = contentIds[print];
    print += 1;
    if (row === null && contentId !== undefined) {
      newFiles.push({ folderId: folder.id, name, identity, sizeBytes, contentId });
    } else lookAt(name, identity, row);
    if (turn.looks >= LOOKS_AT_ONCE) yield* pause();
  }
  storeNew();
  for (const entry of entries) {
    if (entry.kind === 'directory') continue;
    const { name } = entry;
    const row = rowOf(name);
    const rule = entry.rule ?? null;
    const isFile = rule === null && entry.kind === 'file';
    const ignoredBy = isFile ? earlier(name, entry.identity, row) : rule;
    const disk = diskFactOf(entry);
    const isDone = transitions.look({ ...at, name, disk, ignoredBy, row });
    isSettled &&= isDone;
    if (turn.looks >= LOOKS_AT_ONCE) yield* pause();
  }
  if (!isOneStep) page = state.files.inDirectory(directoryId, '', LOOKS_AT_ONCE);
  for (;;) {
    for (const row of page) {
      if (present.has(row.name)) continue;
      const { name } = row;
      const isDone = transitions.look({ ...at, name, disk: ABSENT, ignoredBy: null, row });
      isSettled &&= isDone;
    }
    const last = page.at(-1);
    if (page.length < LOOKS_AT_ONCE || last === undefined) break;
    yield* pause();
    page = state.files.inDirectory(directoryId, last.name, LOOKS_AT_ONCE);
  }
  if (isSettled) state.settledDirectories.keep(directoryId, listing);
}

function diskFactOf(entry: Exclude<DirectoryEntry, { kind: 'directory' }>): DiskFact {
  switch (entry.kind) {
    case 'file':
      return { kind: 'file', identity: entry.identity };
    case 'unreadable':
      return { kind: 'unreadable', errno: entry.errno };
    case 'symlink':
    case 'special':
    case 'unusable-name':
      return { kind: 'not-a-file', what: entry.kind };
    default:
      return assertNever(entry);
  }
}

/** A directory that cannot be read: its files are left as they are, but a person can see why nothing happens. */
export function restDirectory(
  folder: Folder,
  path: string,
  errno: string,
  { state, transitions }: ComparePorts,
): void {
  const within = state.files.directories(folder.id).filter((each) => isWithin(each.path, path));
  state.repeatable(() => {
    for (const row of within.flatMap(({ id }) => state.files.inDirectory(id))) {
      const { directoryId, directoryPath, name } = row;
      const disk = { kind: 'unreadable', errno } as const;
      transitions.look({ folder, directoryId, directoryPath, name, disk, ignoredBy: null, row });
    }
  });
}

/** A known directory that a scan did not visit: it is gone (null), or a rule now leaves it out. */
export function leaveDirectory(
  folder: Folder,
  { id, path }: { readonly id: number; readonly path: string },
  rule: string | null,
  { state, transitions }: ComparePorts,
): void {
  state.repeatable(() => {
    for (const row of state.files.inDirectory(id)) {
      const at = { folder, directoryId: id, directoryPath: path, name: row.name, row };
      if (rule === null) transitions.look({ ...at, disk: ABSENT, ignoredBy: null });
      else transitions.setAside(row, rule);
    }
  });
}

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

/**
 * Takes in directories whose files were fingerprinted, many at once. A fingerprint belongs anywhere in the index of
 * fingerprints, so storing one changes a page of its own; of thousands that are stored in their order, dozens share a
 * page. While some are stored, the walk goes on. Abort rejects with `signal.reason` and keeps what was stored.
 */
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
