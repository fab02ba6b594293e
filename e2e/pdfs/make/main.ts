/**
 * Writes the PDFs of `e2e/pdfs`, which are kept in the repository. What the programs of other systems write comes from
 * `by-other-programs.py`, which needs them; nothing of this is run by the tests. `node e2e/pdfs/make/main.ts`
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { harmlessPdfs } from './harmless.ts';
import { hostilePdfs } from './hostile.ts';

const here = new URL('../', import.meta.url);

for (const [folder, files] of [
  ['harmless/', await harmlessPdfs()],
  ['hostile/', hostilePdfs()],
] as const) {
  await mkdir(new URL(folder, here), { recursive: true });
  for (const [name, bytes] of Object.entries(files)) {
    await writeFile(new URL(folder + name, here), bytes);
  }
}
