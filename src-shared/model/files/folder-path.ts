/** Where a file lies, as it stands below its name: the watched folder's name and the subfolders in it. Pure. */

const natural = new Intl.Collator(undefined, { numeric: true });

/** The last part of a path of any system; the path itself where it has none. */
export function lastPart(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
}

export interface Subfolder {
  readonly name: string;
  /** From the watched folder on, with slashes. */
  readonly path: string;
  /** There are more in it. */
  readonly hasSubfolders: boolean;
}

/** Those directly below one, by name, from the directories that have files; an empty path: the watched folder. */
export function subfoldersIn(
  directories: readonly { readonly path: string }[],
  below: string,
): readonly Subfolder[] {
  const start = below === '' ? '' : `${below}/`;
  const found = new Map<string, boolean>();
  for (const { path } of directories) {
    if (!path.startsWith(start) || path === '') continue;
    const [name = '', ...deeper] = path.slice(start.length).split('/');
    if (name === '') continue;
    found.set(name, found.get(name) === true || deeper.length > 0);
  }
  return [...found]
    .map(([name, hasSubfolders]) => ({ name, path: start + name, hasSubfolders }))
    .toSorted((one, other) => natural.compare(one.name, other.name));
}

interface Placed {
  readonly folderPath: string | null;
  readonly name: string;
}

/** Files by their folders, then by their names; "run_9" before "run_10". */
export function byPlace(one: Placed, other: Placed): number {
  return (
    natural.compare(one.folderPath ?? '', other.folderPath ?? '') ||
    natural.compare(one.name, other.name)
  );
}

/**
 * "exp/subject_07/plate-A". `watched`: the path of the watched folder; null for a file that was added by hand, which is said to
 * lie in the last part of its directory.
 */
export function folderPathOf(watched: string | null, directory: string): string {
  if (watched === null) return lastPart(directory);
  return directory === '' ? lastPart(watched) : `${lastPart(watched)}/${directory}`;
}
