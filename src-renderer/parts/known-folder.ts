/** A place that a person knows by a name. Paths in it are written with the name, wherever they are only to be read. */
import { createContext, useContext } from 'react';
import { printable } from '../../src-shared/model/text/printable.ts';

export interface Place {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
}

export const KnownPlace = createContext<Place | null>(null);

/** `/tmp/x1/lab/plates/a.csv` in the place `/tmp/x1/lab`, known as "Demo lab", is `Demo lab/plates/a.csv`. */
export function pathIn(place: Place | null, path: string): string {
  if (place === null || !path.startsWith(place.path)) return path;
  const rest = path.slice(place.path.length);
  return rest === '' || /^[\\/]/.test(rest) ? place.name + rest : path;
}

/** For reading only: what would turn the reading direction, or could not be seen, is written out. */
export function usePathText(): (path: string) => string {
  const place = useContext(KnownPlace);
  return (path) => printable(pathIn(place, path));
}
