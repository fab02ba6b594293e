/**
 * Compares the numbered rules of SPEC.md with the tests that cite them. A rule without a test is a wish, a citation
 * without a rule is a typo, and a number used twice proves nothing.
 *   npm run rules
 */
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

const RULE_LINE = /^- \*\*\[([A-Z]{2,4}\d+)\]\*\* (.*)$/gm;
const CITATION = /\[([A-Z]{2,4}\d+)\]/g;
const TEST_WORDS: ReadonlySet<string> = new Set(['test', 'it', 'describe']);
/** A test that never runs proves nothing, so what it cites does not count. */
const NEVER_RUNS: ReadonlySet<string> = new Set(['skip', 'todo']);
const TEST_FILES = '{src-*,simulation,scripts,e2e,bench}/**/*.{test,contract,spec}.{ts,tsx}';

export interface Rule {
  readonly number: string;
  readonly sentence: string;
}

export interface Citation {
  readonly number: string;
  readonly file: string;
}

export interface RuleReport {
  readonly untested: readonly Rule[];
  readonly unknown: readonly Citation[];
  readonly duplicated: readonly string[];
}

/** The rules of a document, in its order: lines like `- **[AB12]** sentence`. */
export function readRules(document: string): readonly Rule[] {
  return [...document.matchAll(RULE_LINE)].map(([, number = '', sentence = '']) => ({
    number,
    sentence,
  }));
}

/** What the titles in a test file cite; a title is the first argument of test, it or describe, however it is reached. */
export function readCitations(file: string, source: string): readonly Citation[] {
  const titles: string[] = [];
  visit(parseSync(file, source).program, (node) => {
    if (node['type'] !== 'CallExpression' || !isTestFunction(node['callee'])) return;
    const [title] = node['arguments'] as readonly unknown[];
    visit(title, (part) => titles.push(literalText(part)));
  });
  return titles
    .flatMap((title) => Array.from(title.matchAll(CITATION)))
    .map(([, number = '']) => ({ number, file }));
}

/** Pure. Every list is empty when document and tests agree. */
export function compareRules(rules: readonly Rule[], citations: readonly Citation[]): RuleReport {
  const cited = new Set(citations.map(({ number }) => number));
  const counts = Map.groupBy(rules, ({ number }) => number);
  return {
    untested: rules.filter(({ number }) => !cited.has(number)),
    unknown: citations.filter(({ number }) => !counts.has(number)),
    duplicated: [...counts].filter(([, same]) => same.length > 1).map(([number]) => number),
  };
}

type SyntaxNode = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null;
}

/** Calls `see` for every object below `value`; the syntax tree is a tree, so this ends. */
function visit(value: unknown, see: (node: SyntaxNode) => void): void {
  if (!isNode(value)) return;
  see(value);
  for (const inner of Object.values(value)) visit(inner, see);
}

/** `test`, `test.each(rows)`, `describe.skipIf(old)`, `test.for`table``: follows the callee down to its first word. */
function isTestFunction(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  switch (callee['type']) {
    case 'Identifier':
      return TEST_WORDS.has(String(callee['name']));
    case 'MemberExpression': {
      const property = callee['property'] as SyntaxNode;
      return !NEVER_RUNS.has(String(property['name'])) && isTestFunction(callee['object']);
    }
    case 'CallExpression':
      return isTestFunction(callee['callee']);
    case 'TaggedTemplateExpression':
      return isTestFunction(callee['tag']);
    default:
      return false;
  }
}

function literalText(node: SyntaxNode): string {
  if (node['type'] === 'Literal') return String(node['value']);
  if (node['type'] === 'TemplateElement') return String((node['value'] as SyntaxNode)['raw']);
  return '';
}

function printReport(report: RuleReport): void {
  for (const { number, sentence } of report.untested) {
    console.error(`[${number}] has no test: ${sentence}`);
  }
  for (const { number, file } of report.unknown) {
    console.error(`[${number}] is cited by ${file}, and no rule has this number`);
  }
  for (const number of report.duplicated) console.error(`[${number}] is used for several rules`);
}

function main(root: string): number {
  const spec = `${root}/SPEC.md`;
  if (!fs.existsSync(spec)) {
    console.error('SPEC.md is missing: the rules are kept there.');
    return 1;
  }
  const rules = readRules(fs.readFileSync(spec, 'utf8'));
  const files = fs
    .globSync(TEST_FILES, { cwd: root })
    .toSorted((one, other) => (one < other ? -1 : 1));
  const citations = files.flatMap((file) =>
    readCitations(file, fs.readFileSync(`${root}/${file}`, 'utf8')),
  );
  const report = compareRules(rules, citations);
  printReport(report);
  const isClean = Object.values(report).every((problems) => problems.length === 0);
  console.log(
    `Rules ${rules.length}, citations ${citations.length}, test files ${files.length}: ` +
      (isClean ? 'they agree.' : 'they do not agree.'),
  );
  return isClean && rules.length > 0 ? 0 : 1;
}

if (import.meta.main) {
  const [folder = fileURLToPath(new URL('..', import.meta.url))] = process.argv.slice(2);
  process.exitCode = main(folder);
}
