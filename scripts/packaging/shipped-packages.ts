/**
 * Which packages a person gets with the program: those inside the built files, told by their source maps, those beside
 * them, told by the lockfile, the fonts, and Electron. Pure.
 */
import { expectedPackages, type LockEntry } from './packed-files.ts';
import type { Platform } from '../prepare/platform.mjs';

/** Come as files of their own, which no map of sources names. */
const FONTS = /^node_modules\/@fontsource-variable\//;
const FRAMEWORK = 'node_modules/electron';

export interface ShippedFacts {
  /** Paths in the maps of the built program and page, as the bundler wrote them. */
  readonly sources: readonly string[];
  readonly locked: Readonly<Record<string, LockEntry>>;
  readonly platform: Platform;
}

/** "name@version", each once, in order. Throws when the build holds a package that the lockfile does not. */
export function shippedPackages({ sources, locked, platform }: ShippedFacts): readonly string[] {
  const inside = sources.flatMap((source) => {
    const folder = /(?:^|\/)(node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(
      source,
    )?.[1];
    return folder === undefined ? [] : [folder];
  });
  const fonts = Object.keys(locked).filter((folder) => FONTS.test(folder));
  const folders = [...inside, ...fonts, FRAMEWORK];
  const named = folders.map((folder) => {
    const version = locked[folder]?.version;
    if (version === undefined) throw new Error(`${folder} is built in, and not in the lockfile`);
    return `${folder.replace(/^.*node_modules\//, '')}@${version}`;
  });
  const beside = expectedPackages({ locked, platform }).map((name) => name.replace(' ', '@'));
  return [...new Set([...named, ...beside])].toSorted();
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
