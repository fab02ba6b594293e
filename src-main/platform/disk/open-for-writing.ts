/**
 * Files that a program of this computer has open for writing, as far as the system tells: most programs of instruments keep
 * their file open for as long as they measure. With blocking calls; for worker threads. Programs of other users, and of
 * other computers on a shared drive, are not seen.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { errnoOf } from '../errno.ts';

/** Names of open files by their inodes; '' where the system does not tell the inode. */
type OpenFiles = ReadonlyMap<string, ReadonlySet<string>>;

/** Asking all processes takes some 20 ms: at most a hundredth of the time is spent with it. */
const REST_FACTOR = 100;
const LEAST_REST_MS = 2_000;
const ACCESS = constants.O_WRONLY | constants.O_RDWR;
const NOTHING: OpenFiles = new Map();

/**
 * Answers whether a file is open for writing, or was some seconds ago. What the system told is used again for a while, by
 * all who ask the same answerer.
 */
export function watchOpenFiles(): (path: string, facts: { readonly ino: bigint }) => boolean {
  let last: OpenFiles = NOTHING;
  let untilMs = 0;
  return (path, { ino }) => {
    if (process.platform === 'win32') return isWriterRefused(path);
    if (performance.now() >= untilMs) {
      const fromMs = performance.now();
      last = process.platform === 'linux' ? ofLinux() : ofMacOs();
      untilMs =
        performance.now() + Math.max(LEAST_REST_MS, (performance.now() - fromMs) * REST_FACTOR);
    }
    const name = basename(path);
    return last.get(String(ino))?.has(name) === true || last.get('')?.has(path) === true;
  };
}

function ofLinux(): OpenFiles {
  const found = new Map<string, Set<string>>();
  for (const pid of namesIn('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    for (const handle of namesIn(`/proc/${pid}/fd`)) addHandle(found, `/proc/${pid}`, handle);
  }
  return found;
}

function addHandle(found: Map<string, Set<string>>, process_: string, handle: string): void {
  try {
    const path = readlinkSync(`${process_}/fd/${handle}`);
    if (!path.startsWith('/') || /^\/(dev|proc|sys)\//.test(path)) return;
    const facts = readFileSync(`${process_}/fdinfo/${handle}`, 'latin1');
    const flags = Number.parseInt(/^flags:\s+([0-7]+)/m.exec(facts)?.[1] ?? '0', 8);
    if ((flags & ACCESS) === 0) return;
    const ino = /^ino:\s+(\d+)/m.exec(facts)?.[1] ?? ''; // from Linux 5.14 on
    add(found, ino, ino === '' ? path : basename(path));
  } catch (error) {
    errnoOf(error); // closed meanwhile, or another person's; a bug is thrown again
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    errnoOf(error); // a bug is thrown again
    return [];
  }
}

function ofMacOs(): OpenFiles {
  const user = String(process.getuid?.() ?? '');
  const told = spawnSync('/usr/sbin/lsof', ['-n', '-P', '-w', '-l', '-u', user, '-F', 'fatin'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
    timeout: 10_000,
  });
  return told.error === undefined ? openFilesOf(told.stdout) : NOTHING;
}

/** What `lsof -F fatin` says: a line for each fact, the letter that says which first. */
export function openFilesOf(told: string): OpenFiles {
  const found = new Map<string, Set<string>>();
  let [access, type, ino] = ['', '', ''];
  for (const line of told.split('\n')) {
    const text = line.slice(1);
    switch (line.charAt(0)) {
      case 'f':
        [access, type, ino] = ['', '', ''];
        break;
      case 'a':
        access = text;
        break;
      case 't':
        type = text;
        break;
      case 'i':
        ino = text;
        break;
      case 'n':
        if (type === 'REG' && (access === 'w' || access === 'u')) add(found, ino, basename(text));
        break;
      default:
    }
  }
  return found;
}

function add(found: Map<string, Set<string>>, ino: string, name: string): void {
  found.set(ino, (found.get(ino) ?? new Set()).add(name));
}

/** Windows refuses a second writer where the first one does, as most do. Opening alone changes nothing. */
function isWriterRefused(path: string): boolean {
  try {
    closeSync(openSync(path, 'r+'));
    return false;
  } catch (error) {
    return errnoOf(error) === 'EBUSY';
  }
}
