/** The menus of the window, from the page's own list of commands, plus the entries that the system provides. Pure. */
import {
  MENU_NAMES,
  type MenuCommand,
  type MenuName,
} from '../../../src-shared/bridge/desktop-calls.ts';
import type { DesktopWords, MenuRole } from '../../../src-shared/model/words/en/desktop.ts';

/** As Electron takes them. */
export interface MenuEntry {
  id?: string;
  label?: string;
  type?: 'separator';
  role?: MenuRole;
  accelerator?: string;
  registerAccelerator?: boolean;
  enabled?: boolean;
  visible?: boolean;
  click?: () => void;
  submenu?: MenuEntry[];
}

export interface MenuParts {
  readonly commands: readonly MenuCommand[];
  readonly words: DesktopWords;
  readonly platform: NodeJS.Platform;
  readonly run: (id: string) => void;
  readonly quit: () => void;
  /** Null where an installer has done it. */
  readonly installCommand: (() => void) | null;
}

export const LINE: MenuEntry = { type: 'separator' };
const EDITING: readonly (MenuRole | null)[] = [
  'undo',
  'redo',
  null,
  'cut',
  'copy',
  'paste',
  'selectAll',
];
const OF_THE_APP: readonly (MenuRole | null)[] = [
  'about',
  null,
  'services',
  null,
  'hide',
  'hideOthers',
  'unhide',
  null,
];
const OF_THE_VIEW: readonly (MenuRole | null)[] = [
  null,
  'resetZoom',
  'zoomIn',
  'zoomOut',
  null,
  'togglefullscreen',
];
/** Many keyboards have the plus sign above the equals sign: without Shift it enlarges as well, as in browsers. */
const ENLARGE: MenuEntry = { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false };
const OF_A_WINDOW: readonly (MenuRole | null)[] = ['minimize', 'zoom', 'front', null, 'close'];

/** macOS: App, File, Edit, View, Project, Transfers, Window, Help; elsewhere without App and Window. */
export function menuEntries(parts: MenuParts): MenuEntry[] {
  const { words, platform } = parts;
  const isMac = platform === 'darwin';
  const quit: MenuEntry = {
    label: words.tray.quit,
    accelerator: 'CmdOrCtrl+Q',
    click: parts.quit,
  };
  const command: MenuEntry[] =
    parts.installCommand === null
      ? []
      : [{ label: words.installCommand, click: parts.installCommand }, LINE];
  const standard = (roles: readonly (MenuRole | null)[]): MenuEntry[] =>
    roles.map((role) => (role === null ? LINE : { role, label: words.roles[role] }));
  const extra: Partial<Record<MenuName, MenuEntry[]>> = {
    file: [LINE, ...command, ...standard(['close']), ...(isMac ? [] : [quit])],
    edit: standard(EDITING),
    view: [...standard(OF_THE_VIEW), ENLARGE],
  };
  // The page listens for its keys itself: two listeners would run everything twice.
  const entryOf = ({ id, label, accelerator }: MenuCommand): MenuEntry => {
    // Elsewhere an ampersand would be a key to press.
    const shown = isMac ? label : label.replaceAll('&', '&&');
    const entry = { id, label: shown, click: () => parts.run(id) };
    return accelerator === null ? entry : { ...entry, accelerator, registerAccelerator: false };
  };
  const menuOf = (name: MenuName): MenuEntry[] => {
    const own = parts.commands.filter(({ menu }) => menu === name).map(entryOf);
    const all = [...own, ...(extra[name] ?? [])];
    return all.length === 0 ? [] : [{ label: words.menus[name], submenu: all }];
  };
  if (!isMac) return MENU_NAMES.flatMap(menuOf);
  const app = { label: 'Labseal', submenu: [...standard(OF_THE_APP), quit] };
  const window = { label: words.menus.window, submenu: standard(OF_A_WINDOW) };
  const before = MENU_NAMES.filter((name) => name !== 'help');
  return [app, ...before.flatMap(menuOf), window, ...menuOf('help')];
}
