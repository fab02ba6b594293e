/**
 * Text that no reader obeys. File names and the service's words can hold anything, so whatever a terminal, a
 * spreadsheet or an editor would act upon is written out instead.
 */

/** Controls, formats (bidi among them) and separators, but not the joiners inside emoji and many scripts. */
const OBEYED = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The text with everything a reader might obey written out. What is printable already stays as it is. */
export function printable(text: string): string {
  return text.toWellFormed().replaceAll(OBEYED, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/**
 * The same of a name, so that no two names are written alike: a backslash is written as two. For absolute paths
 * there is `printablePath`: names of Windows hold no backslash, and nothing that it could be mistaken for.
 */
export function printableName(name: string): string {
  return printable(name.replaceAll('\\', '\\\\'));
}

/** An absolute path, in which names of Windows stand as they are. */
export function printablePath(path: string): string {
  return path.startsWith('/') ? printableName(path) : printable(path);
}

/**
 * JSON of the value with the same written out as escapes, so that it reads back as it was. `indent`: spaces for each level,
 * on lines of their own; 0 for one line.
 */
export function printableJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replaceAll(OBEYED, (character) => {
    if (character === '\n') return character; // between values; those in texts are escapes already
    // Half a pair at a time: JSON has no other escape.
    return Array.from({ length: character.length }, (_none, index) => character.charCodeAt(index))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join('');
  });
}
