/** Closes a folder to the other users of this computer, unless that would shut them out of what is not ours. */
import fs from 'node:fs';
import { errnoOf } from '../errno.ts';

/** Others may look into the folder, or write there, and it was left as it is. */
export interface OpenFolder {
  /** `unchangeable`: the drive keeps no permissions, or the system refuses. */
  readonly why: 'holds-other-files' | 'not-ours' | 'unchangeable';
  readonly path: string;
}

export interface ClosingPorts {
  /** Of this process; absent where the system has none. */
  readonly userId?: (() => number) | undefined;
  readonly changeMode?: (handle: number, mode: number) => void;
}

const OTHERS = 0o077;
const OWNER_ONLY = 0o700;

/**
 * Null: it is closed now, or there is nothing to close: no such folder, or a system without modes. `isOurs` is asked
 * about each name in it.
 */
export function closeFolder(
  path: string,
  isOurs: (name: string) => boolean,
  { userId = process.getuid?.bind(process), changeMode = fs.fchmodSync }: ClosingPorts = {},
): OpenFolder | null {
  if (userId === undefined) return null;
  let handle: number;
  try {
    handle = fs.openSync(path, fs.constants.O_RDONLY | (fs.constants.O_DIRECTORY ?? 0));
  } catch (error) {
    errnoOf(error); // the next opening says what is wrong with it; a bug goes on
    return null;
  }
  try {
    const { mode, uid } = fs.fstatSync(handle);
    if ((mode & OTHERS) === 0) return null;
    if (uid !== userId()) return { why: 'not-ours', path };
    if (!fs.readdirSync(path).every(isOurs)) return { why: 'holds-other-files', path };
    changeMode(handle, OWNER_ONLY);
    return (fs.fstatSync(handle).mode & OTHERS) === 0 ? null : { why: 'unchangeable', path };
  } catch (error) {
    errnoOf(error);
    return { why: 'unchangeable', path };
  } finally {
    fs.closeSync(handle);
  }
}
