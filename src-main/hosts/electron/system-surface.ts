/** Tray, badge, progress and notifications, as the system shows them. Their content is decided elsewhere. */
import type * as Electron from 'electron';
import type { NoticeKind } from '../../../src-shared/model/status/notices.ts';
import type {
  TrayAction,
  TrayShape,
  TrayItem,
} from '../../../src-shared/model/status/tray-view.ts';
import type { SystemSurface } from '../desktop/tray-controller.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import { LINE, type MenuEntry } from '../desktop/menu-entries.ts';

export interface SystemSurfaceParts {
  readonly electron: Pick<
    typeof Electron,
    'app' | 'Menu' | 'Notification' | 'Tray' | 'nativeImage'
  >;
  readonly platform: NodeJS.Platform;
  /** Absolute path of the picture of a shape. */
  readonly picture: (shape: TrayShape) => string;
  readonly window: () => Electron.BrowserWindow | null;
  readonly run: (action: TrayAction) => void;
  /** Where it is seen what a notice is about. */
  readonly placeOf: (kind: NoticeKind) => string;
}

export function makeSystemSurface(parts: SystemSurfaceParts): SystemSurface {
  const { electron, platform, picture, window, run, placeOf } = parts;
  const reported = new Map<NoticeKind, Electron.Notification>();
  let tray: Electron.Tray | null = null;
  let shown = '';

  /** Windows knows no numbers at an icon of the taskbar, but a small picture over it; null: none. */
  function mark(sentence: string | null): void {
    const image =
      sentence === null ? null : electron.nativeImage.createFromPath(picture('needs-you'));
    window()?.setOverlayIcon(image, sentence ?? '');
  }

  /** Elsewhere a click opens the menu; Windows leaves the left one to us. */
  function open(image: Electron.NativeImage): Electron.Tray {
    const opened = new electron.Tray(image);
    if (platform === 'win32') opened.on('click', () => run({ kind: 'show', path: null }));
    return opened;
  }

  return {
    show(view, progress) {
      window()?.setProgressBar(progress ?? -1);
      const ink = picture(view.shape);
      const now = JSON.stringify([view, ink]);
      if (now === shown) return; // a menu that is open would close
      shown = now;
      const image = electron.nativeImage.createFromPath(ink);
      image.setTemplateImage(true);
      tray ??= open(image);
      tray.setImage(image);
      tray.setToolTip(`Labseal – ${view.sentence}`);
      tray.setContextMenu(electron.Menu.buildFromTemplate(trayEntries(view.items, run)));
      electron.app.setBadgeCount(view.needYou);
      if (platform === 'win32') mark(view.needYou > 0 ? view.sentence : null);
    },
    notify(kind, text) {
      reported.get(kind)?.close();
      const notice = new electron.Notification({ title: 'Labseal', body: text });
      notice.on('click', () => run({ kind: 'show', path: placeOf(kind) }));
      reported.set(kind, notice);
      notice.show();
    },
    withdraw(kind) {
      reported.get(kind)?.close();
      reported.delete(kind);
    },
  };
}

function trayEntries(items: readonly TrayItem[], run: (action: TrayAction) => void): MenuEntry[] {
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
