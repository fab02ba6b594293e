/**
 * Paths that files get in a bundle: near to their own, safe on every system, and no two alike wherever upper and lower
 * case are the same. Nothing in them needs writing out in a list of fingerprints, so that plain tools find the files;
 * what a file was called is kept in the bundle's metadata. Pure.
 */

/**
 * Separators, what Windows forbids, `%` (which RFC 8493 wants written as `%25`, and widespread tools do not read back),
 * control characters, and those that turn the direction of writing or cannot be seen.
 */
const FORBIDDEN = /[\\/:*?"<>|%\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;
const NAMELESS = '_';

/** Systems allow 255 bytes for a name. */
const LONGEST_NAME_BYTES = 120;
const LONGEST_ENDING_BYTES = 20;
/** Windows allows 260 characters for a path, and the bundle lies somewhere. */
const LONGEST_PATH_BYTES = 180;
/** Where files go whose folders are too long for that. */
const DEEP = 'deep';

/** A name by itself: never empty, `.` or `..`, nothing that leads elsewhere. Composed (NFC), the ending kept. */
export function safeName(wished: string): string {
  const clean = wished
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(FORBIDDEN, '_')
    .replace(/^ +/, '')
    .replace(/[ .]+$/, '');
  const named = clean === '' ? NAMELESS : clean;
  return shortened(RESERVED.test(named) ? `_${named}` : named, LONGEST_NAME_BYTES);
}

export interface BagNames {
  /** `original`: with `/`, relative to wherever the file was. Asked twice for one path, it gives two. */
  place(original: string): string;
}

/** Names below the folder `root` of a bundle. */
export function makeBagNames(root: string): BagNames {
  const taken = new Set<string>();
  const folders = new Map<string, string>([['', root]]);
  const numbers = new Map<string, number>();

  function unique(folder: string, name: string): string {
    const wished = `${folder}/${name}`;
    let path = wished;
    while (taken.has(folded(path))) {
      const number = (numbers.get(folded(wished)) ?? 1) + 1;
      numbers.set(folded(wished), number);
      path = `${folder}/${numbered(name, number)}`;
    }
    taken.add(folded(path));
    return path;
  }

  /** The same for all files of one folder; another for a folder that differs in case alone. */
  function folderOf(original: string): string {
    const known = folders.get(original);
    if (known !== undefined) return known;
    const [parent, name] = splitAtName(original);
    const path = unique(folderOf(parent), safeName(name));
    folders.set(original, path);
    return path;
  }

  return {
    place(original) {
      const [parent, name] = splitAtName(original);
      const isLong = Buffer.byteLength(original) > LONGEST_PATH_BYTES;
      return unique(folderOf(isLong ? DEEP : parent), safeName(name));
    },
  };
}

function splitAtName(path: string): readonly [parent: string, name: string] {
  const slash = path.lastIndexOf('/');
  return [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)];
}

function folded(path: string): string {
  return path.toLowerCase().toUpperCase().normalize('NFC');
}

function numbered(name: string, number: number): string {
  const [stem, ending] = splitAtEnding(name);
  const tail = ` (${number})${ending}`;
  return shortened(stem, LONGEST_NAME_BYTES - Buffer.byteLength(tail)) + tail;
}

function splitAtEnding(name: string): readonly [stem: string, ending: string] {
  const dot = name.lastIndexOf('.');
  const isEnding = dot > 0 && Buffer.byteLength(name.slice(dot)) <= LONGEST_ENDING_BYTES;
  return isEnding ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
}

/** Cut before its ending, between two characters. */
function shortened(name: string, mostBytes: number): string {
  if (Buffer.byteLength(name) <= mostBytes) return name;
  const [stem, ending] = splitAtEnding(name);
  let room = mostBytes - Buffer.byteLength(ending);
  let kept = '';
  for (const character of stem) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    kept += character;
  }
  return kept + ending;
}
