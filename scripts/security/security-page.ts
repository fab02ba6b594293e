/**
 * Reads the list of docs/security.md, and finds the tests that stand behind it.
 *   npm run security   prints every item with the names of its tests
 */
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Item {
  readonly number: number;
  readonly what: string;
  readonly rules: readonly string[];
  /** The last column: where else, and the jobs there. */
  readonly elsewhere: string;
}

export interface NamedTest {
  readonly file: string;
  readonly title: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const TEST_FILES = '{src-*,simulation,scripts,e2e}/**/*.{test,contract,spec}.{ts,tsx}';

/** The rows of the list in a page, in its order. */
export function readItems(page: string): readonly Item[] {
  return page.split('\n').flatMap((line) => {
    const [, number, what = '', rules = '', elsewhere = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    if (number === undefined || !/^\d+$/.test(number)) return [];
    return [
      {
        number: Number(number),
        what,
        rules: [...rules.matchAll(/\b[A-Z]{2}\d+\b/g)].map(([rule]) => rule),
        elsewhere,
      },
    ];
  });
}

/** Titles that cite a rule, by rule. */
export function testsByRule(): ReadonlyMap<string, readonly NamedTest[]> {
  const found = new Map<string, NamedTest[]>();
  for (const file of fs.globSync(TEST_FILES, { cwd: root }).toSorted()) {
    const text = fs.readFileSync(new URL(file, new URL('../../', import.meta.url)), 'utf8');
    for (const [, , title = ''] of text.matchAll(/(['"`])((?:\[[A-Z]{2,4}\d+\] ?)+[^\n]*?)\1/g)) {
      for (const [, rule = ''] of title.matchAll(/\[([A-Z]{2,4}\d+)\]/g)) {
        found.set(rule, [...(found.get(rule) ?? []), { file, title }]);
      }
    }
  }
  return found;
}

if (import.meta.main) {
  const tests = testsByRule();
  const page = fs.readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
  for (const { number, what, rules, elsewhere } of readItems(page)) {
    process.stdout.write(`\n${number}. ${what}\n`);
    for (const { file, title } of rules.flatMap((rule) => tests.get(rule) ?? [])) {
      process.stdout.write(`   ${title}\n     ${file}\n`);
    }
    if (elsewhere !== '') process.stdout.write(`   elsewhere: ${elsewhere}\n`);
  }
}
