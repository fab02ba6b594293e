/**
 * A file tree in memory with what matters of a real one: inodes that keep their identity, times in nanoseconds, ctime
 * that no program can set, and readings that can be torn. It remembers every content it ever held, so that a torn one
 * can be told from all of them.
 */
import { createHash } from 'node:crypto';
import { createBLAKE3 } from 'hash-wasm';
import type { FileIdentity } from '../../src-main/platform/file-identity.ts';

export interface Inode {
  readonly ino: number;
  readonly kind: 'file' | 'directory' | 'symlink' | 'special';
  content: Buffer;
  mtimeNs: bigint;
  ctimeNs: bigint;
  /** What opening or reading it fails with; null when it can be read. */
  errno: string | null;
}

export type Disk = ReturnType<typeof makeDisk>;

const DEVICE = '7';
const NS_PER_MS = 1_000_000n;

export function makeDisk(nowMs: () => number) {
  const entries = new Map<string, Inode>();
  /** SHA-256 by BLAKE3. */
  const held = new Map<string, string>();
  const listeners = new Set<(directory: string) => void>();
  /** Inodes of the data folder of the program that runs. */
  const own = new Set<number>();
  let lastIno = 0;
  let lastNs = 0n;

  /** Rising, as the kernel's own clock is, whatever is done to the wall clock's setting in between. */
  function stampNs(): bigint {
    const nowNs = BigInt(nowMs()) * NS_PER_MS;
    lastNs = nowNs > lastNs ? nowNs : lastNs + 1n;
    return lastNs;
  }

  function changed(path: string): void {
    const directory = path.slice(0, path.lastIndexOf('/'));
    for (const listener of listeners) listener(directory);
  }

  function make(path: string, kind: Inode['kind'], content: Buffer = Buffer.alloc(0)): Inode {
    const ns = stampNs();
    const inode: Inode = { ino: ++lastIno, kind, content, mtimeNs: ns, ctimeNs: ns, errno: null };
    entries.set(path, inode);
    if (kind === 'file') held.set(blake3Of(content), sha256Of(content));
    changed(path);
    return inode;
  }

  function existing(path: string): Inode {
    const inode = entries.get(path);
    if (inode === undefined) throw new Error(`${path} is not there`);
    return inode;
  }

  return {
    entries,
    /** Also at a place. */
    at: (path: string): Inode | null => entries.get(plain(path)) ?? null,
    make,
    /** Changes a file in place. `keepsMtime`: by a program that puts the old time back. */
    write(path: string, content: Buffer, { keepsMtime = false } = {}): void {
      const inode = existing(path);
      const ns = stampNs();
      inode.content = content;
      inode.ctimeNs = ns;
      if (!keepsMtime) inode.mtimeNs = ns;
      held.set(blake3Of(content), sha256Of(content));
      changed(path);
    },
    /** Sets the time of modification, as a program does that unpacks or copies. */
    date(path: string, mtimeNs: bigint): void {
      const inode = existing(path);
      inode.mtimeNs = mtimeNs;
      inode.ctimeNs = stampNs();
      changed(path);
    },
    /** A change of rights, or of nothing: only ctime tells. */
    touchRights(path: string, errno: string | null): void {
      const inode = existing(path);
      inode.errno = errno;
      inode.ctimeNs = stampNs();
      changed(path);
    },
    rename(from: string, to: string): void {
      const inode = existing(from);
      entries.delete(from);
      inode.ctimeNs = stampNs();
      entries.set(to, inode);
      changed(from);
      changed(to);
    },
    /** Another name for the same file. */
    link(from: string, to: string): void {
      const inode = existing(from);
      inode.ctimeNs = stampNs();
      entries.set(to, inode);
      changed(to);
    },
    /** From now on it is a file of the program's own. */
    makeOwn: (path: string) => void own.add(existing(path).ino),
    isOwn: ({ ino }: Inode): boolean => own.has(ino),
    remove(path: string): void {
      entries.delete(path);
      changed(path);
    },
    /** SHA-256 of the content with this BLAKE3, if some file had exactly it at some moment; null: none did. */
    everHeld: (blake3: string): string | null => held.get(blake3) ?? null,
    identityOf({ ino, content, mtimeNs, ctimeNs }: Inode): FileIdentity {
      const times = { mtimeNs: String(mtimeNs), ctimeNs: String(ctimeNs) };
      return { dev: DEVICE, ino: String(ino), sizeBytes: content.length, ...times };
    },
    onChange(listener: (directory: string) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    device: DEVICE,
  };
}

/** The path of a place, in which '//' ends the folder. */
export function plain(place: string): string {
  return place.replace('//', '/');
}

/** Another implementation than the program's, so that the two cannot share a mistake. */
const blake3 = await createBLAKE3();

export function blake3Of(content: Uint8Array): string {
  return blake3.init().update(content).digest('hex');
}

function sha256Of(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The numbers of codes for which libuv has no name, on Linux. */
const NAMELESS: ReadonlyMap<string, number> = new Map([
  ['ESTALE', 116],
  ['ENOKEY', 126],
]);

/** As Node reports it. */
export function errnoError(code: string): Error {
  const errno = NAMELESS.get(code);
  if (errno === undefined) return Object.assign(new Error(code), { code });
  const said = `Unknown system error -${errno}`;
  return Object.assign(new Error(said), { code: said, errno: -errno, syscall: 'read' });
}
