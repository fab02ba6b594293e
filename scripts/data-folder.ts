/**
 * `node scripts/data-folder.ts`: keeps a data folder of this version, for later ones to carry over. It is made once, when
 * the version is released, and never again: `src-main/test-support/kept-data`.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRODUCT } from '../src-shared/model/text/product.ts';
import { startKeptComputer } from '../src-main/hosts/cli/test-support/kept-computer.ts';
import { summaryOf } from '../src-main/hosts/cli/test-support/data-summary.ts';
import { makeDataFolder } from './data-folder/make-data-folder.ts';

const { version } = PRODUCT;
const folder = fileURLToPath(
  new URL(`../src-main/test-support/kept-data/${version}`, import.meta.url),
);
if (fs.existsSync(folder)) {
  console.error(`A data folder of ${version} is kept already.`);
  process.exit(1);
}
const missing = (await makeDataFolder(folder)).filter(({ rows }) => rows === 0);
if (missing.length > 0) {
  fs.rmSync(folder, { recursive: true });
  for (const { where, value } of missing) console.error(`Nothing has ${where} ${value}.`);
  process.exit(1);
}
const computer = await startKeptComputer(version);
try {
  const summary = JSON.stringify(await summaryOf(computer), null, 1);
  const text = summary.replaceAll(computer.root, '@ROOT@');
  fs.writeFileSync(path.join(folder, 'summary.json'), `${text}\n`);
} finally {
  await computer.close();
}
