/** Breaks a text into lines and, when it is too long, shortens it in the middle. Pure: widths come from the caller. */

const ELLIPSIS = '…';

/** Where a line may end without a reader stumbling, best first. */
const BREAKS_AFTER = [/\s$/u, /[_\-–./,;:\]]$/u];

/** Index after the last good break of a line that would otherwise end at `end`; `end` itself when there is none. */
function goodBreak(pieces: readonly string[], start: number, end: number): number {
  if (/^\s/u.test(pieces[end] ?? '')) return end;
  for (const breakAfter of BREAKS_AFTER) {
    for (let index = end; index > start + (end - start) / 2; index--) {
      if (breakAfter.test(pieces[index - 1] ?? '')) return index;
    }
  }
  return end;
}

function breakLines(
  pieces: readonly string[],
  widthOf: (piece: string) => number,
  width: number,
): readonly string[] {
  const lines: string[] = [];
  let start = 0;
  while (start < pieces.length) {
    let end = start;
    let used = 0;
    while (end < pieces.length && (end === start || used + widthOf(pieces[end] ?? '') <= width)) {
      used += widthOf(pieces[end] ?? '');
      end++;
    }
    const stop = end === pieces.length ? end : goodBreak(pieces, start, end);
    lines.push(pieces.slice(start, stop).join('').trim());
    start = stop;
  }
  return lines;
}

function shortened(pieces: readonly string[], kept: number): readonly string[] {
  const head = Math.ceil(kept / 2);
  return [...pieces.slice(0, head), ELLIPSIS, ...pieces.slice(pieces.length - (kept - head))];
}

/**
 * The text in at most `maxLines` lines of `width`, as much of its beginning and end as fits. `pieces` are never split;
 * one that is wider than a line gets a line of its own.
 */
export function fitLines(
  pieces: readonly string[],
  widthOf: (piece: string) => number,
  width: number,
  maxLines: number,
): readonly string[] {
  const whole = breakLines(pieces, widthOf, width);
  if (whole.length <= maxLines) return whole;
  let fits = 0;
  let tooMany = pieces.length;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    const lines = breakLines(shortened(pieces, middle), widthOf, width);
    if (lines.length <= maxLines) fits = middle;
    else tooMany = middle;
  }
  return breakLines(shortened(pieces, fits), widthOf, width);
}

/**
 * Makes every character of a text visible on paper. A name on a certificate must never look like another name: what
 * the font cannot draw, what has no ink of its own and what would turn the direction of reading is spelled as U+XXXX.
 * Read from left to right, without shaping.
 */
const PLAIN_SCRIPTS =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}]$/u;

/** Controls, formats, lone surrogates, private and unassigned code points, line separators, invisible selectors. */
const INKLESS = /^[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]$/u;
const SPACE = /^\p{Zs}$/u;
const ASCII = /^[ -~]*$/; // every font has these, and none of them joins another

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function escaped(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  return `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`;
}

/**
 * The text in pieces that must not be torn apart: a character with its marks, or one escape. `hasGlyph` says what the
 * font can draw.
 */
export function visiblePieces(
  text: string,
  hasGlyph: (letter: string) => boolean,
): readonly string[] {
  if (ASCII.test(text)) return Array.from(text);
  const isDrawn = (character: string) =>
    PLAIN_SCRIPTS.test(character) && !INKLESS.test(character) && hasGlyph(character);
  return [...graphemes.segment(text)].flatMap(({ segment }) => {
    if (SPACE.test(segment)) return [' '];
    const characters = Array.from(segment);
    return characters.every(isDrawn)
      ? [segment]
      : characters.map((character) => (isDrawn(character) ? character : escaped(character)));
  });
}
