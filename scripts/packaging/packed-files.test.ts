/** What is noticed about the contents of a package, one planted difference at a time. */
import { describe, expect, test } from 'vitest';
import { findFaults, packageFolders, type PackedFacts } from './packed-files.ts';

const LINUX = { os: 'linux', cpu: 'x64', libc: 'glibc' } as const;
const SQLITE = 'node_modules/better-sqlite3/prebuilds/linux-x64.node';

/** A package as it should be; override what the test is about. */
function facts(over: Partial<PackedFacts> = {}): PackedFacts {
  return {
    packed: [
      'LICENSE',
      'package.json',
      'out/main/cli.js',
      'out/renderer/index.html',
      'build/tray/idle-dark.png',
      'build/fonts/face.ttf.gz',
      'node_modules/better-sqlite3/package.json',
      SQLITE,
    ],
    packages: ['better-sqlite3 13.2.0', '@napi-rs/keyring-linux-x64-gnu 2.1.2'],
    unpacked: [SQLITE],
    built: [
      'out/.built.json',
      'out/other/index.html',
      'out/main/cli.js',
      'out/main/cli.js.map',
      'out/renderer/index.html',
      'build/icon.svg',
      'build/tray/idle.svg',
      'build/tray/idle-dark.png',
      'build/fonts/face.ttf.gz',
    ],
    locked: {
      '': {},
      'node_modules/better-sqlite3': { version: '13.2.0' },
      'node_modules/vite': { version: '8.3.8', dev: true },
      'node_modules/@scarf/scarf': { version: '1.4.0' },
      'node_modules/@napi-rs/keyring-linux-x64-gnu': platformPackage('linux'),
      'node_modules/@napi-rs/keyring-win32-x64-msvc': platformPackage('win32'),
    },
    platform: LINUX,
    ...over,
  };
}

function platformPackage(os: string) {
  return { version: '2.1.2', optional: true, os: [os], cpu: ['x64'] };
}

const withFile = (name: string) => facts({ packed: [...facts().packed, name] });

describe('the contents of a package', () => {
  test('are right when they are the build, its packages and nothing else', () => {
    expect(findFaults(facts())).toEqual([]);
  });

  test.for([
    'out/main/left-from-yesterday.js',
    'out/other/index.html',
    'src-main/app/engine.ts',
    'out/main/cli.js.map',
    'docs/design.md',
  ])('have %s too much', (name) => {
    expect(findFaults(withFile(name)).join()).toContain(`${name} is too much`);
  });

  test('have no place for what a package holds for those who develop it', () => {
    const text = 'lib/index.d.ts lib/a.js.map binding.gyp src/a.cpp test/setup.js .npmrc key.pem';
    for (const file of text.split(' ')) {
      const name = `node_modules/better-sqlite3/${file}`;
      expect(findFaults(withFile(name))).toEqual([`${name} has no place in the program`]);
    }
  });

  const { packed, packages } = facts();
  const library = 'node_modules/better-sqlite3/lib/index.js';
  const other = 'node_modules/better-sqlite3/prebuilds/win32-x64.node';

  test.for<[string, Partial<PackedFacts>, string[]]>([
    [
      'lack a file of the build',
      { packed: packed.filter((name) => name !== 'out/main/cli.js') },
      ['the build: out/main/cli.js is missing'],
    ],
    [
      'have a package for developers, and one in another version',
      { packages: [...packages.slice(1), 'better-sqlite3 12.0.0', 'vite 8.3.8'] },
      [
        'the packages: better-sqlite3 13.2.0 is missing',
        'the packages: better-sqlite3 12.0.0 is too much',
        'the packages: vite 8.3.8 is too much',
      ],
    ],
    [
      'keep machine code in the archive',
      { unpacked: [] },
      [`beside the archive: ${SQLITE} is missing`],
    ],
    [
      'have something else beside it',
      { unpacked: [SQLITE, library] },
      [`beside the archive: ${library} is too much`],
    ],
    [
      'have machine code of two systems',
      { packed: [...packed, other], unpacked: [SQLITE, other] },
      ['better-sqlite3 has machine code 2 times'],
    ],
  ])('are wrong when they %s', ([, over, faults]) => {
    expect(findFaults(facts(over))).toEqual(faults);
  });

  test('count a package by its own manifest, not by one inside it', () => {
    const names = [
      'package.json',
      'node_modules/@a/b/package.json',
      'node_modules/@a/b/dist/package.json',
      'node_modules/c/node_modules/d/package.json',
    ];
    expect(packageFolders(names)).toEqual(['node_modules/@a/b', 'node_modules/c/node_modules/d']);
  });
});
