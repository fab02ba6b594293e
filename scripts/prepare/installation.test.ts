/** What counts as installed, decided on lockfiles written here, and on real folders for the inventory. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findFlaws, inventory } from './installation.mjs';
import { isForPlatform } from './platform.mjs';

type Facts = Parameters<typeof findFlaws>[0];
type Entries = Facts['wanted'];
type Constraints = Parameters<typeof isForPlatform>[0];
type Platform = Parameters<typeof isForPlatform>[1];

const DEBIAN: Platform = { os: 'linux', cpu: 'x64', libc: 'glibc' };
const ALPINE: Platform = { os: 'linux', cpu: 'x64', libc: 'musl' };
const MAC: Platform = { os: 'darwin', cpu: 'arm64', libc: null };

const WANTED: Entries = {
  '': {},
  'node_modules/zod': { version: '4.6.7', integrity: 'sha512-zod' },
  'node_modules/lint': { version: '1.0.0' },
  'node_modules/lint-linux': {
    version: '1.0.0',
    optional: true,
    os: ['linux'],
    cpu: ['x64'],
    libc: ['glibc'],
  },
  'node_modules/lint-musl': {
    version: '1.0.0',
    optional: true,
    os: ['linux'],
    cpu: ['x64'],
    libc: ['musl'],
  },
  'node_modules/lint-wasm-helper': { version: '1.0.0', optional: true },
};
const {
  'node_modules/lint-musl': _musl,
  'node_modules/lint-wasm-helper': _helper,
  ...INSTALLED
} = WANTED;

/** A whole tree on Debian; a test overrides only what it is about. */
const facts = (over: Partial<Facts> = {}): Facts => ({
  wanted: WANTED,
  installed: INSTALLED,
  platform: DEBIAN,
  versionOnDisk: (folder) => WANTED[folder]?.version ?? null,
  ...over,
});
const sentences = (over: Partial<Facts>) => findFlaws(facts(over)).map(({ sentence }) => sentence);

describe('comparing with the lockfile', () => {
  test('a whole tree has no flaw, without the packages of other systems', () => {
    expect(sentences({})).toEqual([]);
  });

  test('a tree that npm did not finish is not looked into', () => {
    expect(sentences({ installed: null })).toEqual(['node_modules was never installed to the end']);
  });

  test('a missing package, a missing folder and another version are named', () => {
    const { 'node_modules/lint': _lint, ...withoutLint } = INSTALLED;
    expect(sentences({ installed: withoutLint })).toEqual(['lint is not installed']);
    expect(
      sentences({ versionOnDisk: (folder) => (folder.endsWith('zod') ? null : '1.0.0') }),
    ).toEqual(['zod is damaged']);
    const older = { ...INSTALLED, 'node_modules/zod': { version: '4.0.0' } };
    expect(sentences({ installed: older })).toEqual(['zod is 4.0.0, the lockfile says 4.6.7']);
  });

  test('the same version with other content, and a package nobody asked for, are flaws', () => {
    const other = {
      ...INSTALLED,
      'node_modules/zod': { version: '4.6.7', integrity: 'sha512-other' },
    };
    expect(sentences({ installed: other })).toEqual([
      'zod has other content than the lockfile says',
    ]);
    const extra = { ...INSTALLED, 'node_modules/extra': { version: '1.0.0' } };
    expect(sentences({ installed: extra })).toEqual(['extra is not in the lockfile']);
  });

  test("this system's optional package is wanted, and its absence is marked as optional", () => {
    const flaws = findFlaws(facts({ platform: ALPINE }));
    expect(flaws.map(({ sentence }) => sentence)).toEqual(['lint-musl is not installed']);
    expect(flaws[0]?.isOptional).toBe(true);
  });
});

describe('platforms', () => {
  test.for([
    [{ os: ['linux'], cpu: ['x64'] }, DEBIAN, true],
    [{ os: ['linux'], cpu: ['x64'], libc: ['musl'] }, DEBIAN, false],
    [{ os: ['linux'], cpu: ['x64'], libc: ['musl'] }, ALPINE, true],
    [{ os: ['darwin'] }, MAC, true],
    [{ os: ['darwin'], cpu: ['x64'] }, MAC, false],
    [{ os: ['!win32'] }, MAC, true],
    [{ os: ['!darwin'] }, MAC, false],
    [{ cpu: ['wasm32'] }, DEBIAN, false],
    [{}, DEBIAN, false],
  ] satisfies [Constraints, Platform, boolean][])(
    '%j on %j: %s',
    ([constraints, platform, expected]) => {
      expect(isForPlatform(constraints, platform)).toBe(expected);
    },
  );
});

describe('the inventory', () => {
  let root: string;
  const file = (...names: string[]) => path.join(root, 'node_modules', ...names);

  beforeEach(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-inventory-'));
    fs.mkdirSync(file('zod', 'mini'), { recursive: true });
    fs.writeFileSync(file('zod', 'mini', 'index.js'), 'export {};');
    fs.mkdirSync(file('.vite'));
  });

  afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

  test('notices a removed, a cut and an added file, and ignores caches', () => {
    const whole = inventory(root);
    fs.writeFileSync(file('.vite', 'cache.json'), '{}');
    expect(inventory(root)).toBe(whole);
    fs.writeFileSync(file('zod', 'mini', 'index.js'), 'export');
    const cut = inventory(root);
    fs.rmSync(file('zod', 'mini', 'index.js'));
    const removed = inventory(root);
    fs.writeFileSync(file('zod', 'more.js'), '');
    expect(new Set([whole, cut, removed, inventory(root)]).size).toBe(4);
  });

  test("leaves Electron's own download alone, and nothing else of its package", () => {
    fs.mkdirSync(file('electron'));
    const before = inventory(root);
    fs.mkdirSync(file('electron', 'dist'));
    fs.writeFileSync(file('electron', 'dist', 'electron'), '');
    fs.writeFileSync(file('electron', 'path.txt'), 'electron');
    expect(inventory(root)).toBe(before);
    fs.writeFileSync(file('electron', 'index.js'), '');
    expect(inventory(root)).not.toBe(before);
  });
});
