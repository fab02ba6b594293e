/**
 * The promises of docs/promises.md, and the tests that carry their numbers in their names: "… (P7)", "… (P7, P8)".
 *   npm run promises            how many tests each promise has
 *   npm run promises -- 7 12    the tests of these
 * Ends with 1 if a promise has no test, or a test names a promise that is not there.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { tellUsage } from './tell-usage.mjs';

interface PromiseText {
  readonly number: number;
  readonly title: string;
}

interface NumberedTest {
  readonly file: string;
  readonly title: string;
  readonly numbers: readonly number[];
}

const TESTS = '{src-*,simulation,scripts,bench,build,e2e}/**/*.{test.ts,test.tsx,spec.ts}';
const HEADING = /^### P(\d+) (.+)$/gm;
/** A name ends with the numbers, and with the quotation mark that it began with. */
const NUMBERED = /(['"`])((?:(?!\1)[^\\\n]|\\.)*) \((P\d+(?:, P\d+)*)\)\1/g;
const root = fileURLToPath(new URL('..', import.meta.url));

export function promisesIn(document: string): readonly PromiseText[] {
  return [...document.matchAll(HEADING)].map(([, number, title = '']) => ({
    number: Number(number),
    title,
  }));
}

export function numberedTestsIn(file: string, code: string): readonly NumberedTest[] {
  return [...code.matchAll(NUMBERED)].map(([, , title = '', numbers = '']) => ({
    file,
    title,
    numbers: numbers.split(', ').map((each) => Number(each.slice(1))),
  }));
}

/** What is wrong, a sentence for each. */
export function faultsOf(
  promises: readonly PromiseText[],
  tests: readonly NumberedTest[],
): readonly string[] {
  const known = new Set(promises.map(({ number }) => number));
  const tested = new Set(tests.flatMap(({ numbers }) => numbers));
  return [
    ...promises
      .filter(({ number }) => !tested.has(number))
      .map(({ number, title }) => `P${number} has no test: ${title}`),
    ...tests
      .filter(({ numbers }) => numbers.some((number) => !known.has(number)))
      .map(({ file, title }) => `${file} names a promise that is not there: ${title}`),
  ];
}

/** Those of this checkout. */
export function readPromises() {
  const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8');
  const files = fs
    .globSync(TESTS, { cwd: root })
    .map((name) => name.replaceAll(path.sep, '/'))
    .toSorted();
  return {
    promises: promisesIn(read('docs/promises.md')),
    tests: files.flatMap((file) => numberedTestsIn(file, read(file))),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  tellUsage(import.meta.url);
  const { positionals } = parseArgs({ allowPositionals: true });
  const asked = new Set(positionals.map((each) => Number(each.replace(/^P/i, ''))));
  const { promises, tests } = readPromises();
  const unknown = [...asked].find((each) => promises.every(({ number }) => number !== each));
  if (unknown !== undefined) {
    console.error(
      `There is no such promise. They are 1 to ${promises.length}: npm run promises -- 7`,
    );
    process.exit(2);
  }
  for (const { number, title } of promises) {
    if (asked.size > 0 && !asked.has(number)) continue;
    const own = tests.filter(({ numbers }) => numbers.includes(number));
    process.stdout.write(`P${number} ${title}: ${own.length} tests\n`);
    if (asked.size === 0) continue;
    for (const test of own) process.stdout.write(`  ${test.file}: ${test.title}\n`);
  }
  const faults = faultsOf(promises, tests);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
