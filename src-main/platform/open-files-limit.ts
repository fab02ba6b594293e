/**
 * Whether what was thrown means that the system lets this program open no more files: then nothing is wrong with the
 * file or the job at hand. A starting thread and a native library say so in words only.
 */
const CODES = new Set(['EMFILE', 'ENFILE']);
const CODES_WITH_WORDS = new Set(['ERR_WORKER_INIT_FAILED', 'ERR_DLOPEN_FAILED']);
const WORDS = /\bE[MN]FILE\b|too many open files/i;

export function isOpenFilesLimit(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as NodeJS.ErrnoException;
  return CODES.has(code) || (CODES_WITH_WORDS.has(code) && WORDS.test(error.message));
}

/** Thrown to whoever waits for a job that no thread can be started for. */
export class NoThreadStarts extends Error {
  readonly code = 'EMFILE';

  constructor(cause: unknown) {
    super('the system lets no thread open its files', { cause });
    this.name = 'NoThreadStarts';
  }
}
