/**
 * Starting with the user's session. macOS and Windows store that themselves. On Linux it is a file in the folder that
 * the autostart specification of freedesktop.org names; the user can see, change and remove it as well.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface StartAtLogin {
  read(): boolean;
  /** Throws the system's error when it cannot be written. */
  set(isWanted: boolean): void;
}

/** Of Electron's program, what it knows about sessions. */
interface LoginItems {
  readonly isPackaged: boolean;
  getPath(name: 'exe'): string;
  getLoginItemSettings(asked?: { args?: string[] }): {
    readonly openAtLogin: boolean;
    readonly wasOpenedAtLogin: boolean;
  };
  setLoginItemSettings(wished: { openAtLogin: boolean; args?: string[] }): void;
}

interface StartParts {
  readonly app: LoginItems;
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
}

const HIDDEN = '--hidden';

/** What starts Labseal, unseen, with the user's session; null where the system has nothing for that. */
export function startAtLogin({ app, platform, env }: StartParts): StartAtLogin | null {
  const args = [HIDDEN];
  if (platform === 'darwin' || platform === 'win32') {
    return {
      // Windows compares the arguments: without them it tells of an entry that nobody made.
      read: () => app.getLoginItemSettings({ args }).openAtLogin,
      set: (isWanted) => app.setLoginItemSettings({ openAtLogin: isWanted, args }),
    };
  }
  // What runs from a checkout is Electron itself: an entry for that would open an empty window.
  if (platform !== 'linux' || !app.isPackaged) return null;
  // An AppImage runs from a mount point that differs each time.
  return autostartOnLinux({ env, program: env['APPIMAGE'] ?? app.getPath('exe'), args });
}

/** Whether the session started it, and not a person. macOS gives no arguments, but says so. */
export function isHiddenStart(
  app: LoginItems,
  { argv, platform }: { readonly argv: readonly string[]; readonly platform: NodeJS.Platform },
): boolean {
  if (argv.includes(HIDDEN)) return true;
  return platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}

export interface AutostartParts {
  readonly env: NodeJS.ProcessEnv;
  /** Absolute path of what is to be started. */
  readonly program: string;
  readonly args: readonly string[];
}

const FILE_NAME = 'labseal.desktop';

/** Null where the program has a path that no such entry can hold. */
export function autostartOnLinux({ env, program, args }: AutostartParts): StartAtLogin | null {
  if (/[\n\r\0]/.test(program)) return null;
  const { XDG_CONFIG_HOME: chosen = '' } = env;
  const folder = path.isAbsolute(chosen) ? chosen : path.join(os.homedir(), '.config'); // a relative one counts as none
  const file = path.join(folder, 'autostart', FILE_NAME);
  return {
    read() {
      const text = readOrNull(file);
      return text !== null && !/^(Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/m.test(text);
    },
    set(isWanted) {
      if (!isWanted) {
        fs.rmSync(file, { force: true });
        return;
      }
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, entryOf([program, ...args]));
    },
  };
}

function entryOf(command: readonly string[]): string {
  const exec = command.map(quoted).join(' ');
  const lines = ['[Desktop Entry]', 'Type=Application', 'Name=Labseal', `Exec=${exec}`];
  return `${[...lines, 'X-GNOME-Autostart-enabled=true'].join('\n')}\n`;
}

/** An argument is quoted first, then the value as a whole is escaped; a percent sign alone would be a field code. */
function quoted(argument: string): string {
  const inQuotes = argument.replaceAll(/["$\\`]/g, (sign) => `\\${sign}`).replaceAll('%', '%%');
  return `"${inQuotes}"`.replaceAll('\\', '\\\\');
}

function readOrNull(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
