/** When a build is still the build of these sources. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprintSources, isBuilt, stampBuild } from './build-stamp.mjs';

let root: string;

function write(name: string, content: string): void {
  fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  fs.writeFileSync(path.join(root, name), content);
}

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-stamp-'));
  write('src-main/core/a.ts', 'export {};');
  write('src-main/core/b.ts', 'export {};');
  write('package-lock.json', '{}');
  write('out/main/cli.js', 'built');
  stampBuild(root, fingerprintSources(root));
});

afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const isFresh = () => isBuilt(root, fingerprintSources(root));

test('a stamped build stays good when nothing changed, whatever the times say', () => {
  const later = new Date(Date.now() + 60_000);
  fs.utimesSync(path.join(root, 'src-main/core/a.ts'), later, later);
  expect(isFresh()).toBe(true);
});

test.for([
  ['a changed source', () => write('src-main/core/a.ts', 'export const a = 1;')],
  ['an added source', () => write('src-shared/c.ts', '')],
  ['a removed source', () => fs.rmSync(path.join(root, 'src-main/core/b.ts'))],
  ['other packages', () => write('package-lock.json', '{"packages":{}}')],
  ['a changed configuration', () => write('vite.main.config.ts', 'export default {};')],
  ['a missing output', () => fs.rmSync(path.join(root, 'out/main/cli.js'))],
  ['a cut output', () => write('out/main/cli.js', '')],
  ['no stamp', () => fs.rmSync(path.join(root, 'out/.built.json'))],
] as const)('%s asks for a new build', ([, change]) => {
  change();
  expect(isFresh()).toBe(false);
});

test('tests and documents are no part of the build', () => {
  write('src-main/core/a.test.ts', 'a test');
  write('src-main/core/test-support/b.ts', 'a helper');
  write('README.md', 'words');
  expect(isFresh()).toBe(true);
});
