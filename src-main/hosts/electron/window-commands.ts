/** Handles the calls about the window with the system's functions. Their inputs are validated before. */
import { dirname } from 'node:path';
import type * as Electron from 'electron';
import type { DesktopView, MenuCommand } from '../../../src-shared/bridge/desktop-calls.ts';
import type { CertificateForm } from '../../../src-shared/bridge/certificate-calls.ts';
import { fail, ok } from '../../../src-shared/model/result.ts';
import type { DesktopWords } from '../../../src-shared/model/words/en/desktop.ts';
import type { HandlersOf } from '../../use-cases/handlers.ts';
import type { WindowStateFile } from '../desktop/window-state.ts';
import type { StartAtLogin } from '../desktop/start-at-login.ts';
import { mayReveal } from '../desktop/navigation-policy.ts';
import { menuEntries } from '../desktop/menu-entries.ts';
import fs from 'node:fs/promises';

export interface WindowCommandParts {
  readonly electron: Pick<typeof Electron, 'dialog' | 'Menu' | 'nativeTheme' | 'shell'>;
  readonly platform: NodeJS.Platform;
  readonly windowState: WindowStateFile;
  /** Null where the system does not support it. */
  readonly login: StartAtLogin | null;
  readonly window: () => Electron.BrowserWindow | null;
  readonly words: () => DesktopWords;
  /** Watched ones; absolute paths. */
  readonly folders: () => readonly { readonly path: string }[];
  readonly savedCertificate: (form: CertificateForm, asked: string) => string | null;
  /** Absolute path of the picture that is seen under the pointer. */
  readonly dragPicture: string;
  readonly onPreferences: () => void;
  /** A command of the page was chosen in a menu. */
  readonly onCommand: (id: string) => void;
  readonly quit: () => void;
  /** Null where an installer has done it. */
  readonly installCommand: (() => void) | null;
  /** Asks the person, and may end this program. */
  readonly update: () => Promise<void>;
}

export function makeWindowCommands(parts: WindowCommandParts) {
  const { electron, windowState, login, platform } = parts;
  let commands: readonly MenuCommand[] = [];

  function view(): DesktopView {
    return { preferences: windowState.read().preferences, startsAtLogin: login?.read() ?? null };
  }

  /** Menu and theme as they were chosen; before the page has said its commands, without them. */
  function applyMenuAndTheme(): void {
    electron.nativeTheme.themeSource = windowState.read().preferences.theme;
    const words = parts.words();
    const { onCommand: run, quit, installCommand } = parts;
    const template = menuEntries({ commands, words, platform, run, quit, installCommand });
    electron.Menu.setApplicationMenu(electron.Menu.buildFromTemplate(template));
  }

  const handlers: HandlersOf<'desktop'> = {
    'desktop.read': () => ok(view()),
    'desktop.setPreferences': (changes) => {
      const said = Object.entries(changes).filter(([, value]) => value !== undefined);
      const preferences = { ...windowState.read().preferences, ...Object.fromEntries(said) };
      windowState.change({ preferences });
      applyMenuAndTheme();
      parts.onPreferences();
      return ok(view());
    },
    'desktop.setLogin': ({ isWanted }) => {
      login?.set(isWanted);
      return ok(view());
    },
    'desktop.setMenu': (wished) => {
      ({ commands } = wished);
      applyMenuAndTheme();
      return ok(null);
    },
    'desktop.choose': async ({ what }) => {
      const options = choosing(what, windowState.read().lastFolder);
      const window = parts.window();
      const { filePaths } = await (window === null
        ? electron.dialog.showOpenDialog(options)
        : electron.dialog.showOpenDialog(window, options));
      const [first] = filePaths;
      if (first !== undefined) windowState.change({ lastFolder: dirname(first) });
      return ok(filePaths);
    },
    'desktop.reveal': async ({ path }) => {
      if (
        !mayReveal(
          path,
          parts.folders().map((folder) => folder.path),
        )
      )
        return ok(false);
      const isSeen = await isThere(path);
      if (isSeen) electron.shell.showItemInFolder(path);
      return ok(isSeen);
    },
    'desktop.dragOut': ({ form, asked }) => {
      const file = parts.savedCertificate(form, asked);
      if (file === null) return fail({ kind: 'unknown-file', asked });
      parts.window()?.webContents.startDrag({ file, icon: parts.dragPicture });
      return ok(null);
    },
    'desktop.update': async () => {
      await parts.update();
      return ok(null);
    },
  };
  return { handlers, applyMenuAndTheme };
}

interface OpenDialog {
  readonly properties: ('openDirectory' | 'openFile' | 'multiSelections' | 'dontAddToRecent')[];
  readonly defaultPath?: string;
}

/** A dialog as Electron takes it; it begins where the last one ended. Pure. */
function choosing(what: 'files' | 'folder', lastFolder: string | null): OpenDialog {
  return {
    properties:
      what === 'folder'
        ? ['openDirectory', 'dontAddToRecent']
        : ['openFile', 'multiSelections', 'dontAddToRecent'],
    ...(lastFolder === null ? {} : { defaultPath: lastFolder }),
  };
}

/** False: it is gone, or not ours to see. */
function isThere(path: string): Promise<boolean> {
  return fs.lstat(path).then(
    () => true,
    () => false,
  );
}
