/** When another version may take this one's place. Pure; who signed it is judged by the updater before that. */

export interface UpdateFacts {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  /** Of this program. */
  readonly version: string;
}

/** Linux packages belong to their package manager; a program that runs from its sources is nobody's to replace. */
export function mayUpdate({ isPackaged, platform }: Omit<UpdateFacts, 'version'>): boolean {
  return isPackaged && (platform === 'win32' || platform === 'darwin');
}

const VERSION = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/;

/** Only a later, finished version: never the same, an older one, or one that is still being tried. */
export function isLater(offered: string, version: string): boolean {
  const [a, b] = [VERSION.exec(offered), VERSION.exec(version)];
  if (a === null || b === null) return false;
  for (const at of [1, 2, 3]) {
    const difference = Number(a[at]) - Number(b[at]);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
