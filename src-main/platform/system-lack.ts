/** What the system may refuse to every program, for which no file and no folder is at fault. */
import { codeOf } from './errno.ts';
import { isOpenFilesLimit } from './open-files-limit.ts';

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
