/** Which pictures are made of which drawing: one table for the script that makes them and the test that misses them. */
import { TRAY_SHAPES } from '../../src-shared/model/status/tray-view.ts';

/** macOS paints a template itself; elsewhere there is one for bright panels and one for dark ones. */
export const TRAY_INKS = [
  { name: 'Template', ink: '#000000' },
  { name: '-light', ink: '#1e2430' },
  { name: '-dark', ink: '#f4f1ea' },
] as const;

/** Points of a menu bar, pixels of a panel; doubled for sharper screens. */
const TRAY_PX = { template: 18, panel: 24 } as const;
export const TRAY_ICO_PX = [16, 20, 24, 32, 40, 48] as const;

export const LINUX_PX = [16, 24, 32, 48, 64, 96, 128, 256, 512] as const;
export const ICO_PX = [16, 20, 24, 32, 40, 48, 64, 128, 256] as const;
export const ICNS_PX = [16, 32, 64, 128, 256, 512, 1_024] as const;

/** Below this the ring and the ribbons of the seal would be mud. */
const SMALL_DRAWING_UP_TO_PX = 40;
/** macOS leaves room around its icons. */
const MACOS_SCALE = 0.82;

export interface Rendering {
  /** In build/. */
  readonly drawing: string;
  readonly sizePx: number;
  /** What `currentColor` stands for. */
  readonly ink?: string;
  /** Of the square; the rest stays empty around it. */
  readonly scale?: number;
}

export interface PictureFile {
  /** In build/. */
  readonly file: string;
  readonly format: 'png' | 'ico' | 'icns';
  readonly renderings: readonly Rendering[];
}

function appIcon(sizePx: number, scale = 1): Rendering {
  const isSmall = sizePx * scale <= SMALL_DRAWING_UP_TO_PX;
  return { drawing: isSmall ? 'icon-small.svg' : 'icon.svg', sizePx, scale };
}

function trayFiles(state: string): readonly PictureFile[] {
  const drawing = `tray/${state}.svg`;
  const pngs = TRAY_INKS.flatMap(({ name, ink }) => {
    const sizePx = name === 'Template' ? TRAY_PX.template : TRAY_PX.panel;
    return [
      { file: `tray/${state}${name}.png`, rendering: { drawing, ink, sizePx } },
      { file: `tray/${state}${name}@2x.png`, rendering: { drawing, ink, sizePx: sizePx * 2 } },
    ];
  });
  const icos = TRAY_INKS.filter(({ name }) => name !== 'Template').map(({ name, ink }) => ({
    file: `tray/${state}${name}.ico`,
    format: 'ico' as const,
    renderings: TRAY_ICO_PX.map((sizePx) => ({ drawing, ink, sizePx })),
  }));
  return [
    ...pngs.map(({ file, rendering }) => ({
      file,
      format: 'png' as const,
      renderings: [rendering],
    })),
    ...icos,
  ];
}

export const PICTURES: readonly PictureFile[] = [
  ...LINUX_PX.map((sizePx) => ({
    file: `icons/${sizePx}x${sizePx}.png`,
    format: 'png' as const,
    renderings: [appIcon(sizePx)],
  })),
  { file: 'icon.ico', format: 'ico', renderings: ICO_PX.map((sizePx) => appIcon(sizePx)) },
  {
    file: 'icon.icns',
    format: 'icns',
    renderings: ICNS_PX.map((sizePx) => appIcon(sizePx, MACOS_SCALE)),
  },
  ...TRAY_SHAPES.flatMap(trayFiles),
];

/** Each drawing once. */
export const DRAWINGS: readonly string[] = [
  ...new Set(PICTURES.flatMap(({ renderings }) => renderings.map(({ drawing }) => drawing))),
];
