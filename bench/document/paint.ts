/** What both kinds of drawings share: colours for light and dark pages, text, and numbers short enough for a file. */
import type { Part } from '../contest.ts';

export const WIDTH = 760;
/** Between a word and what it stands beside. */
export const GAP = 8;
/** From the middle of a word's letters down to its base line. */
export const TEXT_DROP = 4.5;

/** For each part a class of the style below. */
export const PART_CLASSES: Readonly<Record<Part, string>> = {
  labseal: 'ours',
  peer: 'theirs',
  limit: 'limit',
};

const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #1e2430; }
  .faint { fill: #5e6676; }
  .line { stroke: #dcd6c9; }
  .ours { fill: #1d4e89; stroke: #1d4e89; }
  .theirs { fill: #b45309; stroke: #b45309; }
  .limit { fill: #857e6e; stroke: #857e6e; }
  polyline { fill: none !important; stroke-width: 2; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e9e6df; }
    .faint { fill: #9aa2af; }
    .line { stroke: #313845; }
    .ours { fill: #8db6ef; stroke: #8db6ef; }
    .theirs { fill: #f0a860; stroke: #f0a860; }
    .limit { fill: #7c8797; stroke: #7c8797; }
  }`;

/** The colours are inside, since a page that shows a drawing as a picture cannot give it any. */
export function drawing(
  title: string,
  { width, height }: { readonly width: number; readonly height: number },
  shapes: readonly string[],
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${STYLE}\n</style>`,
    ...shapes,
    '</svg>',
    '',
  ].join('\n');
}

export function label(
  at: { readonly x: number; readonly y: number },
  words: string,
  options: { readonly anchor?: 'start' | 'middle' | 'end'; readonly isFaint?: boolean } = {},
): string {
  const faint = options.isFaint === true ? ' class="faint"' : '';
  const anchor = ` text-anchor="${options.anchor ?? 'start'}"`;
  return `<text x="${short(at.x)}" y="${short(at.y)}"${anchor}${faint}>${escaped(words)}</text>`;
}

export function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
