/** Root may read everything, so what happens without permission is tried as another user of the computer. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The user that owns nothing, on every Linux. */
export const NOBODY = 65_534;

const PROGRAM = fileURLToPath(new URL('../../bin/labseal', import.meta.url));

/** True when this process may become that user, and the user may run the program. */
export function programIsReadableBy(uid: number): boolean {
  if (process.getuid?.() !== 0) return false;
  const { status } = spawnSync(PROGRAM, ['--help'], { uid, gid: uid });
  return status === 0;
}
