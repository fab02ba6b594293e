/**
 * Which packages a person gets with the program: those inside the built files, told by their source maps, those beside
 * them, told by the lockfile, the fonts, and Electron. Pure.
 */
import type { LockEntry } from './lockfile.ts';
import { expectedFolders } from './packed-files.ts';
import type { Platform } from './platform.mjs';

/** Come as files of their own, which no map of sources names. */
const FONTS = /^node_modules\/@fontsource-variable\//;
const FRAMEWORK = 'node_modules/electron';
const IN_A_PACKAGE = /(?:^|\/)(node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+)\//;

export interface ShippedFacts {
  /** Paths in the maps of the built program and page, as the bundler wrote them. */
  readonly sources: readonly string[];
  readonly locked: Readonly<Record<string, LockEntry>>;
  readonly platform: Platform;
}

/** Their folders in the lockfile, each once, in order. Throws when the build holds one that is not there. */
export function shippedFolders({ sources, locked, platform }: ShippedFacts): readonly string[] {
  const inside = sources.flatMap((source) => {
    const folder = IN_A_PACKAGE.exec(source)?.[1];
    return folder === undefined ? [] : [folder];
  });
  const fonts = Object.keys(locked).filter((folder) => FONTS.test(folder));
  const folders = [...inside, ...fonts, FRAMEWORK, ...expectedFolders({ locked, platform })];
  for (const folder of folders) {
    if (locked[folder]?.version === undefined) {
      throw new Error(`${folder} is built in, and not in the lockfile`);
    }
  }
  return [...new Set(folders)].toSorted();
}

/** The same as they call themselves, "name@version". */
export function shippedPackages(facts: ShippedFacts): readonly string[] {
  const named = shippedFolders(facts).map(
    (folder) => `${folder.replace(/^.*node_modules\//, '')}@${facts.locked[folder]?.version ?? ''}`,
  );
  return [...new Set(named)].toSorted();
}

interface Component {
  readonly 'bom-ref': string;
}

/** As far as it is looked at; the rest stays as npm wrote it. */
export interface Inventory {
  readonly components: readonly Component[];
  readonly dependencies: readonly {
    readonly ref: string;
    readonly dependsOn?: readonly string[];
  }[];
}

/** The part of npm's inventory that ships. Throws when something that ships is not in it. */
export function shippedInventory<Whole extends Inventory>(
  whole: Whole,
  shipped: readonly string[],
  program: string,
): Whole {
  const isShipped = new Set(shipped);
  const components = whole.components.filter((one) => isShipped.has(one['bom-ref']));
  const listed = new Set(components.map((one) => one['bom-ref']));
  const missing = shipped.filter((name) => !listed.has(name));
  if (missing.length > 0) throw new Error(`npm's inventory lacks ${missing.join(', ')}`);
  const dependencies = whole.dependencies
    .filter(({ ref }) => ref === program || isShipped.has(ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: dependsOn.filter((name) => isShipped.has(name)),
    }));
  return { ...whole, components, dependencies };
}
