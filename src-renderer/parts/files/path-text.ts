/** Paths as people read them. Those in a folder that has a name of its own are written with that name. */
import { createContext, useContext } from 'react';
import { printable } from '../../../src-shared/model/text/printable.ts';

export interface NamedFolder {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
}

export const NamedFolderContext = createContext<NamedFolder | null>(null);

/** `/tmp/x1/lab/plates/a.csv` in the folder `/tmp/x1/lab`, known as "Demo lab", is `Demo lab/plates/a.csv`. */
export function pathWithName(folder: NamedFolder | null, path: string): string {
  if (folder === null || !path.startsWith(folder.path)) return path;
  const rest = path.slice(folder.path.length);
  return rest === '' || /^[\\/]/.test(rest) ? folder.name + rest : path;
}

/** For reading only: what would turn the reading direction, or could not be seen, is written out. */
export function usePathText(): (path: string) => string {
  const folder = useContext(NamedFolderContext);
  return (path) => printable(pathWithName(folder, path));
}
