/**
 * A file tree in memory with what matters of a real one: inodes that keep their identity, times in nanoseconds, ctime
 * that no program can set, and readings that can be torn. It remembers every content it ever held, so that a torn one
 * can be told from all of them.
 */
import { createHash } from 'node:crypto';
import { createBLAKE3 } from 'hash-wasm';
import type { FileIdentity } from '../../src-main/platform/disk/file-identity.ts';

export interface Inode {
  readonly ino: number;
  readonly kind: 'file' | 'directory' | 'symlink' | 'special';
  content: Buffer;
  mtimeNs: bigint;
  ctimeNs: bigint;
  readonly birthtimeNs: bigint;
  /** What opening or reading it fails with; null when it can be read. */
  errno: string | null;
  drive: PlayedDrive;
  /** What its drive says of it that is not so; null: nothing. */
  lie: Lie | null;
}

/** Of its size, or of what distinguishes it, which is another at each look. */
export const LIES = ['empty', 'shorter', 'longer', 'inode', 'times'] as const;
export type Lie = (typeof LIES)[number];

/** A file system. Its numbers may change when it is mounted again. */
export interface PlayedDrive {
  dev: string;
  readonly volume: string;
  /** While it is not mounted: by the path within it, its root as ''. */
  readonly entries: Map<string, Inode>;
}

export type Disk = ReturnType<typeof makeDisk>;

const NS_PER_MS = 1_000_000n;
/** Beyond those of all files. */
const RESTLESS_INO = 1_000_000;

export function makeDisk(nowMs: () => number) {
  const entries = new Map<string, Inode>();
  const base: PlayedDrive = { dev: '7', volume: 'base', entries: new Map() };
  /** What is mounted where, and what each hides. */
  const mounts = new Map<
    string,
    { readonly drive: PlayedDrive; readonly hides: Map<string, Inode> }
  >();
  /** Where drives answer nothing, and whether the program has waited for that in vain. */
  const silent = new Map<string, { isFound: boolean }>();
  /** Drives that belong somewhere. */
  const homes = new Map<string, PlayedDrive>();
  /** SHA-256 by BLAKE3. */
  const held = new Map<string, string>();
  const listeners = new Set<(directory: string) => void>();
  /** Inodes of the data folder of the program that runs. */
  const own = new Set<number>();
  let lastIno = 0;
  let lastNs = 0n;
  /** At what is another at each look. */
  let looks = 0;

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
    const drive = driveAt(path);
    const times = { mtimeNs: ns, ctimeNs: ns, birthtimeNs: ns };
    const inode = { ino: ++lastIno, kind, content, ...times, errno: null, drive, lie: null };
    entries.set(path, inode);
    if (kind === 'file') held.set(blake3Of(content), sha256Of(content));
    changed(path);
    return inode;
  }

  function driveAt(path: string): PlayedDrive {
    const at = [...mounts.keys()].filter((each) => path === each || path.startsWith(`${each}/`));
    const [deepest] = at.toSorted((one, other) => other.length - one.length);
    return mounts.get(deepest ?? '')?.drive ?? base;
  }

  /** Takes what is at a path, and all below it, by the path within it. */
  function lift(path: string): Map<string, Inode> {
    const lifted = new Map<string, Inode>();
    for (const [at, inode] of entries) {
      if (at !== path && !at.startsWith(`${path}/`)) continue;
      lifted.set(at.slice(path.length), inode);
    }
    for (const inner of lifted.keys()) entries.delete(path + inner);
    return lifted;
  }

  function lay(path: string, what: ReadonlyMap<string, Inode>): void {
    for (const [inner, inode] of what) entries.set(path + inner, inode);
    changed(`${path}/`); // its own watch tells
  }

  function silenceAt(path: string): { isFound: boolean } | null {
    for (const [at, silence] of silent) {
      if (path === at || path.startsWith(`${at}/`)) return silence;
    }
    return null;
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
      inode.drive = driveAt(to);
      inode.ctimeNs = stampNs();
      entries.set(to, inode);
      changed(from);
      changed(to);
    },
    /** A directory with all that is in it: nothing but its own ctime tells. */
    renameTree(from: string, to: string): void {
      existing(from).ctimeNs = stampNs();
      lay(to, lift(from));
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
    /** As its drive tells it. */
    identityOf(inode: Inode): FileIdentity {
      const { ino, mtimeNs, ctimeNs, drive, lie } = inode;
      if (tellsRestlessly(inode)) looks += 1;
      const laterNs = lie === 'times' ? BigInt(looks) : 0n;
      return {
        dev: drive.dev,
        ino: String(lie === 'inode' ? RESTLESS_INO + looks : ino),
        sizeBytes: toldBytes(inode),
        mtimeNs: String(mtimeNs + laterNs),
        ctimeNs: String(ctimeNs + laterNs),
      };
    },
    onChange(listener: (directory: string) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    driveAt,
    /** A new drive with these files, by the path within it. */
    makeDrive(dev: string, volume: string, files: Readonly<Record<string, Buffer>>): PlayedDrive {
      const drive: PlayedDrive = { dev, volume, entries: new Map() };
      const put = (inner: string, kind: Inode['kind'], content: Buffer = Buffer.alloc(0)): void => {
        const ns = stampNs();
        const times = { mtimeNs: ns, ctimeNs: ns, birthtimeNs: ns };
        // Whole, though somebody else's: whoever takes the drive for the folder's own has its contents read.
        if (kind === 'file') held.set(blake3Of(content), sha256Of(content));
        const inode = { ino: ++lastIno, kind, content, ...times, errno: null, drive, lie: null };
        drive.entries.set(inner, inode);
      };
      put('', 'directory');
      for (const [name, content] of Object.entries(files)) put(`/${name}`, 'file', content);
      return drive;
    },
    /** Over a directory, whose own entries are hidden meanwhile. `isHome`: it belongs there. */
    mount(path: string, drive: PlayedDrive, { isHome = false } = {}): void {
      if (isHome) homes.set(path, drive);
      mounts.set(path, { drive, hides: lift(path) });
      lay(path, drive.entries);
      drive.entries.clear();
    },
    unmount(path: string): void {
      const mounted = mounts.get(path);
      if (mounted === undefined) throw new Error(`nothing is mounted at ${path}`);
      for (const [inner, inode] of lift(path)) mounted.drive.entries.set(inner, inode);
      mounts.delete(path);
      lay(path, mounted.hides);
    },
    /** From now on whoever asks the drive that is mounted at a path waits. */
    silence: (path: string) => void silent.set(path, { isFound: false }),
    answerAgain: (path: string) => void silent.delete(path),
    isAnySilent: () => silent.size > 0,
    silenceAt,
    isSilent: (path: string) => silenceAt(path) !== null,
    /** Whether a path leads to something on a drive that is not mounted where it belongs. */
    isAway(path: string): boolean {
      for (const [home, { entries: kept }] of homes) {
        if (path.startsWith(`${home}/`) && kept.has(path.slice(home.length))) return true;
      }
      return false;
    },
  };
}

function toldBytes({ content, lie }: Inode): number {
  if (lie === 'empty') return 0;
  if (lie === 'shorter') return Math.floor(content.length / 3);
  return lie === 'longer' ? content.length + 7 : content.length;
}

/** Each look at it shows another file. */
export function tellsRestlessly({ lie }: Pick<Inode, 'lie'>): boolean {
  return lie === 'inode' || lie === 'times';
}

export function isToldUntruly(inode: Inode): boolean {
  return tellsRestlessly(inode) || toldBytes(inode) !== inode.content.length;
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
