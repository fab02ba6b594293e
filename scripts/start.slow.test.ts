/** `npm start` in a small checkout whose Electron and whose browser are played: what it starts, and what it says. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../src-main/test-support/temporary-state.ts';

const scripts = fileURLToPath(new URL('.', import.meta.url));
let root: string;

const write = (name: string, text: string, mode = 0o644) => {
  const file = path.join(root, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text, { mode });
};

beforeEach(() => {
  root = temporaryFolder();
  fs.cpSync(scripts, path.join(root, 'scripts'), { recursive: true });
  // A checkout that is ready: what makes it so has its own tests.
  write(
    'scripts/prepare.mjs',
    `export const prepareCheckout = async () => {};\nexport const projectNode = () => ${JSON.stringify(process.execPath)};\n`,
  );
  write('out/main/cli.js', 'console.log("browser", ...process.argv.slice(2));');
  write('node_modules/electron/package.json', '{ "version": "45.4.1" }');
  write('node_modules/electron/dist/version', '45.4.1');
  write('node_modules/electron/path.txt', 'electron');
});

/** Root has no window, and tests may be run by root. */
const AS_A_PERSON = ['--import', 'data:text/javascript,process.getuid=()=>1000'];

/** As somebody with a screen. */
function start(electron: string | null, ...args: readonly string[]) {
  if (electron !== null) {
    write('node_modules/electron/dist/electron', `#!/bin/sh\n${electron}\n`, 0o755);
  }
  const { PATH } = process.env;
  const none = 'http://127.0.0.1:9/'; // nothing answers there
  return spawnSync(
    process.execPath,
    [...AS_A_PERSON, path.join(root, 'scripts/start.mjs'), ...args],
    {
      encoding: 'utf8',
      env: { PATH, DISPLAY: ':0', ELECTRON_RUN_AS_NODE: '1', ELECTRON_MIRROR: none },
    },
  );
}

test.skipIf(process.platform === 'win32')(
  'opens the window of this checkout, as Electron and not as a Node; one that ends at once leads to the browser',
  () => {
    const opened = start('echo "window $1 [$ELECTRON_RUN_AS_NODE]"');
    expect(opened).toMatchObject({ status: 0, stdout: `window ${root}/ []\n`, stderr: '' });
    const ended = start('exit 7');
    expect(ended).toMatchObject({ status: 7, stdout: '' });
    expect(ended.stderr).toMatch(
      /^The window ended at once \(code 7\); "npm start -- --browser"[^\n]+\n$/,
    );
  },
);

test('without Electron one sentence says why, and the browser opens', () => {
  const { status, stdout, stderr } = start(null);
  expect([status, stdout]).toEqual([0, 'browser serve --open\n']);
  expect(stderr).toBe(
    'The desktop window cannot be opened: 127.0.0.1:9 cannot be reached. Labseal opens in your browser instead.\n',
  );
});

test('--browser asks for no window, and anything else is not understood', () => {
  const { stdout, stderr } = start(null, '--browser');
  expect([stdout, stderr]).toEqual(['browser serve --open\n', '']);
  const odd = start(null, '--bowser');
  expect([odd.status, odd.stdout]).toEqual([1, '']);
  expect(odd.stderr).toContain('--bowser');
});
