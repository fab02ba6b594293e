/** Where the window opens: where it was, if a screen is still there. Pure. */
import * as z from 'zod/mini';

const Edge = z.int().check(z.minimum(-100_000), z.maximum(100_000));
const Length = z.int().check(z.minimum(1), z.maximum(100_000));

export const WindowBounds = z.strictObject({
  x: Edge,
  y: Edge,
  width: Length,
  height: Length,
  isMaximized: z.boolean(),
});
export type WindowBounds = z.output<typeof WindowBounds>;

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const LEAST_WIDTH = 360;
export const LEAST_HEIGHT = 480;
const USUAL = { width: 1_180, height: 800 };
const GRIP = 100; // so much of the title bar has to be in reach

/** Of Electron, what it knows about screens. */
interface Screens {
  getPrimaryDisplay(): { readonly workArea: Area };
  getAllDisplays(): readonly { readonly workArea: Area }[];
}

/** On the screens that there are at this moment. */
export function fitToScreens(kept: WindowBounds | null, screens: Screens) {
  const displays = [screens.getPrimaryDisplay(), ...screens.getAllDisplays()];
  return fitBounds(
    kept,
    displays.map(({ workArea }) => workArea),
  );
}

/** `areas`: of the screens, without bars; the first is the main one. A position that cannot be reached is dropped. */
export function fitBounds(
  kept: WindowBounds | null,
  areas: readonly Area[],
): { readonly bounds: Partial<Area>; readonly isMaximized: boolean } {
  const [main = { x: 0, y: 0, ...USUAL }] = areas;
  const isInReach = (area: Area, { x, y, width }: WindowBounds) =>
    Math.min(x + width, area.x + area.width) - Math.max(x, area.x) >= GRIP &&
    y >= area.y &&
    y <= area.y + area.height - GRIP;
  const screen = kept === null ? undefined : areas.find((area) => isInReach(area, kept));
  const area = screen ?? main;
  const wished = kept ?? { ...USUAL, isMaximized: false };
  const size = {
    width: between(LEAST_WIDTH, wished.width, area.width),
    height: between(LEAST_HEIGHT, wished.height, area.height),
  };
  const place = kept === null || screen === undefined ? {} : { x: kept.x, y: kept.y };
  return { bounds: { ...size, ...place }, isMaximized: wished.isMaximized };
}

function between(least: number, wished: number, most: number): number {
  return Math.max(least, Math.min(wished, most));
}
