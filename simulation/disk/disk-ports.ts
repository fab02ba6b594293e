/**
 * The played disk behind the engine's own doors. Fingerprints are made by the real reading code over a played file
 * reader; files may be written to in the middle of any reading, as the lab's programs do.
 */
import type { BigIntStats } from 'node:fs';
import { LABSEAL_DATA } from '../../src-shared/model/folders/folder-rules.ts';
import { isDataFolder, isKeyName } from '../../src-main/platform/data-folder.ts';
import { errnoOf, meansAbsent } from '../../src-main/platform/errno.ts';
import { factsOf } from '../../src-main/platform/disk/file-identity.ts';
import type { PrivateFiles } from '../../src-main/platform/disk/private-files.ts';
import type {
  DirectoryEntry,
  DirectoryQuestion,
  DirectoryReading,
  FileTree,
  PathReading,
} from '../../src-main/pipeline/scan/file-tree.ts';
import {
  fingerprintOf,
  makeFileReadings,
  type FileReader,
} from '../../src-main/pipeline/fingerprint/fingerprint-file.ts';
import {
  fingerprintEach,
  type Fingerprinter,
} from '../../src-main/pipeline/fingerprint/fingerprinter.ts';
import { packFiles, unpackFiles } from '../../src-main/pipeline/fingerprint/packed-files.ts';
import { readerWith } from '../../src-main/pipeline/scan/test-support/on-thread.ts';
import type { FolderHint, FolderWatcher } from '../../src-main/pipeline/watch/folder-watcher.ts';
import { playRulesFor, readingOf } from '../../src-main/pipeline/scan/test-support/listing-of.ts';
import { inPlaceDigests } from '../../src-main/digests/test-support/in-place-digests.ts';
import { hashInPlace } from '../../src-main/digests/content-hash.ts';
import { makeProof } from '../../src-main/pipeline/upload/form/small-file.ts';
import { unreadable, type OpenSource } from '../../src-main/pipeline/upload/form/source-file.ts';
import type { Workers } from '../../src-main/features/workers.ts';
import { SILENT_ERRNO } from '../../src-shared/model/files/read-trouble.ts';
import { fail, ok } from '../../src-shared/model/result.ts';
import { SECOND_MS } from '../../src-shared/model/text/time.ts';
import { errnoError, plain, type Disk, type Inode } from './disk.ts';

export interface DiskBindings {
  readonly disk: Disk;
  /** Lets time pass, a little or none. */
  readonly pause: (signal: AbortSignal) => Promise<void>;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called at each read of a file's bytes: the moment for somebody to write. */
  readonly onRead: (path: string) => void;
  readonly isHintLost: () => boolean;
  /** Asked when bytes are read to be sent: whether others come instead. Without it none do. */
  readonly isMisread?: () => boolean;
  /** Asked at each call to the file system: the code it fails with, null to let it through. Without it none fails. */
  readonly errnoNow?: () => string | null;
  readonly namesVolumes?: boolean;
}

/** As long as the threads of the program wait for a drive. */
const LISTING_LIMIT_MS = 8 * SECOND_MS;
const PROOF_LIMIT_MS = 30 * SECOND_MS;
const SILENT = { kind: 'unreadable', errno: SILENT_ERRNO } as const;

const never = new AbortController().signal;
const nothing = async (): Promise<void> => undefined;

/** Nobody takes files along in a simulated world. */
const nobodyCopies = (): Promise<never> => Promise.reject(new Error('no bundle is made'));

/** Throws the code that the next call fails with, as the file system would. */
function callDisk({ errnoNow }: DiskBindings): void {
  const errno = errnoNow?.() ?? null;
  if (errno !== null) throw errnoError(errno);
}

/** Changes what was just read for sending, if it is misread. */
function misread({ isMisread }: DiskBindings, into: Uint8Array, count: number): void {
  if (count > 0 && isMisread?.() === true) into[0] = (into[0] ?? 0) ^ 1;
}

