/** Tray, badge, progress and notifications, as the system shows them. Their content is decided elsewhere. */
import type * as Electron from 'electron';
import type { NoticeKind } from '../../../src-shared/model/status/notices.ts';
import type {
  TrayAction,
  TrayItem,
  TrayShape,
} from '../../../src-shared/model/status/tray-view.ts';
import type { SystemSurface } from '../desktop/tray-controller.ts';

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

  const entryOf = (item: TrayItem): Electron.MenuItemConstructorOptions => {
    if (item.kind === 'line') return { type: 'separator' };
    if (item.kind === 'text') return { label: item.label, enabled: false };
    if (item.kind === 'more') return { label: item.label, submenu: item.items.map(entryOf) };
    return { label: item.label, click: () => run(item.action) };
  };

  /** Windows knows no numbers at an icon of the taskbar, but a small picture over it; null: none. */
  function mark(sentence: string | null): void {
    const image =
      sentence === null ? null : electron.nativeImage.createFromPath(picture('needs-you'));
    window()?.setOverlayIcon(image, sentence ?? '');
  }

  return {
    show(view, progress) {
      window()?.setProgressBar(progress ?? -1);
      const now = JSON.stringify(view);
      if (now === shown) return; // a menu that is open would close
      shown = now;
      const image = electron.nativeImage.createFromPath(picture(view.shape));
      image.setTemplateImage(true);
      tray ??= new electron.Tray(image);
      tray.setImage(image);
      tray.setToolTip(`Labseal – ${view.sentence}`);
      tray.setContextMenu(electron.Menu.buildFromTemplate(view.items.map(entryOf)));
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
