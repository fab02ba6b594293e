/**
 * Compares a folder, or some of its directories, with its rows. The scan is authoritative and the watcher only a hint:
 * whatever was missed is found here. A vanished root pauses the whole folder.
 */
import {
  SLOW_RULES,
  IGNORE_ENCODING,
  DRIVE_ERRNO,
} from '../../../src-shared/model/files/read-trouble.ts';
import { LABSEAL_DATA } from '../../../src-shared/model/folders/folder-rules.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { Folder } from '../../db/files/folder-repository.ts';
import { makeYieldToLoop } from '../../platform/threads/give-way.ts';
import {
  compareDirectories,
  type ComparePorts,
  filesIn,
  leaveDirectory,
  type ReadStep,
  restDirectory,
  settledListing,
  type GatheredDirectories,
  makeGatheredDirectories,
  storeListed,
} from './compare-directory.ts';
import { makeFolderDrives, type FolderDrives, evaluateRoot, isInPlace } from './folder-drives.ts';
import {
  type FolderView,
  type KnownDirectories,
  makeKnownDirectories,
  makeMovedDirectories,
  type MovedDirectories,
} from './folder-view.ts';
import { type IgnoreRules, makeIgnoreRules } from './ignore-rules.ts';
import { pauseWaitMs } from '../settle/quiescence.ts';
import { makeRuleBudget } from './ignore-matcher.ts';
import { isWithin, isWithinAny, parentOf } from '../../platform/disk/paths.ts';
import { walk, type WalkStep } from './walk.ts';
import type { AccountPorts } from '../common/ports.ts';

/** Watches that are asked for together, in one message to their thread. */
const DIRECTORIES_AT_ONCE = 1_000;

export interface ScanPorts extends Pick<AccountPorts, 'fileTree' | 'announce'>, ComparePorts {}

/**
 * Scans a watched folder to its end, and watches what it visits. Abort rejects with `signal.reason` and keeps what was
 * found until then. A folder that is removed meanwhile is left at once.
 */
export async function scanFolder(
  folder: Folder,
  view: FolderView,
  ports: ScanPorts,
  signal: AbortSignal,
): Promise<void> {
  const { state, fileTree, clock, announce } = ports;
  view.watch('', null); // before anything is known of it, so that the return of a missing root is noticed
  const root = await fileTree.readDirectory(folder.path, signal);
  const drives = makeFolderDrives(folder, ports);
  const trouble = await evaluateRoot(root, folder, { state, drives, fileTree }, signal);
  if (trouble !== folder.trouble) {
    state.folders.setTrouble(folder.id, trouble);
    announce({ kind: 'folder-paused', folderId: folder.id });
  }
  const unreadBefore = new Set(view.unread.keys());
  view.unread.clear();
  view.known = null;
  if (trouble !== null) {
    view.keepWatching((path) => path === '');
    return;
  }
  if (root.kind === 'read') state.folders.setRoot(folder.id, root);
  const rules = rulesOf(folder);
  const known = makeKnownDirectories(rules);
  const leftOut = new Map<string, string>();
  view.budget = makeRuleBudget();
  const breathe = makeYieldToLoop(clock);
  const gathered = makeGatheredDirectories(folder, ports, signal);
  const moved = makeMovedDirectories(folder, ports, signal);
  const patience = makeReadingPatience();
  let [files, directories] = [0, 0];
  const enters = ({ relativePath }: WalkStep) => !view.unread.has(relativePath);
  const starts = [{ relativePath: '', rules }];
  const options = { ...walkOptions(folder, view, patience, ports), starts, enters };
  for await (const found of walk(folder.path, options, signal)) {
    if (state.folders.get(folder.id) === null) return;
    const step = await onItsDrive(found, drives, signal);
    const intake = { view, known, patience, gathered, moved, drives, ports };
    files += await takeIn(folder, step, intake, signal);
    for (const [path, rule] of leftOutIn(step)) leftOut.set(path, rule);
    await watchKnown(folder, step, unreadBefore, { view, ports }, signal);
    directories += 1;
    announce({ kind: 'scanning', folderId: folder.id, files, directories });
    await breathe(signal);
  }
  await gathered.end();
  await moved.end();
  const isMissed = (path: string) =>
    !known.has(path) && !isWithinAny(path, view.unread) && ruleAbove(path, leftOut) === null;
  for (const path of drives.lost(isMissed)) {
    closeDirectory(folder, path, DRIVE_ERRNO.gone, { view, known, ports });
  }
  for (const { id, path } of state.files.directories(folder.id)) {
    if (!known.has(path) && !isWithinAny(path, view.unread)) {
      leaveDirectory(folder, { id, path }, ruleAbove(path, leftOut), ports);
    }
  }
  view.keepWatching((path) => path === '' || known.has(path));
  view.known = known;
  view.exclude = folder.exclude;
  state.folders.scanned(folder.id, clock.nowMs());
}

