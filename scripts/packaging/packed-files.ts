/**
 * What the packed program must hold, and what it must not. Pure: compares the list of an archive with the build and the
 * lockfile, and names every difference.
 */
import type { LockEntry } from './lockfile.ts';
import { isForPlatform, type Platform } from './platform.mjs';

export interface PackedFacts {
  /** Every file in the archive, "out/main/cli.js", with forward slashes. */
  readonly packed: readonly string[];
  /** What the packages among them call themselves, "zod 4.6.7"; where they lie is the packer's to choose. */
  readonly packages: readonly string[];
  /** Those of the files that lie beside the archive, since machine code cannot be loaded out of it. */
  readonly unpacked: readonly string[];
  /** What the build gave, "out/main/cli.js", and what is drawn for it, "build/tray/idleTemplate.png". */
  readonly built: readonly string[];
  /** The lockfile's packages by folder, "node_modules/zod". */
  readonly locked: Readonly<Record<string, LockEntry>>;
  readonly platform: Platform;
}

/** What the configuration of the package lets in of the build. */
const SHIPPED_BUILD =
  /^(out\/(main|preload|renderer)\/|build\/tray\/.+\.(png|ico)$|build\/fonts\/)/;
const BESIDE_THE_BUILD = ['package.json', 'LICENSE'];
/** Asked for by packages of ours, and of no use in the program: one reports installations, one is for compilers. */
const LEFT_OUT = new Set(['@scarf/scarf', 'node-addon-api']);
/** Code that is not run, tests, other people's build recipes, secrets. */
const NEVER = [
  /\.([cm]?tsx?|map|cc?|cpp|h|hpp|gypi?|sh|ps1|pem|key|p12|db|log|tgz)$/,
  /(^|\/)(tests?|__tests__|examples?|coverage|\.git|\.github|\.yarn|\.vscode)\//,
  /(^|\/)\.(env|npmrc|ci)/,
  /\.(test|spec|slow)\./,
];
const NATIVE = /\.node$/;

/** Sentences about what is wrong; none when the archive is as it should be. */
export function findFaults(facts: PackedFacts): readonly string[] {
  return [
    ...compare('the build', expectedBuild(facts.built), ownFiles(facts.packed)),
    ...compare('the packages', expectedPackages(facts), facts.packages),
    ...facts.packed
      .filter((name) => NEVER.some((pattern) => pattern.test(name)))
      .map((name) => `${name} has no place in the program`),
    ...compare('beside the archive', facts.packed.filter(isNative), facts.unpacked),
    ...nativeFaults(facts.packed.filter(isNative)),
  ];
}

const isNative = (name: string) => NATIVE.test(name);

function expectedBuild(built: readonly string[]): readonly string[] {
  const shipped = built.filter((name) => SHIPPED_BUILD.test(name) && !name.endsWith('.map'));
  return [...shipped, ...BESIDE_THE_BUILD];
}

function ownFiles(packed: readonly string[]): readonly string[] {
  return packed.filter((name) => !name.startsWith('node_modules/'));
}

/** Folders in the lockfile of the packages that the built program loads on this system. */
export function expectedFolders({
  locked,
  platform,
}: Pick<PackedFacts, 'locked' | 'platform'>): readonly string[] {
  return Object.entries(locked)
    .filter(([folder, entry]) => folder !== '' && entry.dev !== true)
    .filter(([folder]) => !LEFT_OUT.has(packageOf(folder)))
    .filter(([, entry]) => entry.optional !== true || isForPlatform(entry, platform))
    .map(([folder]) => folder);
}

/** The same as they call themselves, "name version". */
export function expectedPackages(
  facts: Pick<PackedFacts, 'locked' | 'platform'>,
): readonly string[] {
  return expectedFolders(facts).map(
    (folder) => `${packageOf(folder)} ${facts.locked[folder]?.version ?? ''}`,
  );
}

/** Folders that are a package, "node_modules/zod"; one inside a package (`dist/package.json`) is none. */
export function packageFolders(packed: readonly string[]): readonly string[] {
  return packed.flatMap((name) => {
    const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/@]+)\/package\.json$/.exec(name)?.[1];
    return folder === undefined ? [] : [folder];
  });
}

/** One file of machine code per package: another one is for another system. */
function nativeFaults(natives: readonly string[]): readonly string[] {
  const byPackage = Map.groupBy(natives, (name) => packageOf(name));
  const crowded = [...byPackage].filter(([, files]) => files.length > 1);
  return crowded.map(([name, files]) => `${name} has machine code ${files.length} times`);
}

function packageOf(name: string): string {
  return /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1] ?? name;
}

function compare(what: string, wanted: readonly string[], found: readonly string[]) {
  const isWanted = new Set(wanted);
  const isFound = new Set(found);
  return [
    ...wanted.filter((name) => !isFound.has(name)).map((name) => `${what}: ${name} is missing`),
    ...found.filter((name) => !isWanted.has(name)).map((name) => `${what}: ${name} is too much`),
  ];
}
