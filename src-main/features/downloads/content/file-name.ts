/**
 * The name under which a download is kept. A service may call a file anything: what comes out here is one component of a
 * path on every system, shows what it is, starts nothing by itself, and fits. Pure.
 */

/** Most bytes of one name on every file system we may meet. */
const MOST_BYTES = 255;
/** Longer endings are no endings. */
const LONGEST_ENDING = 24;
/** For a name of which nothing is left. */
const NAMELESS = 'download';

/** Separators, drives, streams and wildcards; controls, line ends, and what turns or hides letters. */
const UNSAFE = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
/** Names that Windows takes for devices, whatever follows their first point. */
const DEVICE = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$|clock\$) *(\.|$)/i;

/** Never empty, never hidden, never leads anywhere. The same name gives the same name. */
export function safeFileName(name: string): string {
  const plain = name
    .toWellFormed()
    .replaceAll(UNSAFE, '_')
    .replace(/^\s+/u, '')
    .replace(/^\.+/u, (points) => '_'.repeat(points.length)) // a hidden file may be somebody's settings
    .replace(/[.\s]+$/u, ''); // Windows drops these, and then the name is another one
  const named = plain === '' || /^_+$/.test(plain) ? NAMELESS : plain;
  return fitted(DEVICE.test(named) ? `_${named}` : named, '');
}

/** The `number`th of this name: 1 is the name itself, 2 is "name (2).ending". */
export function numberedName(name: string, number: number): string {
  return number === 1 ? name : fitted(name, ` (${number})`);
}

/** The name with a remark before its ending. */
export function remarkedName(name: string, remark: string): string {
  return fitted(name, ` (${remark})`);
}

function fitted(name: string, addition: string): string {
  const point = name.lastIndexOf('.');
  const ending = point > 0 && name.length - point <= LONGEST_ENDING ? name.slice(point) : '';
  const room = MOST_BYTES - Buffer.byteLength(addition + ending);
  let stem = '';
  let bytes = 0;
  for (const letter of name.slice(0, name.length - ending.length)) {
    bytes += Buffer.byteLength(letter);
    if (bytes > room) break;
    stem += letter;
  }
  return stem.replace(/[.\s]+$/u, '') + addition + ending;
}