/** As `callDisk`, for doors that answer with what the failed call means. */
function failedLook({ errnoNow }: DiskBindings): Unseen | null {
  const errno = errnoNow?.() ?? null;
  return errno === null ? null : unseenBy(errnoError(errno));
}
function unseenBy(error: Error): Unseen {
  const errno = errnoOf(error);
  return meansAbsent(errno) ? { kind: 'absent' } : { kind: 'unreadable', errno };
}
type Unseen = { readonly kind: 'absent' } | { readonly kind: 'unreadable'; readonly errno: string };

/** Whether nothing is answered about a place. Who is known to be silent is not waited for again. */
async function isSilent(
  { disk, sleep }: DiskBindings,
  place: string,
  signal: AbortSignal,
): Promise<boolean> {
  const before = disk.silenceAt(plain(place));
  if (before?.isFound !== false) return before !== null;
  await sleep(LISTING_LIMIT_MS, signal);
  const now = disk.silenceAt(plain(place));
  if (now !== null) now.isFound = true;
  return now !== null;
}

/** What the engine's threads do, without threads. */
export function playWorkers(bindings: DiskBindings): Workers {
  const fileTree = playFileTree(bindings);
  const fingerprinter = playFingerprinter(bindings);
  const watcher = playWatcher(bindings);
  return {
    fileTree: () => fileTree,
    fingerprinter: () => fingerprinter,
    verifier: () => fingerprinter,
    streamedDigests: () => inPlaceDigests,
    copier: () => ({ copyFile: nobodyCopies, close: nothing }),
    reader: () => ({ read: nobodyCopies, close: nothing }),
    pdfReader: () => ({ text: nobodyCopies, close: nothing }),
    folderWatcher: () => watcher,
    hashes: () => ({ makeHash: hashInPlace, close: nothing }),
    smallFiles: () => ({ prove: playProof(bindings), close: nothing }),
    close: nothing,
  };
}

/** Nothing on this disk gets an old inode number. */
function directoryIdentity({ ino, drive }: Inode): string {
  return `${drive.dev}:${ino}`;
}

function playFileTree(bindings: DiskBindings): FileTree & { close(): Promise<void> } {
  const { disk, pause } = bindings;
  const entryOf = (path: string, name: string, inode: Inode): DirectoryEntry => {
    const { kind } = inode;
    if (kind === 'file') return { name, kind, identity: disk.identityOf(inode) };
    return kind === 'directory'
      ? { name, kind, identity: directoryIdentity(inode) }
      : { name, kind };
  };
  const files = playFileReader(bindings);
  const openReader = readerWith((path, expected) =>
    reading(files, () => fingerprintOf(readings.atPath(path, factsOf(expected), blind, []))),
  );
  const entriesIn = (path: string): readonly (readonly [name: string, inode: Inode])[] =>
    [...disk.entries]
      .filter(([at]) => at.startsWith(`${path}/`))
      .map(([at, inode]) => [at.slice(path.length + 1), inode] as const)
      .filter(([name]) => !name.includes('/'));
  /** What lies above a path tells, as on a real disk. */
  const liesInDataFolder = (path: string): boolean => {
    const names = path.split('/').slice(0, -1);
    return names.some((_, depth) => {
      const folder = names.slice(0, depth + 1).join('/');
      return isDataFolder(entriesIn(folder).map(([name]) => name));
    });
  };
  return {
    async readDirectory(
      place: string,
      signal: AbortSignal,
      question?: DirectoryQuestion,
    ): Promise<DirectoryReading> {
      const path = plain(place);
      await pause(signal);
      if (await isSilent(bindings, path, signal)) return SILENT;
      const failed = failedLook(bindings);
      if (failed !== null) return failed;
      const root = disk.at(path);
      if (root?.kind !== 'directory') return { kind: 'absent' };
      if (root.errno !== null) return { kind: 'unreadable', errno: root.errno };
      if (liesInDataFolder(`${path}/`)) return { kind: LABSEAL_DATA };
      const entries: DirectoryEntry[] = [];
      const ownNames = new Set<string>();
      for (const [name, inode] of entriesIn(path)) {
        entries.push(entryOf(`${path}/${name}`, name, inode));
        if (disk.isOwn(inode) || isKeyName(name)) ownNames.add(name);
      }
      const identity = directoryIdentity(root);
      const directory = { dev: root.drive.dev, ino: String(root.ino), identity };
      return readingOf(directory, entries, question, () => openReader(`${path}/`), ownNames);
    },
    async identify(path: string, signal: AbortSignal): Promise<PathReading> {
      await pause(signal);
      if (await isSilent(bindings, path, signal)) return SILENT;
      const failed = failedLook(bindings);
      if (failed !== null) return failed;
      const inode = disk.at(path);
      if (inode === null) return { kind: 'absent' };
      const { kind } = inode;
      const isOwn = disk.isOwn(inode) || isKeyName(path.slice(path.lastIndexOf('/') + 1));
      if (isOwn || liesInDataFolder(plain(path))) return { kind: LABSEAL_DATA };
      if (kind === 'file') return { kind, identity: disk.identityOf(inode) };
      if (kind === 'directory') {
        const identity = directoryIdentity(inode);
        return { kind, dev: inode.drive.dev, ino: String(inode.ino), identity };
      }
      return { kind };
    },
    partsOf: () => [],
    volumeOf: (path: string) =>
      bindings.namesVolumes === false ? null : disk.driveAt(path).volume,
    async rulesFor(root, relativePath, rules, signal) {
      const isUnread = await isSilent(bindings, root, signal);
      return isUnread ? { rule: SILENT_ERRNO, rules } : playRulesFor(root, relativePath, rules);
    },
    close: async (): Promise<void> => undefined,
  };
}

