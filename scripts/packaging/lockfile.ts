/** The lockfile of a checkout, as far as anybody here looks at it. */
import fs from 'node:fs';
import path from 'node:path';
import type { Constraints } from './platform.mjs';

export type LockEntry = Constraints & {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
};

interface Lockfile {
  readonly name: string;
  readonly version: string;
  /** By folder. */
  readonly packages: Readonly<Record<string, LockEntry>>;
}

export function readLockfile(root: string): Lockfile {
  const text = fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  return JSON.parse(text) as Lockfile;
}
