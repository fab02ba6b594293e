/** What starts Labseal with the user's session; null where the system has nothing for that. */
import type * as Electron from 'electron';
import { autostartOnLinux, type StartAtLogin } from '../desktop/start-at-login.ts';

const args = ['--hidden'];

export function loginOf(
  app: Pick<
    Electron.App,
    'isPackaged' | 'getPath' | 'getLoginItemSettings' | 'setLoginItemSettings'
  >,
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): StartAtLogin | null {
  if (platform === 'darwin' || platform === 'win32') {
    return {
      read: () => app.getLoginItemSettings().openAtLogin,
      set: (isWanted) => app.setLoginItemSettings({ openAtLogin: isWanted, args }),
    };
  }
  // What runs from a checkout is Electron itself: an entry for that would open an empty window.
  if (platform !== 'linux' || !app.isPackaged) return null;
  // An AppImage runs from a mount point that differs each time.
  return autostartOnLinux({ env, program: env['APPIMAGE'] ?? app.getPath('exe'), args });
}