/** The block it reads into is a megabyte: one for all worlds of this thread, which never read at the same moment. */
let current: FileReader | null = null;
const reader = (): FileReader => {
  if (current === null) throw new Error('no disk is being read');
  return current;
};
const readings = makeFileReadings({
  open: (path, flags) => reader().open(path, flags),
  fstat: (handle) => reader().fstat(handle),
  lookAgain: (path, handle) => reader().lookAgain(path, handle),
  read: (handle, into, offset) => reader().read(handle, into, offset),
  close: (handle) => reader().close(handle),
});

const blind = { isCancelled: () => false, pause() {}, onRead() {} };

function reading<Value>(files: FileReader, read: () => Value): Value {
  current = files;
  try {
    return read();
  } finally {
    current = null;
  }
}

function playFingerprinter(bindings: DiskBindings): ReturnType<Workers['fingerprinter']> {
  const files = playFileReader(bindings);
  const fingerprint: Fingerprinter['fingerprint'] = async (path, expected, { more }, signal) => {
    await bindings.pause(signal);
    if (await isSilent(bindings, path, signal)) return SILENT;
    const context = { ...blind, isCancelled: () => signal.aborted };
    const [asked] = unpackFiles(packFiles([{ path, expected }])); // as it reaches a thread
    const facts = asked?.expected ?? null;
    return reading(files, () => fingerprintOf(readings.atPath(path, facts, context, more ?? [])));
  };
  return {
    workers: 1,
    fingerprint,
    fingerprintAll: (asked, options, signal) =>
      fingerprintEach(fingerprint, asked, options, signal),
    close: async () => undefined,
  };
}

function playProof(bindings: DiskBindings): ReturnType<Workers['smallFiles']>['prove'] {
  const { disk } = bindings;
  const reads = playFileReader(bindings);
  const prove = makeProof({
    ...reads,
    read(handle, into, offset) {
      const count = reads.read(handle, into, offset);
      misread(bindings, into, count);
      return count;
    },
  });
  return async (source, signal) => {
    await bindings.pause(signal);
    if (disk.isSilent(plain(source.path))) await bindings.sleep(PROOF_LIMIT_MS, signal);
    if (disk.isSilent(plain(source.path)))
      return fail({ kind: 'source-unreadable', code: SILENT_ERRNO });
    return prove(source);
  };
}

