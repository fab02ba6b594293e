/** Node's own codes (ERR_OUT_OF_RANGE …) tell of our mistakes, except where its file functions refuse a file. */
const OF_FILES = /^(E[A-Z0-9]+|ERR_FS_\w+)$/;
const UNNAMED = 'UNKNOWN'; // by which Windows reports what has no name

/** The system's code of a failed call (ENOENT, EIO …); a failure without one is a bug and is thrown again. */
export function errnoOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    const { code } = error;
    if (OF_FILES.test(code) || (code === UNNAMED && 'syscall' in error)) return code;
  }
  throw error;
}

/** ENOTDIR: a parent directory was replaced, so the path does not exist any more. */
export function meansAbsent(errno: string): boolean {
  return errno === 'ENOENT' || errno === 'ENOTDIR';
}
