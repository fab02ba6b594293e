import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from './test-support/temporary-folder.ts';

const NOBODY = 65_534;

/** Root may read everything, so the look is taken by a process that gives up its rights. */
function lookAsNobody(folder: string): unknown {
  const script = fileURLToPath(new URL('./test-support/look-at-folder.ts', import.meta.url));
  const options = { encoding: 'utf8', cwd: folder } as const;
  return JSON.parse(execFileSync(process.execPath, [script, folder, String(NOBODY)], options));
}

test.skipIf(process.platform === 'win32')(
  'what may not be read is listed as unreadable, with the reason, and the rest is read',
  () => {
    const folder = temporaryFolder();
    folder.write('open.raw', 'x');
    folder.write('closed.raw', 'x');
    folder.write('closed/inner.raw', 'x');
    folder.write('listed-only/inner.raw', 'x');
    if (process.getuid?.() === 0) {
      for (const name of ['open.raw', 'closed.raw', 'closed', 'listed-only']) {
        chownSync(folder.at(name), NOBODY, NOBODY);
      }
    }
    chmodSync(folder.path, 0o755);
    chmodSync(folder.at('closed.raw'), 0);
    chmodSync(folder.at('closed'), 0);
    chmodSync(folder.at('listed-only'), 0o444);
    const seen = lookAsNobody(folder.path);
    chmodSync(folder.at('closed'), 0o700);
    chmodSync(folder.at('listed-only'), 0o700);
    expect(seen).toEqual({
      root: ['closed directory', 'closed.raw file', 'listed-only directory', 'open.raw file'],
      closed: { kind: 'unreadable', errno: 'EACCES' },
      listedOnly: ['inner.raw unreadable EACCES'],
      belowClosed: { kind: 'unreadable', errno: 'EACCES' },
      openFile: 'done',
      closedFile: { kind: 'unreadable', errno: 'EACCES' },
    });
  },
);