function playFileReader(bindings: DiskBindings): FileReader {
  const { disk, onRead } = bindings;
  const handles = new Map<number, { readonly inode: Inode; readonly path: string }>();
  let lastHandle = 2;
  const inodeAt = (path: string): Inode => {
    callDisk(bindings);
    const inode = disk.at(path);
    if (inode === null) throw errnoError('ENOENT');
    return inode;
  };
  const opened = (handle: number) => {
    callDisk(bindings);
    const file = handles.get(handle);
    if (file === undefined) throw errnoError('EBADF');
    return file;
  };
  const statsOf = (inode: Inode): BigIntStats => {
    const { dev, ino, sizeBytes, mtimeNs, ctimeNs } = disk.identityOf(inode);
    const numbers = { dev: BigInt(dev), ino: BigInt(ino), size: BigInt(sizeBytes) };
    const { birthtimeNs } = inode;
    const times = { mtimeNs: BigInt(mtimeNs), ctimeNs: BigInt(ctimeNs), birthtimeNs };
    return { ...numbers, ...times, isFile: () => inode.kind === 'file' } as BigIntStats;
  };
  return {
    open(path) {
      const inode = inodeAt(path);
      if (inode.errno !== null && inode.errno !== 'EIO') throw errnoError(inode.errno);
      handles.set(++lastHandle, { inode, path: plain(path) });
      return lastHandle;
    },
    fstat: (handle) => statsOf(opened(handle).inode),
    lookAgain: (path) => statsOf(inodeAt(path)),
    read(handle, into, offset) {
      const { inode, path } = opened(handle);
      if (inode.errno === 'EIO') throw errnoError('EIO');
      // In two pieces, so that there is a middle in which somebody can write.
      const piece = Math.max(1, Math.ceil(inode.content.length / 2));
      const count = copyPart(inode, into, offset, piece);
      onRead(path);
      return count;
    },
    close: (handle) => void handles.delete(handle),
  };
}

/** Behind the end of a file that was cut short there is nothing to read, as on a real disk. */
function copyPart({ content }: Inode, into: Uint8Array, position: number, length: number): number {
  return content.subarray(position, position + length).copy(into);
}

/** A file that is being sent: one open handle, which stays with its inode whatever its path becomes. */
export function playSourceFiles(bindings: DiskBindings): OpenSource {
  const { disk, pause, onRead } = bindings;
  const answered = async (path: string): Promise<void> => {
    while (disk.isSilent(plain(path))) await bindings.sleep(LISTING_LIMIT_MS, never);
  };
  return async (path) => {
    await pause(never);
    await answered(path);
    const inode = disk.at(path);
    const errno = bindings.errnoNow?.() ?? (inode === null ? 'ENOENT' : inode.errno);
    if (inode === null || (errno !== null && errno !== 'EIO')) {
      return fail(unreadable(errnoError(errno ?? 'ENOENT')));
    }
    if (inode.kind !== 'file') return fail({ kind: 'source-unreadable', code: 'NOT_A_FILE' });
    return ok({
      async identity() {
        callDisk(bindings);
        return disk.identityOf(inode);
      },
      async read(into, length, position) {
        await pause(never);
        await answered(path);
        callDisk(bindings);
        if (inode.errno === 'EIO') throw errnoError('EIO');
        const count = copyPart(inode, into, position, length);
        misread(bindings, into, count);
        onRead(plain(path));
        return count;
      },
      close: async () => undefined,
    });
  };
}

function playWatcher({ disk, isHintLost }: DiskBindings): FolderWatcher {
  const watched = new Set<string>();
  const listeners = new Set<(hint: FolderHint) => void>();
  const tell = (directory: string): void => {
    if (isHintLost() || disk.isSilent(directory)) return;
    for (const listener of listeners) listener({ kind: 'dirty', directory });
  };
  const stop = disk.onChange((directory) => {
    if (watched.has(directory)) tell(directory);
  });
  return {
    watch(directory) {
      if (watched.has(directory)) return;
      watched.add(directory);
      tell(directory);
    },
    unwatch: (directory) => void watched.delete(directory),
    onHint(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      stop();
    },
    watchedCount: () => watched.size,
  };
}

export interface KeptFiles extends PrivateFiles {
  readonly all: ReadonlyMap<string, Buffer>;
}

/** Certificates in memory: what is written stays, also when the program dies. */
export function playPrivateFiles(): KeptFiles {
  const all = new Map<string, Buffer>();
  return {
    all,
    read: async (path) => all.get(path) ?? null,
    write: async (path, content) => void all.set(path, Buffer.from(content)),
    remove: async (path) => void all.delete(path),
  };
}
