/**
 * The commands from outside: an old Node, a bad option, a broken npm, an `npm ci` that leaves holes. npm is played by a
 * small program, since the real one needs a network; installing for real is what every fresh `npm test` does.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { requireNode } from './prepare/checkout.mjs';
import { npmCommand, withoutOwnPrograms } from './prepare/command.mjs';

const scripts = fileURLToPath(new URL('.', import.meta.url));
let root: string;

beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-prepare-')));
  fs.cpSync(scripts, path.join(root, 'scripts'), { recursive: true });
  const entry = { version: '1.0.0' };
  const packages = {
    '': {},
    'node_modules/one': entry,
    'node_modules/node': { version: '24.0.0' },
  };
  fs.writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages }));
});

afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

/** Runs the real prepare.mjs in the small checkout, with `npm` played by `npmSource`. */
function prepare(npmSource: string, args: readonly string[] = ['--no-build']) {
  const npm = path.join(root, 'npm-cli.js');
  fs.writeFileSync(npm, npmSource);
  return spawnSync(process.execPath, [path.join(root, 'scripts/prepare.mjs'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: npm, npm_node_execpath: process.execPath },
  });
}

describe('prepare', () => {
  test('refuses an old Node with one sentence', () => {
    expect(() => requireNode('18.20.4')).toThrow(
      /needs Node 20 or newer .* this is Node 18\.20\.4/,
    );
    expect(() => requireNode('20.0.0')).not.toThrow();
  });

  test('refuses an unknown option with exit code 2', () => {
    const { status, stderr } = prepare('', ['--bowser']);
    expect([status, stderr.includes('--bowser')]).toEqual([2, true]);
  });

  test('says so when npm fails, and leaves no stamp', () => {
    const { status, stdout, stderr } = prepare('process.exit(9);');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('npm ci ended with code 9');
    expect(fs.existsSync(path.join(root, 'node_modules'))).toBe(false);
  });

  test('does not believe an npm ci that ended well and left a hole', () => {
    const npm = `
      const fs = require('node:fs');
      fs.mkdirSync('node_modules', { recursive: true });
      fs.writeFileSync('node_modules/.package-lock.json', '{"packages":{}}');`;
    const { status, stderr } = prepare(npm);
    expect(status).toBe(1);
    expect(stderr).toContain(
      'npm ci finished, and still: one is not installed, node is not installed.',
    );
  });

  test("does not believe a tree without the project's own Node", () => {
    const npm = `
      const fs = require('node:fs');
      const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
      for (const [folder, { version }] of Object.entries(packages)) {
        if (folder === '') continue;
        fs.mkdirSync(folder, { recursive: true });
        fs.writeFileSync(folder + '/package.json', JSON.stringify({ version }));
      }
      fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: { ...packages, '': undefined } }));`;
    const { status, stderr } = prepare(npm);
    expect(status).toBe(1);
    expect(stderr).toContain("the project's own Node is missing");
    expect(fs.existsSync(path.join(root, 'node_modules/.labseal-ready.json'))).toBe(false);
  });
});

describe('npm', () => {
  test('is the npm that runs us, and the one on PATH otherwise', () => {
    const env = { npm_execpath: '/n/bin/npm-cli.js', npm_node_execpath: '/n/node' };
    expect(npmCommand(env)).toEqual({
      command: '/n/node',
      args: ['/n/bin/npm-cli.js'],
      shell: false,
    });
    expect(npmCommand({ ...env, npm_execpath: '/n/bin/yarn.js' }).command).toBe('npm');
    expect(npmCommand({}).command).toBe('npm');
  });

  test('never runs on the Node it is about to replace', () => {
    const own = path.join(root, 'node_modules', '.bin');
    const env = { PATH: [own, '/usr/bin'].join(path.delimiter) };
    expect(withoutOwnPrograms(root, env)).toEqual({ PATH: '/usr/bin' });
  });
});
