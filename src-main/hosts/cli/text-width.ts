/** Widths of printable text, counted the way a terminal counts them, so that columns stay columns. */
import { onFirstUse } from '../../../src-shared/model/on-first-use.ts';

const WIDE =
  /^(?:\p{Emoji_Presentation}|.\u{FE0F}|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}])/u;
export const GAP = '  '; // between a label and its text, and between columns
/** All of one column: ASCII, the accented letters of Latin, dashes, quotes, the dot and the ellipsis. */
const PLAIN = /^[ -~\u00A1-\u00AC\u00AE-\u02AF\u2010-\u2027]*$/;
const segmenter = onFirstUse(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));

/** Columns a printable text takes: an é of two code points takes one, a Chinese character two. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length; // almost every text, and a hundred times as fast
  let width = 0;
  for (const { segment } of segmenter().segment(text)) width += widthOfOne(segment);
  return width;
}

function widthOfOne(grapheme: string): number {
  return WIDE.test(grapheme) ? 2 : 1;
}

/** At most `width` columns. The middle is omitted: instrument names differ at the end. */
export function shorten(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width < 1) return '';
  const graphemes = Array.from(segmenter().segment(text), ({ segment }) => segment);
  const endWidth = Math.floor((width - 1) / 2);
  const end = takeWhileFits(graphemes.toReversed(), endWidth).toReversed().join('');
  const start = takeWhileFits(graphemes, width - 1 - widthOf(end)).join('');
  return `${start}…${end}`;
}

/** Spaces and words. What is copied is one word: a command in quotes. */
const PIECES = /\s+|(?:"labseal [^"]*"|\S)+/g;
const COMMAND = /^\s*\$ /;
const MARGIN = /^(\s*)/;
const LABEL = /^(\s*)((?:\S+(?: \S+)*(?=\s{2,}\S))?)\s*/;

/**
 * Lines of at most `columns`, broken between words; what is wider alone stays whole. Later lines begin below the text of
 * the first, behind its label, or where that leaves too little room a bit to the right of its beginning.
 */
export function wrapped(text: string, columns: number): readonly string[] {
  if (widthOf(text) <= columns || COMMAND.test(text)) return [text];
  const [, indentation = '', name = ''] = LABEL.exec(text) ?? [];
  const label = widthOf(indentation + name) <= columns ? name : '';
  const [before = '', margin = ''] = (label === '' ? MARGIN : LABEL).exec(text) ?? [];
  const near = margin + (label === '' ? '' : GAP);
  const isNarrow = widthOf(before) > columns / 2;
  const indent = isNarrow ? near : ' '.repeat(widthOf(before));
  const lines: string[] = [];
  let line = isNarrow ? `${margin}${label}${GAP}` : before;
  for (const piece of text.slice(before.length).match(PIECES) ?? []) {
    const width = widthOf(piece);
    const isRoomier = line.trim() !== label || widthOf(near) + width <= columns;
    if (piece.trim() !== '' && isRoomier && widthOf(line) + width > columns) {
      lines.push(line.trimEnd());
      line = widthOf(indent) + width > columns ? near : indent;
    }
    line += piece;
  }
  return [...lines, line.trimEnd()];
}

function takeWhileFits(graphemes: readonly string[], width: number): readonly string[] {
  let taken = 0;
  let used = 0;
  for (const grapheme of graphemes) {
    used += widthOfOne(grapheme);
    if (used > width) break;
    taken += 1;
  }
  return graphemes.slice(0, taken);
}
