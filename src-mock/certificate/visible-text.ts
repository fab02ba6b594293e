/**
 * Makes every character of a text visible on paper. A name on a certificate must never look like another name: what
 * the font cannot draw, what has no ink of its own and what would turn the direction of reading is spelled as U+XXXX.
 */

/** Read from left to right, without shaping. */
const PLAIN_SCRIPTS =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]$/u;

/** Controls, formats, lone surrogates, private and unassigned code points, line separators, invisible selectors. */
const INKLESS = /^[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]$/u;
const SPACE = /^\p{Zs}$/u;

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
  hasGlyph: (codePoint: number) => boolean,
): readonly string[] {
  const isDrawn = (character: string) =>
    PLAIN_SCRIPTS.test(character) &&
    !INKLESS.test(character) &&
    hasGlyph(character.codePointAt(0) ?? 0);
  return [...graphemes.segment(text)].flatMap(({ segment }) => {
    if (SPACE.test(segment)) return [' '];
    const characters = Array.from(segment);
    return characters.every(isDrawn)
      ? [segment]
      : characters.map((character) => (isDrawn(character) ? character : escaped(character)));
  });
}
