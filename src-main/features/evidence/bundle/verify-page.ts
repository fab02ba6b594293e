/** The page that checks a bundle without Labseal, as the build made it: `src-verify`. */
import fs from 'node:fs/promises';

const BUILT = import.meta.url.endsWith('.ts')
  ? '../../../../out/main/verify.html'
  : './verify.html';

export const VERIFY_PAGE_FILE = 'verify.html';

export function readVerifyPage(): Promise<Uint8Array> {
  return fs.readFile(new URL(BUILT, import.meta.url));
}
