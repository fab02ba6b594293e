/** A name under which a file may be kept on every system, as near to the wished one as can be. Pure. */

const LONGEST_NAME_BYTES = 200; // systems allow 255
const LONGEST_ENDING = 20;
const NAMELESS = 'file';

/** Separators, what Windows forbids, control characters, and those that turn the direction of writing. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;

/** Never empty, `.` or `..`; nothing that leads elsewhere; at most 200 bytes, the ending kept. */
export function safeFileName(wished: string): string {
  const clean = wished
    .normalize('NFC')
    .replaceAll(FORBIDDEN, '_')
    .replace(/^[\s.]+/, '')
    .replace(/[\s.]+$/, '');
  const named = clean === '' ? NAMELESS : clean;
  return shortened(RESERVED.test(named) ? `_${named}` : named);
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST_NAME_BYTES) return name;
  const dot = name.lastIndexOf('.');
  const isEnding = dot > 0 && Buffer.byteLength(name.slice(dot)) <= LONGEST_ENDING;
  const ending = isEnding ? name.slice(dot) : '';
  const room = LONGEST_NAME_BYTES - Buffer.byteLength(ending);
  let stem = '';
  for (const character of isEnding ? name.slice(0, dot) : name) {
    if (Buffer.byteLength(stem + character) > room) break;
    stem += character;
  }
  return stem + ending;
}
