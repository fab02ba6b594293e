/** The location of a path within a folder. */
import path from 'node:path';

/** With '/' between names; '' for the folder itself, null for a path outside it. Both are absolute and real. */
export function relativeWithin(outer: string, inner: string): string | null {
  const relative = path.relative(outer, inner);
  const isOutside =
    relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative);
  return isOutside ? null : slashed(relative);
}

/** A path of this system with '/' between names. */
export function slashed(text: string): string {
  return text.split(path.sep).join('/');
}

/** True for the path itself too. */
export function isWithin(inner: string, above: string): boolean {
  return above === '' || inner === above || inner.startsWith(`${above}/`);
}

/** The same for any of several paths, however many there are. */
export function isWithinAny(inner: string, above: { has(path: string): boolean }): boolean {
  for (let at: string | null = inner; at !== null; at = parentOf(at))
    if (above.has(at)) return true;
  return false;
}

/** The directory above; null above the root of the folder, which is ''. */
export function parentOf(inner: string): string | null {
  if (inner === '') return null;
  const slash = inner.lastIndexOf('/');
  return slash === -1 ? '' : inner.slice(0, slash);
}
