/** Where the built page lies: beside the built program, or, when that runs from its sources, where the build puts it. */
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

export function findPageFolder(): string {
  const besideTheProgram = fileURLToPath(new URL('../renderer', import.meta.url));
  if (fs.existsSync(besideTheProgram)) return besideTheProgram;
  return fileURLToPath(new URL('../../out/renderer', import.meta.url));
}
