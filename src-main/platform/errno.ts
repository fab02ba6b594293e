/** The system's codes of failed calls. */
import os from 'node:os';

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
