import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { desktopWords as words } from '../../../src-shared/model/words/en/desktop.ts';
import type { Question } from '../../../src-shared/model/words/en/desktop.ts';
import { temporaryFolder } from '../../test-support/temporary-state.ts';
import { commandInstaller, type InstallCommandParts } from './install-command.ts';
import { hasModes } from '../../test-support/this-system.ts';

function program(changes: Partial<InstallCommandParts>) {
  const home = temporaryFolder();
  const said: Question[] = [];
  const install = commandInstaller({
    isPackaged: true,
    platform: 'linux',
    env: {},
    home,
    resources: '/Applications/Labseal.app/Contents/Resources',
    words: () => words,
    ask: async (question) => said.push(question),
    ...changes,
  });
  return { home, said, install, file: path.join(home, '.local', 'bin', 'labseal') };
}

test.runIf(hasModes)(
  'an AppImage writes a command that starts it, also again after it was moved',
  async () => {
    const home = temporaryFolder();
    const started = path.join(home, "lab's $HOME.AppImage");
    fs.writeFileSync(started, '#!/bin/sh\nprintf "%s|" "$@"\n', { mode: 0o755 });
    for (const APPIMAGE of ['/elsewhere/Labseal.AppImage', started]) {
      const { install, said } = program({ home, env: { APPIMAGE } });
      await install?.();
      expect(said).toEqual([words.commandInstalled]);
    }
    const file = path.join(home, '.local', 'bin', 'labseal');
    expect(execFileSync(file, ['file', 'list', 'a b', '']).toString()).toBe(
      '--labseal-command|--ozone-platform=headless|--disable-gpu|--|file|list|a b||',
    );
  },
);

test('a command of somebody else stays', async () => {
  const { install, said, file } = program({ env: { APPIMAGE: '/home/r/Labseal.AppImage' } });
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, 'mine');
  await install?.();
  expect([said, fs.readFileSync(file, 'utf8')]).toEqual([[words.commandTaken(file)], 'mine']);
});

test('on macOS the line is told, since its folder belongs to administrators', async () => {
  const resources = '/Applications/Lab & more/Labseal.app/Contents/Resources';
  const { install, said, file } = program({ platform: 'darwin', resources });
  await install?.();
  expect(said[0]?.detail).toContain(`sudo ln -sf '${resources}/labseal' /usr/local/bin/labseal`);
  expect(fs.existsSync(file)).toBe(false);
});

test('an installer does it on the other systems, and a checkout has bin/labseal', () => {
  expect(program({}).install).toBeNull();
  expect(program({ platform: 'win32' }).install).toBeNull();
  expect(program({ platform: 'darwin', isPackaged: false }).install).toBeNull();
});
