/** That a file or a folder is for its owner alone: by its mode, on Windows by its access list. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { hasModes } from './this-system.ts';

/** Everyone, users of this computer, whoever is signed in, guests, and nameless ones, as access lists abbreviate them. */
const GROUPS = /;(WD|BU|AU|BG|AN|IU|NU)\)/g;

export function expectPrivate(file: string): void {
  if (hasModes) {
    const stats = fs.statSync(file);
    expect([file, (stats.mode & 0o777).toString(8)]).toEqual([
      file,
      stats.isFile() ? '600' : '700',
    ]);
  } else if (hasAccessLists) {
    expect([file, accessListOf(file)?.match(GROUPS)]).toEqual([file, null]);
  }
}

/** Null where the system does not show it, as what stands in for Windows does not. */
function accessListOf(file: string): string | null {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-access-'));
  const saved = path.join(folder, 'list');
  try {
    execFileSync('icacls', [path.resolve(file), '/save', saved], { stdio: 'ignore' });
    return fs.existsSync(saved) ? fs.readFileSync(saved, 'utf16le') : null;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const hasAccessLists = !hasModes && accessListOf(os.tmpdir()) !== null;
