/** Which picture shows a shape: a template on macOS, which colours it, elsewhere one for the colour of the panel. Pure. */
import type { TrayShape } from '../../../src-shared/model/status/tray-view.ts';

/** Seen under the pointer while a certificate is dragged: the seal. The package holds the pictures of the tray only. */
export const DRAG_PICTURE = 'tray/idle-light.png';

/** In the folder of pictures. */
export function trayPicture(shape: TrayShape, platform: NodeJS.Platform, isDark: boolean): string {
  if (platform === 'darwin') return `tray/${shape}Template.png`;
  const ink = isDark ? 'dark' : 'light';
  return `tray/${shape}-${ink}.${platform === 'win32' ? 'ico' : 'png'}`;
}
