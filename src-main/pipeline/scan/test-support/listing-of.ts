/** A listing of entries that a test or a played disk makes up. */
import type { DirectoryEntry, Listing } from '../file-tree.ts';

export function listingOf(entries: readonly DirectoryEntry[]): Listing {
  return {
    size: entries.length,
    digest: JSON.stringify(entries),
    [Symbol.iterator]: () => entries[Symbol.iterator](),
    directories: () => entries.filter((entry) => entry.kind === 'directory'),
    find: (name) => entries.find((entry) => entry.name === name) ?? null,
  };
}
