/** A real folder for one test, removed with everything in it afterwards. */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface TemporaryFolder {
  readonly path: string;
  readonly at: (relativePath: string) => string;
  /** Writes a file, making the folders above it. */
  readonly write: (relativePath: string, content?: string | Uint8Array) => string;
  readonly makeFolder: (relativePath: string) => string;
}

/** Where there is one, a file system in memory: for thousands of files, which a busy disk takes its time to make. */
export function bulkFolder(): TemporaryFolder {
  return temporaryFolder(existsSync('/dev/shm') ? '/dev/shm' : tmpdir());
}

export function temporaryFolder(parent = tmpdir()): TemporaryFolder {
  const path = realpathSync(mkdtempSync(join(parent, 'labseal-sync-')));
  onTestFinished(() => {
    rmSync(path, { recursive: true, force: true });
  });
  const at = (relativePath: string): string => `${path}/${relativePath}`;
  return {
    path,
    at,
    write(relativePath, content = relativePath) {
      mkdirSync(dirname(at(relativePath)), { recursive: true });
      writeFileSync(at(relativePath), content);
      return at(relativePath);
    },
    makeFolder(relativePath) {
      mkdirSync(at(relativePath), { recursive: true });
      return at(relativePath);
    },
  };
}
