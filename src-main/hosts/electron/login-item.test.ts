import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-state.ts';
import { loginOf } from './login-item.ts';

function setUp(isPackaged = true) {
  const kept: unknown[] = [];
  const config = temporaryFolder();
  const app = {
    isPackaged,
    getPath: () => '/opt/Labseal/labseal-desktop',
    getLoginItemSettings: () => ({ openAtLogin: kept.length > 0 }) as never,
    setLoginItemSettings: (wish: object) => void kept.push(wish),
  };
  const entry = () => fs.readFileSync(path.join(config, 'autostart', 'labseal.desktop'), 'utf8');
  return { app, kept, entry, env: { XDG_CONFIG_HOME: config } };
}

test.each(['darwin', 'win32'] as const)('%s remembers it, and starts it unseen', (platform) => {
  const { app, kept, env } = setUp();
  const login = loginOf(app, platform, env);
  expect(login?.read()).toBe(false);
  login?.set(true);
  expect(login?.read()).toBe(true);
  expect(kept).toEqual([{ openAtLogin: true, args: ['--hidden'] }]);
});

test('on Linux an installed program, or the file of an AppImage, has an entry; a checkout has none', () => {
  const { app, env, entry } = setUp();
  loginOf(app, 'linux', env)?.set(true);
  expect(entry()).toContain('Exec="/opt/Labseal/labseal-desktop" "--hidden"\n');
  loginOf(app, 'linux', { ...env, APPIMAGE: '/home/r/Labseal.AppImage' })?.set(true);
  expect(entry()).toContain('Exec="/home/r/Labseal.AppImage" "--hidden"\n');
  expect(loginOf(setUp(false).app, 'linux', env)).toBeNull();
  expect(loginOf(app, 'freebsd', env)).toBeNull();
});
