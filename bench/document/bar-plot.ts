/** One horizontal bar for each contestant; its length is the figure. */
import type { Part } from '../contest.ts';
import { drawing, GAP, label, PART_CLASSES, short, TEXT_DROP, WIDTH } from './paint.ts';

export interface Bar {
  readonly name: string;
  readonly part: Part;
  readonly value: number;
  /** The value as it is written beside the bar. */
  readonly words: string;
}

const NAMES_WIDTH = 270;
const FIGURES_WIDTH = 110;
const ROW_HEIGHT = 28;
const BAR_HEIGHT = 16;
const HEAD_HEIGHT = 34;
const LEAST_WIDTH = 1; // nothing measured is nothing

export const LONGEST_BAR = WIDTH - NAMES_WIDTH - FIGURES_WIDTH;

export function barPlot(title: string, bars: readonly Bar[]): string {
  const most = Math.max(0, ...bars.map(({ value }) => value));
  const rows = bars.flatMap(({ name, part, value, words }, row) => {
    const middle = HEAD_HEIGHT + (row + 0.5) * ROW_HEIGHT;
    const width = Math.max(LEAST_WIDTH, most === 0 ? 0 : (value / most) * LONGEST_BAR);
    const y = middle + TEXT_DROP;
    return [
      label({ x: NAMES_WIDTH - GAP, y }, name, { anchor: 'end' }),
      `<rect class="${PART_CLASSES[part]}" x="${NAMES_WIDTH}" y="${short(middle - BAR_HEIGHT / 2)}" width="${short(width)}" height="${BAR_HEIGHT}" rx="2"/>`,
      label({ x: NAMES_WIDTH + width + GAP, y }, words, { isFaint: true }),
    ];
  });
  const height = HEAD_HEIGHT + bars.length * ROW_HEIGHT + GAP;
  const head = label({ x: GAP, y: HEAD_HEIGHT / 2 + TEXT_DROP }, title, { isFaint: true });
  return drawing(title, { width: WIDTH, height }, [head, ...rows]);
}
