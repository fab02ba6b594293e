/**
 * Whether an error means that the system lets this process open no more files: then the current file or job is not at
 * fault. A starting thread and a native library report it only as text.
 */
const CODES = new Set(['EMFILE', 'ENFILE']);
const CODES_WITH_WORDS = new Set(['ERR_WORKER_INIT_FAILED', 'ERR_DLOPEN_FAILED']);
const WORDS = /\bE[MN]FILE\b|too many open files/i;

/** Whether a system call failed for this reason. */
export function isOpenFilesErrno(errno: string): boolean {
  return CODES.has(errno);
}

export function isOpenFilesLimit(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as NodeJS.ErrnoException;
  return CODES.has(code) || (CODES_WITH_WORDS.has(code) && WORDS.test(error.message));
}

/** Thrown where a directory could not be opened for this reason: nothing is to be concluded about it. */
export class NoFileOpens extends Error {
  readonly code = 'EMFILE';

  constructor(path: string) {
    super(`the system lets ${path} not be opened: too many files are open`);
    this.name = 'NoFileOpens';
  }
}
