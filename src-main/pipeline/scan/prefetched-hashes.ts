/**
 * Hashes the small files of new directories while others are still being listed, so that each file is stored once, with
 * its content: most of a first scan is what the database does for each file. What is not hashed here (large files,
 * those still being written, slow disks) goes through the normal queue.
 */
import { placeIn } from '../../platform/place.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileIdentity } from '../../platform/file-identity.ts';
import type { Folder } from '../../db/files/folder-repository.ts';
import type { State } from '../../db/state.ts';
import type { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import type { ExpectedFile } from '../common/fingerprint.ts';
import type { Fingerprint } from '../common/fingerprint.ts';
import { inReadingBatches } from '../fingerprint/reading-batches.ts';
import { evaluateQuiescence } from '../decide/quiescence.ts';
import type { PrefetchedHashes, WalkStep } from './walk.ts';

const NOTHING_READ: PrefetchedHashes = new Map();
const SMALL_FILE_BYTES = 65_536;
/** Per directory: results stay in memory until they are compared. */
const MAX_FILES = 500;
/**
 * The time for one file, together with files of other directories that are read concurrently: a scan must not wait for
 * a disk that moves its head for every file.
 */
const MS_PER_FILE = 10;
/** Extra time for all readings together: threads have to start, and computers are busy at times. */
const GRACE_MS = 2_000;

interface NewFile extends ExpectedFile {
  readonly name: string;
  readonly expected: FileIdentity;
  readonly sizeBytes: number;
}

/** For one scan of one folder. Abort rejects with `signal.reason`. */
export function makePrefetchedHashes(
  folder: Folder,
  ports: {
    readonly state: State;
    readonly clock: Clock;
    readonly fingerprinter: Fingerprinter;
  },
): (step: Omit<WalkStep, 'readings'>, signal: AbortSignal) => Promise<PrefetchedHashes> {
  const { state, clock, fingerprinter } = ports;
  let graceMs = GRACE_MS;

  function newFiles({ relativePath, reading }: Omit<WalkStep, 'readings'>): NewFile[] {
    const found: NewFile[] = [];
    const nowMs = clock.nowMs();
    for (const entry of reading.kind === 'read' ? reading.entries : []) {
      if (entry.kind !== 'file' || entry.identity.sizeBytes > SMALL_FILE_BYTES) continue;
      const { name, identity, rule } = entry;
      const path = relativePath === '' ? name : `${relativePath}/${name}`;
      if (rule !== undefined || !isSettled(identity, nowMs)) continue;
      const { sizeBytes } = identity;
      found.push({ name, path: placeIn(folder.path, path), expected: identity, sizeBytes });
      if (found.length === MAX_FILES) break;
    }
    return found;
  }

  function isSettled(identity: FileIdentity, nowMs: number): boolean {
    const { settleSeconds } = folder;
    const facts = { identity, firstSeenUnchangedAtMs: nowMs, nowMs, settleSeconds };
    return evaluateQuiescence({ ...facts, handPicked: false }).kind === 'settled';
  }

  return async function read(step, signal) {
    // In a folder for new files only, it is not known here which files are new.
    if (graceMs < 0 || folder.onlyNew) return NOTHING_READ;
    if (step.reading.kind !== 'read' || step.reading.entries.isUnchanged) return NOTHING_READ;
    if (state.files.knowsDirectory(folder.id, step.relativePath)) return NOTHING_READ;
    const files = newFiles(step);
    if (files.length === 0) return NOTHING_READ;
    const fromMs = clock.monotonicMs();
    const batches = inReadingBatches(files);
    const prints = await Promise.all(
      batches.map((batch) => fingerprinter.fingerprintAll(batch, signal)),
    );
    const lateMs = clock.monotonicMs() - fromMs - files.length * MS_PER_FILE;
    if (graceMs >= 0) graceMs = Math.min(GRACE_MS, graceMs - lateMs);
    const readings = new Map<string, Extract<Fingerprint, { kind: 'done' }>>();
    for (const [index, print] of prints.flat().entries()) {
      const name = files[index]?.name;
      if (name !== undefined && print.kind === 'done') readings.set(name, print);
    }
    return readings;
  };
}
