/** Where a path lies in a folder. */
import path from 'node:path';

/** With '/' between names; '' for the folder itself, null for what is not in it. Both are absolute and real. */
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
