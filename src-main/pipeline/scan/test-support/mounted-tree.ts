/** A file tree on which drives are mounted: other folders of this computer, with numbers and volumes of their own. */
import type { FileTree } from '../file-tree.ts';

export interface MountedDrive {
  /** The folder with its files. */
  readonly holds: string;
  readonly dev: string;
  readonly volume: string | null;
  /** When its topmost directory was made, in ns; 0: it does not keep that. */
  readonly bornNs: string;
}

/** `mounts`: by the absolute path at which each is mounted now; what is not below one is on `base`. */
export function makeMountedTree(
  tree: FileTree,
  mounts: ReadonlyMap<string, MountedDrive>,
  base: Omit<MountedDrive, 'holds'> & { dev: string },
): FileTree {
  function found(place: string) {
    const path = place.replace('//', '/');
    const at = [...mounts.keys()]
      .filter((each) => path === each || path.startsWith(`${each}/`))
      .toSorted((one, other) => other.length - one.length)[0];
    const drive = at === undefined ? undefined : mounts.get(at);
    if (at === undefined || drive === undefined) return { place, ...base };
    const inner = path.slice(at.length + 1);
    return { ...drive, place: inner === '' ? drive.holds : `${drive.holds}//${inner}` };
  }

  return {
    async readDirectory(asked, signal, question) {
      const { place, dev } = found(asked);
      const reading = await tree.readDirectory(place, signal, question);
      return reading.kind === 'read' ? { ...reading, dev } : reading;
    },
    async identify(asked, signal) {
      const { place, dev, bornNs } = found(asked);
      const reading = await tree.identify(place, signal);
      if (reading.kind !== 'directory') return reading;
      return { ...reading, dev, identity: `${dev}:2:${bornNs}` };
    },
    volumeOf: (path) => found(path).volume,
    partsOf: () => [],
    rulesFor: (...asked) => tree.rulesFor(...asked),
  };
}
