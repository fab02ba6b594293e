/** Paths of files in a bundle. Pure. */
import { fitName, type NameRules, safeFileName } from '../../../platform/disk/paths.ts';

/** Systems allow 255 bytes for a name. */
const LONGEST_NAME_BYTES = 120;
/** Windows allows 260 characters for a path, and the bundle's own folder takes some of them. */
const LONGEST_PATH_BYTES = 180;
/** Folder for files whose own folders are too long. */
const DEEP = 'deep';

const NAMES: NameRules = {
  begin: (name) => name.replace(/^ +/, ''),
  nameless: '_',
  mostBytes: LONGEST_NAME_BYTES,
};

/** Composed (NFC), and without `%`, which RFC 8493 wants written as `%25`, and widespread tools do not decode. */
export function safeName(wished: string): string {
  return safeFileName(wished.normalize('NFC').replaceAll('%', '_'), NAMES);
}

/**
 * Paths below the folder `root` of a bundle: close to the originals, safe on every system, and unique even when case is
 * ignored. None needs encoding in a manifest, so that simple tools find the files. The original name is in the
 * metadata.
 */
export function makeBagNames(root: string) {
  const taken = new Set<string>();
  const folders = new Map<string, string>([['', root]]);
  const numbers = new Map<string, number>();

  function unique(folder: string, name: string): string {
    const wished = `${folder}/${name}`;
    let path = wished;
    while (taken.has(folded(path))) {
      const number = (numbers.get(folded(wished)) ?? 1) + 1;
      numbers.set(folded(wished), number);
      path = `${folder}/${fitName(name, LONGEST_NAME_BYTES, ` (${number})`)}`;
    }
    taken.add(folded(path));
    return path;
  }

  /** The same for all files of one folder; different for a folder that differs only in case. */
  function folderOf(original: string): string {
    const known = folders.get(original);
    if (known !== undefined) return known;
    const [parent, name] = splitAtName(original);
    const path = unique(folderOf(parent), safeName(name));
    folders.set(original, path);
    return path;
  }

  return {
    /** `original`: with `/`, relative to the file's base folder. Two calls with one path give two results. */
    place(original: string): string {
      const [parent, name] = splitAtName(original);
      const isLong = Buffer.byteLength(original) > LONGEST_PATH_BYTES;
      return unique(folderOf(isLong ? DEEP : parent), safeName(name));
    },
  };
}
export type BagNames = ReturnType<typeof makeBagNames>;

function splitAtName(path: string): readonly [parent: string, name: string] {
  const slash = path.lastIndexOf('/');
  return [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)];
}

function folded(path: string): string {
  return path.toLowerCase().toUpperCase().normalize('NFC');
}
