/**
 * The programs of the laboratory: they write files in every way that programs do, at their own times, and in the middle
 * of a reading when the fault profile says so. They stop at the calm.
 */
import type { Clock } from '../../src-main/platform/clock.ts';
import type { Chance } from '../chance.ts';
import type { Trace } from '../trace.ts';
import type { FaultProfile } from '../fault-profile.ts';
import type { Disk } from './disk.ts';

export const FOLDERS = { private: '/lab/private', public: '/lab/public' } as const;
const DIRECTORIES = [FOLDERS.private, FOLDERS.public, `${FOLDERS.private}/runs`] as const;
/** Names that could be taken for each other, or for structure. */
const NAMES = [
  'run.raw',
  'Run.raw',
  'a "b".csv',
  'plate é.txt',
  'plate é.txt',
  'notes.md',
  'x;y.d',
];

export interface LabParts {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly trace: Trace;
  readonly faultProfile: FaultProfile;
}

type Act = (path: string) => void;

export function makeLab({ disk, clock, chance, trace, faultProfile }: LabParts) {
  let made = 0;

  function files(): readonly string[] {
    return [...disk.entries].filter(([, { kind }]) => kind === 'file').map(([path]) => path);
  }

  /** New bytes, or now and then those of another file. */
  function content(): Buffer {
    const others = files();
    const source = chance.happens(0.15) && others.length > 0 ? chance.pick(others) : null;
    const copied = source === null ? null : disk.at(source);
    if (copied !== null) return Buffer.from(copied.content);
    const size = chance.happens(0.04) ? 0 : chance.pick([1, 40, 400, 3_000]) + chance.below(40);
    return bytesOf(size);
  }

  function bytesOf(size: number): Buffer {
    const bytes = Buffer.allocUnsafe(size);
    for (let index = 0; index < size; index += 4) bytes.fill(chance.below(256), index);
    return bytes;
  }

  function contentOf(path: string): Buffer {
    return disk.at(path)?.content ?? Buffer.alloc(0);
  }

  function freePath(): string {
    const directory = chance.pick(DIRECTORIES);
    const name = chance.happens(0.5) ? chance.pick(NAMES) : `file-${(made += 1)}.dat`;
    const path = `${directory}/${name}`;
    return disk.at(path) === null ? path : freePath();
  }

  async function create(): Promise<void> {
    const path = freePath();
    if (chance.happens(0.05)) {
      const kind = chance.pick(['symlink', 'special'] as const);
      disk.make(path, kind);
      return trace.tell('lab', `makes a ${kind} ${path}`);
    }
    const whole = content();
    trace.tell('lab', `writes ${path}, ${whole.length} bytes`);
    if (!chance.happens(0.2)) return void disk.make(path, 'file', whole);
    disk.make(path, 'file');
    for (const part of [0.3, 0.6, 1]) {
      await clock.sleep(chance.between(500, 20_000), never);
      if (disk.at(path) === null) return;
      disk.write(path, whole.subarray(0, Math.ceil(whole.length * part)));
    }
  }

  const acts: Readonly<Record<string, Act>> = {
    rewrites: (path) => disk.write(path, content()),
    appends: (path) => {
      const before = contentOf(path);
      disk.write(path, Buffer.concat([before, bytesOf(chance.between(1, 60))]));
    },
    truncates: (path) => {
      const before = contentOf(path);
      disk.write(path, before.subarray(0, chance.below(before.length + 1)));
    },
    'rewrites with the old time': (path) =>
      disk.write(path, bytesOf(disk.at(path)?.content.length ?? 0), { keepsMtime: true }),
    'replaces by rename': (path) => {
      disk.make(`${path}.tmp`, 'file', content());
      disk.rename(`${path}.tmp`, path);
    },
    renames: (path) => disk.rename(path, freePath()),
    removes: (path) => disk.remove(path),
    'changes the rights of': (path) => disk.touchRights(path, null),
  };

  function change(path: string): void {
    const name = chance.pick(Object.keys(acts));
    trace.tell('lab', `${name} ${path}`);
    acts[name]?.(path);
  }

  async function spoil(path: string): Promise<void> {
    const errno = chance.pick(['EIO', 'EACCES']);
    trace.tell('lab', `${path} fails with ${errno}`);
    disk.touchRights(path, errno);
    await clock.sleep(chance.between(1_000, 600_000), never);
    const inode = disk.at(path);
    if (inode?.errno === errno) disk.touchRights(path, null);
  }

  return {
    /** Fills the folders, and goes on working until the calm. */
    async work(): Promise<void> {
      for (const directory of ['/lab', ...DIRECTORIES]) disk.make(directory, 'directory');
      const first = chance.between(1, faultProfile.files);
      for (let count = 0; count < first; count += 1) await create();
      const later = faultProfile.files - first + chance.between(0, 6);
      for (let count = 0; count < later; count += 1) {
        await clock.sleep(chance.between(0, (faultProfile.calmAtMs * 0.9) / later), never);
        const path = files().length === 0 ? null : chance.pick(files());
        if (path === null || chance.happens(0.4)) await create();
        else if (chance.happens(faultProfile.rates['bad-sector'])) await spoil(path);
        else change(path);
      }
    },
    /** Somebody reads: the moment for a program to write to just this file. */
    onRead(path: string): void {
      const isCalm = clock.monotonicMs() >= faultProfile.calmAtMs;
      if (!chance.happens(faultProfile.rates['write-while-read']) || isCalm) return;
      if (disk.at(path)?.kind === 'file') change(path);
    },
  };
}

const never = new AbortController().signal;
