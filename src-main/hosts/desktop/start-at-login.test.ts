import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-state.ts';
import { playElectron } from '../electron/test-support/fake-electron.ts';
import { autostartOnLinux, isHiddenStart, startAtLogin } from './start-at-login.ts';

function setUp(program = '/opt/Labseal/labseal-desktop') {
  const config = temporaryFolder();
  const env = { XDG_CONFIG_HOME: config };
  const file = path.join(config, 'autostart', 'labseal.desktop');
  return { file, login: autostartOnLinux({ env, program, args: ['--hidden'] }) };
}

test('on Linux the start at login is an entry that comes, goes, and can be switched off elsewhere', () => {
  const { file, login } = setUp();
  expect(login?.read()).toBe(false);
  login?.set(true);
  expect(login?.read()).toBe(true);
  expect(fs.readFileSync(file, 'utf8')).toBe(
    '[Desktop Entry]\nType=Application\nName=Labseal\nExec="/opt/Labseal/labseal-desktop" "--hidden"\nX-GNOME-Autostart-enabled=true\n',
  );
  for (const off of ['Hidden=true', 'X-GNOME-Autostart-enabled=false']) {
    fs.writeFileSync(file, `[Desktop Entry]\n${off}\n`);
    expect(login?.read()).toBe(false);
  }
  login?.set(true);
  expect(login?.read()).toBe(true);
  login?.set(false);
  login?.set(false); // gone already
  expect([login?.read(), fs.existsSync(file)]).toEqual([false, false]);
});

test('a path of any letters starts that program and nothing else; one that no entry can hold has no entry', () => {
  const { file, login } = setUp('/home/a b/$(x) `y` "z" 100% \\end');
  login?.set(true);
  const exec = /^Exec=(.*)$/m.exec(fs.readFileSync(file, 'utf8'))?.[1];
  expect(exec).toBe(
    String.raw`"/home/a b/\\$(x) \\` + '`y\\\\`' + String.raw` \\"z\\" 100%% \\\\end" "--hidden"`,
  );
  expect(setUp('/opt/a\nExec=/bin/sh').login).toBeNull();
});

test('a folder of settings that is not absolute counts as none', () => {
  const login = autostartOnLinux({ env: { XDG_CONFIG_HOME: 'here' }, program: '/p', args: [] });
  expect(login).not.toBeNull();
  expect(fs.existsSync('here')).toBe(false);
});

test('Windows and macOS remember it, and start it unseen; Windows tells it only to who names the arguments', () => {
  for (const platform of ['darwin', 'win32'] as const) {
    const { app, login } = playElectron({ platform });
    const start = startAtLogin({ app, platform, env: {} });
    expect(start?.read()).toBe(false);
    start?.set(true);
    expect([start?.read(), login.items]).toEqual([
      true,
      platform === 'win32' ? [['--hidden']] : [[]],
    ]);
    start?.set(false);
    expect([start?.read(), login.items]).toEqual([false, []]);
  }
});

test('on Linux an installed program, or the file of an AppImage, has an entry; a checkout has none', () => {
  const config = temporaryFolder();
  const env = { XDG_CONFIG_HOME: config };
  const exec = () =>
    /^Exec=.*$/m.exec(fs.readFileSync(path.join(config, 'autostart', 'labseal.desktop'), 'utf8'));
  const { app } = playElectron({ isPackaged: true });
  startAtLogin({ app, platform: 'linux', env })?.set(true);
  expect(exec()?.[0]).toBe('Exec="/opt/Labseal/labseal-desktop" "--hidden"');
  const appImage = { ...env, APPIMAGE: '/home/r/Labseal.AppImage' };
  startAtLogin({ app, platform: 'linux', env: appImage })?.set(true);
  expect(exec()?.[0]).toBe('Exec="/home/r/Labseal.AppImage" "--hidden"');
  expect(startAtLogin({ app, platform: 'freebsd', env })).toBeNull();
  expect(startAtLogin({ app: playElectron().app, platform: 'linux', env })).toBeNull();
});

test('a start by the session is told by the arguments, and on macOS by the system alone', () => {
  const { app, login } = playElectron({ platform: 'darwin' });
  const isHidden = (platform: NodeJS.Platform, ...argv: string[]) =>
    isHiddenStart(app, { argv, platform });
  expect([isHidden('linux', '--hidden'), isHidden('linux'), isHidden('darwin')]).toEqual([
    true,
    false,
    false,
  ]);
  login.wasOpened = true;
  expect([isHidden('darwin'), isHidden('linux')]).toEqual([true, false]);
});
