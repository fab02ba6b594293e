/** Whatever starts the program, or says how to, takes none of its protections away. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { launcherFaults } from './launchers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const LAUNCHERS = fs.globSync(
  [
    'package.json',
    'electron-builder.yml',
    'bin/*',
    'build/**/*.{plist,desktop,nsh,xml}',
    '.github/**/*.yml',
    '.ci/*',
    'scripts/**/*.{mjs,ts,sh}',
    'src-main/hosts/**/*.ts',
  ],
  { cwd: root },
);
/** Names what is forbidden in order to refuse it. */
const NAMES_IT = /(launchers|\.test)\.ts$|test-support\//;

test('no script, launcher or build description weakens the program', () => {
  const looked = LAUNCHERS.filter((name) => !NAMES_IT.test(name));
  expect(looked.length).toBeGreaterThan(40);
  const faults = looked.flatMap((name) =>
    launcherFaults(name, fs.readFileSync(path.join(root, name), 'utf8')),
  );
  expect(faults).toEqual([]);
});

test.for([
  'Exec=/opt/Labseal/labseal-desktop --no-sandbox %U',
  'electron --disable-web-security .',
  'electron --inspect=9229 .',
  'electron --remote-debugging-port=9222 .',
  'ELECTRON_RUN_AS_NODE=1 labseal-desktop',
  'NODE_TLS_REJECT_UNAUTHORIZED=0 labseal serve',
  'labseal-desktop --ignore-certificate-errors',
])('"%s" would be noticed', (line) => {
  expect(launcherFaults('launcher', line)).toHaveLength(1);
});
