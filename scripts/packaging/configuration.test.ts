/** What electron-builder.yml promises. Its validity and its effect are proven by `npm run package:check`. */
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { installerCall, standInCall } from './builder-arguments.ts';
import { FUSES } from './fuses.ts';

const root = new URL('../../', import.meta.url);
const text = fs
  .readFileSync(new URL('electron-builder.yml', root), 'utf8')
  .replaceAll(/^\s*#.*\n/gm, '');
const manifest = JSON.parse(fs.readFileSync(new URL('package.json', root), 'utf8')) as {
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly desktopName: string;
};
/** The indented lines below a key that stands at the margin. */
const section = (key: string) => new RegExp(`^${key}:\\n((?: .*\\n)+)`, 'm').exec(text)?.[1] ?? '';

test('one list says what is packed, and machine code alone leaves the archive', () => {
  expect(text.match(/^ *files:/gm)).toEqual(['files:']);
  expect(section('files')).toMatch(/^ {2}- out\/main\/\*\*$/m);
  expect(section('asarUnpack').trim()).toBe("- '**/*.node'");
  expect(section('asar').trim()).toBe('smartUnpack: false');
  expect(text).toMatch(/^npmRebuild: false$/m);
});

test('every face that a document is written with is in the program, and no other', () => {
  const named = fs
    .globSync('src-{main,mock,shared}/**/*.ts', { cwd: root })
    .filter((name) => !name.includes('.test.'))
    .flatMap(
      (name) => fs.readFileSync(new URL(name, root), 'utf8').match(/DejaVu[\w-]+(?=\.ttf)/g) ?? [],
    );
  const packed = /dejavu-fonts-ttf\/ttf\/!\((.+)\)\.ttf/.exec(section('files'))?.[1]?.split('|');
  expect(packed?.toSorted()).toEqual([...new Set(named)].toSorted());
});

test('nothing on the computer is opened with Labseal but its own links', () => {
  expect(text).not.toMatch(/fileAssociations/);
  expect(section('protocols')).toContain('schemes: [labseal]');
  expect(text.match(/schemes:/g)).toHaveLength(1);
});

test('every fuse that can be set is set, as it ships', () => {
  const wanted = FUSES.filter(({ name }) => name !== 'wasmTrapHandlers');
  const lines = wanted.map(({ name, isOn }) => `  ${name}: ${isOn}\n`);
  // Turning them breaks the signature that Apple's processors ask of every program; ad hoc is enough for one's own computer.
  const signed = '  resetAdHocDarwinSignature: true\n';
  expect(section('electronFuses')).toBe(lines.join('') + signed);
});

test('windows, notifications and links of Linux find the one desktop entry', () => {
  const executable = /^ {2}executableName: (\S+)$/m.exec(section('linux'))?.[1];
  expect(manifest.desktopName).toBe(`${executable}.desktop`);
  expect(section('linux')).toMatch(/^ {2}syncDesktopName: true$/m);
});

test('an AppImage brings its own runtime, and needs no library of the system to be opened', () => {
  expect(section('toolsets').trim()).toBe('appimage: 1.0.3');
});

const launcher = (name: string) => `    - { from: build/command/${name}, to: ${name} }\n`;

test('the command line comes with the program: a launcher for each system, and on PATH where an installer can', () => {
  for (const [system, name] of [
    ['linux', 'labseal'],
    ['mac', 'labseal'],
    ['win', 'labseal.cmd'],
  ] as const) {
    expect(section(system)).toContain(`  extraResources:\n${launcher(name)}`);
  }
  expect(section('deb').trim()).toBe('fpm: [out/labseal=/usr/bin/labseal]');
  const [installer, windows] = ['installer.nsh', 'command/labseal.cmd'].map((name) =>
    fs.readFileSync(new URL(`build/${name}`, root), 'utf8'),
  );
  expect(installer).toContain('$INSTDIR\\resources\\labseal.cmd');
  expect(installer).toMatch(/customUnInstall[^]+Delete "\$\{LABSEAL_COMMAND\}"/);
  expect(windows).toMatch(/^"%~dp0\.\.\\Labseal\.exe" --labseal-command -- %\*\r$/m);
});

test('updates come over https, and their publisher is named so that the signature is looked at', () => {
  expect(section('publish')).toMatch(/^ {2}url: https:\/\//m);
  expect(text).toMatch(/signtoolOptions:\n +publisherName: \[.+\]/);
  expect(text).not.toMatch(/verifyUpdateCodeSignature: false|signAndEditExecutable: false/);
  expect(text).toMatch(/hardenedRuntime: true/);
});

test('the entry of an AppImage is given no switch, which would be --no-sandbox if nothing were said', () => {
  expect(section('appImage').trim()).toBe('executableArgs: []');
  expect(text.match(/executableArgs/g)).toHaveLength(1);
});

test('the version of Electron is the one that is pinned', () => {
  const [, version] = /^electronVersion: (\S+)$/m.exec(text) ?? [];
  expect(version).toBe(manifest.devDependencies['electron']);
});

test('no build publishes; Linux turns off the check of an archive that it has none for', () => {
  const noIntegrity = '-c.electronFuses.enableEmbeddedAsarIntegrityValidation=false';
  expect(installerCall('linux', 'x64')).toEqual({
    args: ['--publish', 'never', noIntegrity],
    env: { LABSEAL_NATIVES: 'x64' },
  });
  expect(installerCall('win32', 'arm64')).toEqual({
    args: ['--publish', 'never'],
    env: { LABSEAL_NATIVES: 'arm64' },
  });
  expect(installerCall('darwin', 'arm64').env).toEqual({ LABSEAL_NATIVES: '*' });
  expect(standInCall('dist', 'release', 'x64').args).toEqual(
    expect.arrayContaining(['--publish', 'never', noIntegrity, '-c.electronDist=dist']),
  );
});
