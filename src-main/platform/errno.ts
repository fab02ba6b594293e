/** The system's code of a failed call; a failure without one is a bug and is thrown again. */
export function errnoOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  throw error;
}

/** ENOTDIR: a parent directory was replaced, so the path does not exist any more. */
export function meansAbsent(errno: string): boolean {
  return errno === 'ENOENT' || errno === 'ENOTDIR';
}
