/** The menu of the tray as Electron takes it. Pure. */
import { assertNever } from '../../../src-shared/model/result.ts';
import type { TrayAction, TrayItem } from '../../../src-shared/model/status/tray-view.ts';
import { LINE, type MenuEntry } from './menu-entries.ts';

export function trayEntries(
  items: readonly TrayItem[],
  run: (action: TrayAction) => void,
): MenuEntry[] {
  return items.map((item) => {
    switch (item.kind) {
      case 'line':
        return LINE;
      case 'text':
        return { label: item.label, enabled: false };
      case 'more':
        return { label: item.label, submenu: trayEntries(item.items, run) };
      case 'action':
        return { label: item.label, click: () => run(item.action) };
      default:
        return assertNever(item);
    }
  });
}
