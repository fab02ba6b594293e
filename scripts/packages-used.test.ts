/** Each package of package.json is used by something here, and whatever is imported is a package of package.json. */
import fs from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};
const packages = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
const SOURCES = fs.globSync(
  ['{src-*,scripts,e2e,bench,simulation}/**/*.{ts,tsx,mjs,css}', '*.config.ts'],
  { cwd: root, exclude: ['**/packages-used.test.ts'] },
);
/** Used without being named in code or in a script. */
const USED_OTHERWISE: ReadonlyMap<string, string> = new Map([
  ['@testing-library/dom', 'asked for by @testing-library/react'],
  ['@vitest/coverage-v8', 'vitest --coverage'],
  ['electron-builder', 'started by scripts/packaging'],
  ['jsdom', "vitest's environment of that name"],
  ['node', 'runs everything'],
  ['oxlint-tsgolint', "oxlint's rules about types"],
  ['typescript', 'tsc'],
]);

/** From declarations at the start of a line, `import('name')`, `import.meta.resolve`, `require` and `@import`. */
function packagesIn(text: string): readonly string[] {
  const declared = text.matchAll(/^(?:import|export|\})(?: [^'";]*?from)? ['"]([^'"]+)['"]/gm);
  const asked = text.matchAll(
    /(?:\bimport\(|\brequire\(|\bresolve\(|@import )\s*['"`]([^'"`]+)['"`]/g,
  );
  return [...declared, ...asked].flatMap(
    ([, specifier = '']) => /^(?:@[\w.-]+\/)?[\w-][\w.-]*/.exec(specifier)?.[0] ?? [],
  );
}

const SHIPPED = /^src-(main|renderer|shared|mock)\//;
const NOT_SHIPPED = /\.(test|contract)\.tsx?$|\/test-support\//;
const imported = new Map<string, readonly string[]>();
for (const file of SOURCES) {
  for (const name of packagesIn(read(file))) {
    imported.set(name, [...(imported.get(name) ?? []), file]);
  }
}

test('each package is named in code or in a script, or used as it is said here', () => {
  expect(imported.size).toBeGreaterThan(30);
  const run = Object.values(manifest.scripts).join('\n');
  const text = SOURCES.map(read).join('\n');
  const isNamed = (name: string) => new RegExp(`['"\`]${name}(?:/[^'"\`]*)?['"\`]`).test(text);
  const unused = packages.filter(
    (name) =>
      !isNamed(name.replace(/^@types\//, '')) &&
      !USED_OTHERWISE.has(name) &&
      !new RegExp(`\\b${name}\\b`).test(run),
  );
  expect(unused).toEqual([]);
  expect([...USED_OTHERWISE.keys()].filter((name) => !packages.includes(name))).toEqual([]);
});

test('what the program imports is a package of ours, and no package of a package', () => {
  const known = new Set([...packages, ...builtinModules, 'node']);
  const foreign = [...imported].flatMap(([name, files]) => {
    const isType = known.has(`@types/${name}`);
    if (known.has(name) || isType) return [];
    const shipped = files.filter((file) => SHIPPED.test(file) && !NOT_SHIPPED.test(file));
    return shipped.map((file) => `${file}: ${name}`);
  });
  expect(foreign).toEqual([]);
});
