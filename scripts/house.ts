/**
 * `npm run house`: how the program is built, in numbers: what each entry loads, which modules have one importer, circles, and
 * lines by area. Types are no imports: what is loaded counts. `npm run house -- MODULE` lists what a module loads at its start.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseSync } from 'vite';
import { tellUsage } from './tell-usage.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const CODE = '{src-*,simulation,bench,scripts,e2e}/**/*.{ts,tsx,mjs}';
const OF_TESTS = /\.test\.tsx?$|\.spec\.ts$|\/test-support\/|^(simulation|bench|scripts|e2e)\//;
/** Where somebody begins to read, and what is loaded by then. */
const ENTRIES = [
  'src-main/hosts/cli/main.ts',
  'src-main/hosts/cli/program.ts',
  'src-main/hosts/cli/sync/status-command.ts',
  'src-main/app/account.ts',
  'src-main/app/create-core.ts',
  'src-main/pipeline/run/sync-run.ts',
  'src-main/features/outbox/outbox.ts',
  'src-renderer/main.tsx',
  'src-verify/main.ts',
];

/** Paths from the root: each module with those that it loads when it is loaded itself. */
export type House = ReadonlyMap<string, readonly string[]>;

/** `code` of each module, by its path. */
export function houseOf(code: ReadonlyMap<string, string>): House {
  return new Map(
    [...code].map(([file, text]) => {
      const { module } = parseSync(file, text);
      const imports = module.staticImports
        .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
        .map(({ moduleRequest }) => moduleRequest.value);
      const exports = module.staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ moduleRequest, isType }) =>
          moduleRequest === null || isType ? [] : [moduleRequest.value],
        ),
      );
      const within = [...new Set([...imports, ...exports])]
        .filter((name) => name.startsWith('.'))
        .map((name) => path.posix.join(path.posix.dirname(file), name))
        .filter((name) => code.has(name));
      return [file, within];
    }),
  );
}

/** With the module itself. */
export function loadedBy(house: House, entry: string): ReadonlySet<string> {
  const loaded = new Set([entry]);
  for (const file of loaded) for (const each of house.get(file) ?? []) loaded.add(each);
  return loaded;
}

/** Modules that load each other in a circle; several circles that touch are one. */
export function circlesIn(house: House): readonly (readonly string[])[] {
  const left = new Set(house.keys());
  const circles: (readonly string[])[] = [];
  for (const file of left) {
    const reached = loadedBy(house, file);
    const circle = [...reached].filter((each) => loadedBy(house, each).has(file));
    for (const each of circle) left.delete(each);
    if (circle.length > 1) circles.push(circle.toSorted());
  }
  return circles;
}

/** How many modules load each; those that none loads are left out. */
export function importersIn(house: House): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const each of [...house.values()].flat()) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}

function readCode(): ReadonlyMap<string, string> {
  const files = fs.globSync(CODE, { cwd: root }).map((file) => file.split(path.sep).join('/'));
  return new Map(
    files.toSorted().map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')]),
  );
}

function linesByArea(code: ReadonlyMap<string, string>): readonly (readonly [string, number])[] {
  const areas = new Map<string, number>();
  for (const [file, text] of code) {
    const [top = '', second = ''] = file.split('/');
    const area = OF_TESTS.test(file) && top.startsWith('src-') ? 'tests in src-*' : top;
    const name = area === 'src-main' ? `${area}/${second}` : area;
    areas.set(name, (areas.get(name) ?? 0) + text.split('\n').length - 1);
  }
  return [...areas].toSorted(([, one], [, other]) => other - one);
}

function print(): void {
  const code = readCode();
  const product = houseOf(new Map([...code].filter(([file]) => !OF_TESTS.test(file))));
  tellUsage(import.meta.url);
  const [asked] = parseArgs({ allowPositionals: true }).positionals;
  if (asked !== undefined) {
    if (!product.has(asked)) {
      console.error(`"${asked}" is no module of the program. Give its path from here.`);
      process.exitCode = 2;
      return;
    }
    for (const file of [...loadedBy(product, asked)].toSorted()) console.log(file);
    return;
  }
  const importers = [...importersIn(product).values()];
  console.log(
    `${product.size} modules, ${importers.filter((n) => n === 1).length} of them with one importer`,
  );
  const circles = circlesIn(product);
  console.log(`${circles.length} circles of imports`);
  for (const circle of circles) console.log(`  ${circle.join('\n  ')}`);
  console.log('\nmodules that are loaded with');
  for (const entry of ENTRIES) {
    console.log(`${String(loadedBy(product, entry).size).padStart(7)}  ${entry}`);
  }
  console.log('\nlines');
  for (const [area, lines] of linesByArea(code))
    console.log(`${String(lines).padStart(7)}  ${area}`);
}

if (import.meta.main) print();