/**
 * Watches directories in which nothing was left to do before they are read: what changes from then on is marked, and if
 * the watch is active by then, no second reading is needed. Others wait until they were read: a watch that is refused
 * causes another scan.
 */
async function watchKnown(
  folder: Folder,
  { directories }: WalkStep,
  unreadBefore: ReadonlySet<string>,
  { view, ports }: Pick<Intake, 'view' | 'ports'>,
  signal: AbortSignal,
): Promise<void> {
  const breathe = makeYieldToLoop(ports.clock);
  for (const [index, { path, identity }] of directories.entries()) {
    const isKnown = settledListing(folder, path, ports.state) !== null;
    if (isKnown && !unreadBefore.has(path)) view.watch(path, identity);
    if (index % DIRECTORIES_AT_ONCE === DIRECTORIES_AT_ONCE - 1) await breathe(signal);
  }
}

/**
 * Reads some directories of a scanned folder again, and what is new below them. Returns how many files each of them
 * holds. Returns null, without any conclusion, when the folder itself has changed and needs a full scan. Abort as
 * above.
 */
export async function scanDirectories(
  folder: Folder,
  paths: readonly string[],
  view: FolderView,
  ports: ScanPorts,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number> | null> {
  const { known } = view;
  const drives = makeFolderDrives(folder, ports);
  const isSameFolder = known !== null && isEqualList(view.exclude, folder.exclude);
  const isRootConcerned = paths.includes('');
  const place = { drives, state: ports.state, fileTree: ports.fileTree };
  if (!isSameFolder || !(await isInPlace(folder, isRootConcerned, place, signal))) return null;
  const read = new Map<string, number>();
  const moved = makeMovedDirectories(folder, ports, signal);
  const left: (() => void)[] = [];
  const patience = makeReadingPatience();
  const everywhere = walkOptions(folder, view, patience, ports);
  const breathe = makeYieldToLoop(ports.clock);
  /** Directories whose rules have changed or that replaced others, and everything below. */
  const renewed = new Set<string>();
  const enters = ({ relativePath }: WalkStep, directory: string) => {
    if (view.unread.has(relativePath)) return false;
    if (renewed.has(relativePath)) renewed.add(directory);
    return renewed.has(directory) || !known.has(directory);
  };
  // A directory comes after those above it, and is skipped when they have read or removed it.
  for (const level of levelsOf(paths)) {
    const starts = level
      .filter((path) => known.has(path) && !read.has(path))
      .map((path) => ({ relativePath: path, rules: known.rulesAbove(path) }));
    const options = { ...everywhere, starts, enters };
    for await (const found of walk(folder.path, options, signal)) {
      if (ports.state.folders.get(folder.id) === null) return read;
      const step = await onItsDrive(found, drives, signal);
      const intake = { view, known, patience, moved, drives, ports, renewed, left };
      const files = await takeIn(folder, step, intake, signal);
      read.set(step.relativePath, files);
      await breathe(signal);
    }
  }
  await moved.end();
  for (const leaveRows of left) leaveRows();
  return read;
}

/** Directories of one level are not within each other; those below them come later. */
function levelsOf(paths: readonly string[]): readonly (readonly string[])[] {
  const all = new Set(paths);
  const levels: string[][] = [];
  for (const path of paths) {
    let level = 0;
    for (let at = parentOf(path); at !== null; at = parentOf(at)) if (all.has(at)) level += 1;
    (levels[level] ??= []).push(path);
  }
  return levels;
}

function walkOptions(
  folder: Folder,
  view: FolderView,
  patience: ReadingPatience,
  { fileTree: tree, clock, state }: ScanPorts,
) {
  const { settleSeconds, onlyNew, pause } = folder;
  const questionFor = (path: string) => {
    view.dirty.delete(path); // what was marked until now is seen by this reading
    const settled = settledListing(folder, path, state);
    const graceMs = patience.graceMs();
    // In a folder for new files only, it is not known there which files are new.
    const isKept = settled !== null || onlyNew || graceMs === null;
    const isNew = !isKept && !state.files.knowsDirectory(folder.id, path);
    const nowMs = clock.nowMs();
    return {
      settled,
      fingerprints: isNew
        ? { nowMs, settleSeconds, waitMs: pauseWaitMs(pause, nowMs), graceMs }
        : null,
    };
  };
  return { tree, clock, questionFor, budget: view.budget };
}

/** A directory on another drive than its own is closed: nothing in it is compared. */
async function onItsDrive(
  step: WalkStep,
  drives: FolderDrives,
  signal: AbortSignal,
): Promise<WalkStep> {
  const { relativePath, reading } = step;
  if (reading.kind !== 'read') return step;
  const trouble = await drives.check(relativePath, reading.dev, signal);
  if (trouble === null) return step;
  const errno = DRIVE_ERRNO[trouble];
  return { ...step, reading: { kind: 'unreadable', errno }, directories: [] };
}

interface Intake {
  readonly view: FolderView;
  readonly known: KnownDirectories;
  readonly patience: ReadingPatience;
  readonly drives: FolderDrives;
  readonly ports: ScanPorts;
  readonly moved: MovedDirectories;
  readonly renewed?: Set<string>;
  /** What is done when all was read: directories that are gone here may have been found elsewhere by then. */
  readonly left?: (() => void)[];
  /** Where directories whose files were fingerprinted wait for others; without it each is stored at once. */
  readonly gathered?: GatheredDirectories;
}

/** Applies the results of one step. Returns how many files the directory holds. */
async function takeIn(
  folder: Folder,
  step: WalkStep,
  intake: Intake,
  signal: AbortSignal,
): Promise<number> {
  const { relativePath, reading, rules, directories } = step;
  const { view, known, renewed } = intake;
  switch (reading.kind) {
    case 'read': {
      view.unread.delete(relativePath);
      const read = { ...step, reading };
      await store(folder, read, intake, signal);
      const isNews = known.keepRules(relativePath, reading.ignoreFile === null ? null : rules);
      const isReplaced = view.watch(relativePath, reading.identity);
      if (isNews || isReplaced) renewed?.add(relativePath);
      const { gone, replaced } = known.see(relativePath, directories);
      // Their own watches ended with the replaced directories, perhaps without notice.
      for (const path of replaced) renewed?.add(path);
      leave(folder, gone, leftOutIn(step), intake);
      return filesIn(read);
    }
    case 'absent':
    case LABSEAL_DATA:
      leave(folder, [relativePath], leftOutIn(step), intake);
      return 0;
    case 'unreadable':
      closeDirectory(folder, relativePath, reading.errno, intake);
      return 0;
    default:
      return assertNever(reading);
  }
}

/** Its files are left as they are, with the reason, and so are those below. */
function closeDirectory(
  folder: Folder,
  path: string,
  errno: string,
  { view, known, ports }: Pick<Intake, 'view' | 'known' | 'ports'>,
): void {
  known.leave(path);
  view.unread.set(path, { folderId: folder.id, path, errno });
  restDirectory(folder, path, errno, ports);
  const isByRules = BY_RULES.some((code) => errno.startsWith(code));
  const isByDrive = DRIVE_ERRNOS.has(errno);
  const isWatched = isByRules || isByDrive;
  // One that is watched stays so: a new watch tells that it has begun, for which the directory would be read again, and so on.
  view.keepWatching((at) => (at === path ? isWatched : known.has(at) || !isWithin(at, path)));
  if (!isWatched) return;
  // It can be watched, and is needed as soon as that is repaired.
  known.see(path, []);
  if (isByDrive) view.watchMount(path);
  else view.watch(path, null);
}

/** Its ignore file is to be watched: it may be corrected. */
const BY_RULES = ['EIGNORE', 'EMANYRULES', SLOW_RULES, IGNORE_ENCODING];
const DRIVE_ERRNOS: ReadonlySet<string> = new Set(Object.values(DRIVE_ERRNO));

async function store(
  folder: Folder,
  step: ReadStep,
  { patience, gathered, moved, ports }: Intake,
  signal: AbortSignal,
): Promise<void> {
  const { fingerprinted, isUnchanged } = step.reading.entries;
  if (isUnchanged || (await moved.take(step))) return;
  if (fingerprinted === null) return compareDirectories(folder, [step], ports, signal);
  patience.wasLate(fingerprinted.lateMs);
  await (gathered === undefined ? storeListed(folder, step, ports, signal) : gathered.add(step));
}

/** Directories that are gone or left out now, with all below them. `leftOut`: the rules, by path. */
function leave(
  folder: Folder,
  paths: readonly string[],
  leftOut: ReadonlyMap<string, string>,
  { view, known, drives, ports, left }: Intake,
): void {
  if (paths.length === 0) return;
  const gone = new Set(paths);
  for (const path of paths) known.leave(path);
  for (const path of view.unread.keys()) if (isWithinAny(path, gone)) view.unread.delete(path);
  view.keepWatching((path) => !isWithinAny(path, gone));
  const isLeft = (path: string) => isWithinAny(path, gone) && !known.has(path);
  const isLost = (path: string) => isLeft(path) && ruleAbove(path, leftOut) === null;
  const leaveRows = () => {
    for (const path of drives.lost(isLost)) {
      closeDirectory(folder, path, DRIVE_ERRNO.gone, { view, known, ports });
    }
    for (const directory of ports.state.files.directories(folder.id)) {
      const { path } = directory;
      if (isLeft(path) && !isWithinAny(path, view.unread))
        leaveDirectory(folder, directory, ruleAbove(path, leftOut), ports);
    }
  };
  if (left === undefined) leaveRows();
  else left.push(leaveRows);
}

/** The rules that leave out directories of a step, or the step itself, by their paths. */
function leftOutIn({ relativePath, reading }: WalkStep): ReadonlyMap<string, string> {
  if (reading.kind === LABSEAL_DATA) return new Map([[relativePath, LABSEAL_DATA]]);
  const rules = new Map<string, string>();
  for (const { name, rule } of reading.kind === 'read' ? reading.entries.directories() : []) {
    if (rule !== undefined) rules.set(relativePath === '' ? name : `${relativePath}/${name}`, rule);
  }
  return rules;
}

/** The rule that leaves out a directory or one above it; null when there is none. */
function ruleAbove(path: string, leftOut: ReadonlyMap<string, string>): string | null {
  for (let at: string | null = path; at !== null; at = parentOf(at)) {
    const rule = leftOut.get(at);
    if (rule !== undefined) return rule;
  }
  return null;
}

function rulesOf(folder: Folder): IgnoreRules {
  const rules = makeIgnoreRules(folder.exclude);
  if (!rules.ok) throw new Error(`folder ${folder.id} has a rule that cannot be used`);
  return rules.value;
}

function isEqualList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/** For all readings together: disks have to start, and computers are busy at times. */
const GRACE_MS = 2_000;

type ReadingPatience = ReturnType<typeof makeReadingPatience>;

/**
 * How long a scan may wait for files that are fingerprinted while their directory is listed: it must not wait for a
 * disk that is slow. One for each scan.
 */
export function makeReadingPatience() {
  let graceMs = GRACE_MS;
  return {
    /** How far the next reading may lag behind; null when nothing more is to be read. */
    graceMs: () => (graceMs < 0 ? null : graceMs),
    /** A reading lagged behind by this much; less than nothing makes good what others took. */
    wasLate(lateMs: number) {
      if (graceMs >= 0) graceMs = Math.min(GRACE_MS, graceMs - lateMs);
    },
  };
}
