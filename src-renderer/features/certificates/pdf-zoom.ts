/** Sizes of a page on screen: seen whole, as wide as the window, or a share of its size on paper. Pure. */

/** Percent of the size on paper. */
export const ZOOMS = [50, 75, 100, 125, 150, 200, 300, 400] as const;
export type Zoom = 'page' | 'fit' | (typeof ZOOMS)[number];

/** CSS pixels for one point at which the page is seen whole, and at which it fills the width. */
export type Fitting = Readonly<Record<Extract<Zoom, string>, number>>;

const PIXELS_PER_POINT = 96 / 72; // a page is measured in points, a screen in pixels of 1/96 inch
const [SMALLEST, LARGEST] = [ZOOMS[0], ZOOMS[ZOOMS.length - 1] ?? 400];
const SLACK = 0.005;

/** CSS pixels for one point. */
export function scaleOf(zoom: Zoom, fitting: Fitting): number {
  return typeof zoom === 'number' ? percentScale(zoom) : fitting[zoom];
}

/** CSS pixels for one point at a share of the size on paper. */
export function percentScale(share: number): number {
  return (share / 100) * PIXELS_PER_POINT;
}

/** The scale at which a page fills the width, or the height; never beyond what can be chosen by hand. */
export function fittingScale(pageLength: number, innerLength: number): number {
  const scale = innerLength / Math.max(1, pageLength);
  return Math.min(percentScale(LARGEST), Math.max(percentScale(SMALLEST) / 4, scale));
}

/** The next size up or down, also from one that fits; the same when there is none. */
export function nextZoom(zoom: Zoom, by: 1 | -1, fitting: Fitting): Zoom {
  const now = typeof zoom === 'number' ? zoom : (fitting[zoom] / PIXELS_PER_POINT) * 100;
  return by === 1
    ? (ZOOMS.find((each) => each > now + SLACK) ?? zoom)
    : (ZOOMS.findLast((each) => each < now - SLACK) ?? zoom);
}

/** A page may be as large as it likes: no drawing of it takes more than this. */
export const MOST_CANVAS_BYTES = 64_000_000; // 16 million pixels
const PIXEL_BYTES = 4;

/** How much finer than the screen a page of these sizes (in CSS pixels) may be drawn. */
export function drawingRatio(width: number, height: number, wanted: number): number {
  const most = Math.sqrt(MOST_CANVAS_BYTES / PIXEL_BYTES / Math.max(1, width * height));
  return Math.min(wanted, most);
}
