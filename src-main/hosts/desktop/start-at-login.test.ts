import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-state.ts';
import { autostartOnLinux } from './start-at-login.ts';

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
