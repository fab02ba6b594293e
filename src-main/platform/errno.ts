/** The system's codes of failed calls. */
import os from 'node:os';
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import fs from 'node:fs/promises';

/** Node's own codes (ERR_OUT_OF_RANGE …) tell of bugs, except where its file functions refuse a file. */
const OF_FILES = /^(E[A-Z0-9]+|ERR_FS_\w+)$/;
const UNNAMED = 'UNKNOWN'; // by which Windows reports what has no name
/** Where libuv has no name for a number it says this; `errno` has the number. */
const NAMELESS = /^Unknown system error -\d+$/;
/** Numbers of Linux for which Node has no name either. */
const NAMES_OF_LINUX: Readonly<Record<number, string>> = {
  117: 'EUCLEAN',
  123: 'ENOMEDIUM',
  124: 'EMEDIUMTYPE',
  126: 'ENOKEY',
  127: 'EKEYEXPIRED',
  128: 'EKEYREVOKED',
  129: 'EKEYREJECTED',
  133: 'EHWPOISON',
};

/** The code of an error, of the system or of anything else; null when it has none. A number without a name is `E521`. */
export function codeOf(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return null;
  return NAMELESS.test(error.code) && 'errno' in error ? nameOf(Number(error.errno)) : error.code;
}

function nameOf(errno: number): string {
  const number = Math.abs(errno);
  const named = Object.entries(os.constants.errno).find(([, known]) => known === number);
  const ofLinux = process.platform === 'linux' ? NAMES_OF_LINUX[number] : undefined;
  return named?.[0] ?? ofLinux ?? `E${number}`;
}

/** The system's code of a failed call (ENOENT, EIO …); a failure without one is a bug and is thrown again. */
export function errnoOf(error: unknown): string {
  const code = codeOf(error);
  if (code !== null && OF_FILES.test(code)) return code;
  if (code === UNNAMED && error instanceof Error && 'syscall' in error) return code;
  throw error;
}

/** ENOTDIR: a parent directory was replaced, so the path does not exist any more. */
export function meansAbsent(errno: string): boolean {
  return errno === 'ENOENT' || errno === 'ENOTDIR';
}

/** What was asked about a path; null when nothing is there. Rejects with any other error of the system. */
export async function unlessAbsent<Value>(asked: Promise<Value>): Promise<Value | null> {
  try {
    return await asked;
  } catch (error) {
    if (meansAbsent(errnoOf(error))) return null;
    throw error;
  }
}

// What the system may refuse to every program, for which no file and no folder is at fault.

export type SystemLack =
  /** The folder that this program was started in is gone, so no relative path leads anywhere. */
  'working-folder' | 'open-files' | 'threads' | 'memory';

/** A thread that cannot be started says it in words. */
const NO_THREAD = /\bEAGAIN\b|resource temporarily unavailable/i;
const NO_MEMORY = /\bENOMEM\b|not enough memory|cannot allocate memory|allocation failed/i;

/** Null: the error has another cause. */
export function systemLackOf(error: unknown): SystemLack | null {
  if (!(error instanceof Error)) return null;
  if (isOpenFilesLimit(error)) return 'open-files';
  const code = codeOf(error);
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'uv_cwd')
    return 'working-folder';
  if (code === 'EAGAIN' || (code === 'ERR_WORKER_INIT_FAILED' && NO_THREAD.test(error.message)))
    return 'threads';
  const isMemory =
    code === 'ENOMEM' ||
    code === 'ERR_WORKER_OUT_OF_MEMORY' ||
    ((code === 'ERR_WORKER_INIT_FAILED' || error instanceof RangeError) &&
      NO_MEMORY.test(error.message));
  return isMemory ? 'memory' : null;
}

/**
 * No thread starts where the working folder is gone. From now on another one is that folder, and a relative path is still
 * refused as it was.
 */
export function leaveRemovedFolder(error: Error): void {
  process.chdir('/');
  process.cwd = () => {
    throw error;
  };
}

const CODES: Readonly<Record<SystemLack, string>> = {
  'working-folder': 'ENOENT',
  'open-files': 'EMFILE',
  threads: 'EAGAIN',
  memory: 'ENOMEM',
};

/** Thrown to callers of a job for which no thread can be started. */
export class NoThreadStarts extends Error {
  readonly code: string;

  constructor(lack: SystemLack, cause: unknown) {
    super('the system lets no thread start', { cause });
    this.name = 'NoThreadStarts';
    this.code = CODES[lack];
  }
}

/**
 * Whether an error means that the system lets this process open no more files: then the current file or job is not at
 * fault. A starting thread and a native library report it only as text.
 */
const OPEN_FILES_CODES = new Set(['EMFILE', 'ENFILE']);
const CODES_WITH_OPEN_FILES_WORDS = new Set(['ERR_WORKER_INIT_FAILED', 'ERR_DLOPEN_FAILED']);
const OPEN_FILES_WORDS = /\bE[MN]FILE\b|too many open files/i;

/** Whether a system call failed for this reason. */
export function isOpenFilesErrno(errno: string): boolean {
  return OPEN_FILES_CODES.has(errno);
}

export function isOpenFilesLimit(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as NodeJS.ErrnoException;
  return (
    OPEN_FILES_CODES.has(code) ||
    (CODES_WITH_OPEN_FILES_WORDS.has(code) && OPEN_FILES_WORDS.test(error.message))
  );
}

/** Thrown where a directory could not be opened for this reason: nothing is to be concluded about it. */
export class NoFileOpens extends Error {
  readonly code = 'EMFILE';

  constructor(path: string) {
    super(`the system lets ${path} not be opened: too many files are open`);
    this.name = 'NoFileOpens';
  }
}

// A disk that is full, read-only or failing can stop any work at any write. So can another program that holds
// our database, or a system that lets no more files be opened. That is a fault a person can fix, not a bug of
// ours; whatever was committed before stays.

const DISK =
  /^(SQLITE_(FULL|IOERR|READONLY|CANTOPEN)|(ENOSPC|EDQUOT|EROFS|EIO|EREMOTEIO|EUCLEAN|ESTALE|ENODEV|ENOMEDIUM|EHWPOISON|ENOKEY|EKEYEXPIRED|EKEYREVOKED|EKEYREJECTED)$)/;
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;
const BUSY = /^SQLITE_(BUSY|LOCKED)/;
const OPEN_FILES = /^E[MN]FILE$/;
const LONGEST_CHAIN = 8; // of causes; an error may be its own cause

/** The fault behind an error that was thrown while `dataFolder` was in use; null when the disk is not the cause. */
export function diskFaultOf(error: unknown, dataFolder: string): CoreFault | null {
  let link = error;
  for (let depth = 0; depth < LONGEST_CHAIN && link instanceof Error; depth += 1) {
    const code = codeOf(link) ?? '';
    if (DAMAGE.test(code)) return { kind: 'database', trouble: 'damaged', path: dataFolder };
    if (BUSY.test(code)) return { kind: 'database', trouble: 'busy', path: dataFolder };
    if (OPEN_FILES.test(code)) return { kind: 'database', trouble: 'open-files', path: dataFolder };
    if (DISK.test(code)) return { kind: 'database', trouble: 'disk', path: dataFolder };
    link = link.cause;
  }
  return null;
}

/** The space on the drive of a folder that this user may still fill. Rejects with the system's error. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await fs.statfs(folder);
  return bavail * bsize;
}
