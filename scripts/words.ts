/**
 * `npm run words`: every sentence of the page, of what all faces share, and of the terminal on one sheet, each with where it is
 * used, for whoever reads them aloud. `npm run words -- it`: in Italian, which the terminal does not speak.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseSync } from 'vite';
import { LANGUAGES, type Language } from '../src-shared/model/words/languages.ts';
import { tellUsage } from './tell-usage.mjs';

/** What stands in a file of words, or among the code of a command. */
interface Saying {
  /** Names that lead to it, such as `activity.noLog`; empty where none does. */
  readonly name: string;
  /** What is filled in stands in angle brackets. */
  readonly text: string;
}

type Syntax = Readonly<Record<string, unknown>> & { readonly type: string };

const root = fileURLToPath(new URL('..', import.meta.url));
const LETTERS = /\p{L}/u;
const SENTENCE = /\p{L}\s+\p{L}/u;
/** Their texts are looked for, not said. */
const LOOKS =
  /^(startsWith|endsWith|includes|indexOf|split|replace|replaceAll|test|match|get|has)$/;

function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function asSyntax(value: unknown): Syntax | null {
  return isSyntax(value) ? value : null;
}

const listOf = (value: unknown): readonly Syntax[] =>
  Array.isArray(value) ? value.filter(isSyntax) : [];

function nameOf(node: Syntax | null): string {
  if (node === null) return '';
  if (node.type === 'MemberExpression') return nameOf(asSyntax(node['property']));
  if (node.type === 'Literal') return String(node['value']);
  return typeof node['name'] === 'string' ? node['name'] : '';
}

/** As it is read; null for what is no text. */
function textOf(node: Syntax): string | null {
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? node['value'] : null;
    case 'TemplateLiteral': {
      const filled = listOf(node['expressions']).map(filledIn);
      const pieces = listOf(node['quasis']).map(
        ({ value }) => (value as { cooked: string }).cooked,
      );
      return pieces.map((piece, at) => piece + (filled[at] ?? '')).join('');
    }
    case 'BinaryExpression':
      return node['operator'] === '+'
        ? [node['left'], node['right']]
            .map((side) => filledIn(asSyntax(side) ?? { type: '' }))
            .join('')
        : null;
    default:
      return null;
  }
}

/** A part of a text: "‹count› file / files", "(is / are)", "‹name›". */
function filledIn(node: Syntax): string {
  const text = textOf(node);
  if (text !== null) return text;
  if (node.type === 'ConditionalExpression') {
    const [one, other] = [node['consequent'], node['alternate']].map((each) =>
      filledIn(asSyntax(each) ?? { type: '' }),
    );
    return `(${one} / ${other})`;
  }
  if (node.type !== 'CallExpression') return `‹${nameOf(node)}›`;
  const [first, ...forms] = listOf(node['arguments']);
  const words = forms.flatMap((form) => textOf(form) ?? []);
  const about = nameOf(first ?? null) || nameOf(asSyntax(node['callee']));
  return words.length === 0 ? `‹${about}›` : `‹${about}› ${words.join(' / ')}`;
}

/** In the order of the file. */
export function sayingsIn(code: string, fileName: string): readonly Saying[] {
  const found: Saying[] = [];
  const visitAll = (values: readonly unknown[], names: readonly string[]) => {
    for (const value of values) {
      if (Array.isArray(value)) visitAll(value, names);
      else if (isSyntax(value)) visit(value, names);
    }
  };
  const visit = (node: Syntax, names: readonly string[]): void => {
    const text = textOf(node);
    const isCalledWithForms =
      node.type === 'CallExpression' &&
      listOf(node['arguments'])
        .slice(1)
        .some((each) => textOf(each) !== null);
    if (text !== null) return void found.push({ name: names.join('.'), text });
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
        return undefined;
      case 'VariableDeclarator':
        return visitAll([node['init']], [...names, nameOf(asSyntax(node['id']))]);
      case 'FunctionDeclaration':
        return visitAll([node['body']], [...names, nameOf(asSyntax(node['id']))]);
      case 'Property':
        return visitAll([node['value']], [...names, nameOf(asSyntax(node['key']))]);
      case 'SwitchCase':
        return visitAll([node['consequent']], [...names, nameOf(asSyntax(node['test']))]);
      case 'ConditionalExpression':
        return visitAll([node['consequent'], node['alternate']], names);
      case 'IfStatement':
        return visitAll([node['consequent'], node['alternate']], names);
      case 'BinaryExpression':
        return undefined; // compares
      case 'MemberExpression':
        return visitAll([node['object']], names);
      case 'CallExpression': {
        const callee = asSyntax(node['callee']);
        if (LOOKS.test(nameOf(callee))) return undefined;
        if (isCalledWithForms && callee?.type === 'Identifier') {
          found.push({ name: names.join('.'), text: filledIn(node) });
          return undefined;
        }
        return visitAll([callee, node['arguments']], names);
      }
      default:
        if (/^TS(?!As|Satisfies|NonNull)/.test(node.type)) return undefined;
        return visitAll(
          Object.entries(node).flatMap(([key, value]) =>
            key.endsWith('nnotation') ? [] : [value],
          ),
          names,
        );
    }
  };
  visitAll(parseSync(fileName, code).program.body, []);
  return found.filter(({ text }) => LETTERS.test(text));
}

const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8');

const filesIn = (pattern: string) =>
  fs
    .globSync(pattern, { cwd: root })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => !/\.test\.|test-support/.test(name))
    .toSorted();

/** Where code lies, for a reader: "features/files", "parts/inbox". */
function placeOf(file: string): string {
  return file.split('/').slice(1, 3).join('/');
}

/** Who says what a shared file has. */
function faceOf(file: string): string {
  if (file.startsWith('src-renderer/')) return 'page';
  if (file.startsWith('src-verify/')) return 'page without Labseal';
  return file.startsWith('src-main/hosts/cli/') ? 'terminal' : placeOf(file);
}

/** The parts of the page that name an entry of its words, by "group.key", and its group. Each file is read once, not for each entry. */
function usersIn(page: ReadonlyMap<string, string>): ReadonlyMap<string, ReadonlySet<string>> {
  const users = new Map<string, Set<string>>();
  for (const [file, code] of page) {
    for (const [, group = '', key] of code.matchAll(/\b(\w+)\.(?=(\w+))/g)) {
      for (const name of [group, `${group}.${key}`]) {
        users.set(name, (users.get(name) ?? new Set()).add(placeOf(file)));
      }
    }
  }
  return users;
}

/** The sheet, line by line. */
export function sheetOf(language: Language): readonly string[] {
  const code = filesIn('{src-renderer,src-main,src-verify}/**/*.{ts,tsx}');
  const texts = new Map(code.map((file) => [file, read(file)]));
  const page = new Map([...texts].filter(([file]) => /^src-renderer\/(?!words\/)/.test(file)));
  const pageUsers = usersIn(page);
  const lines: string[] = [];
  const section = (file: string, users: readonly string[], sayings: readonly Saying[]) => {
    if (sayings.length === 0) return;
    lines.push('', `## ${file}${users.length === 0 ? '' : ` (${users.join(', ')})`}`, '');
    let before = '';
    for (const { name, text } of sayings) {
      if (name !== before) {
        const entry = name.split('.', 2).join('.');
        const used = file.startsWith('src-renderer/') ? [...(pageUsers.get(entry) ?? [])] : [];
        lines.push(`${name || '-'}${used.length === 0 ? '' : `: ${used.join(', ')}`}`);
      }
      before = name;
      lines.push(`    ${text.replaceAll('\n', '⏎')}`);
    }
  };
  lines.push(`# The page, ${language}`);
  for (const file of filesIn(`src-renderer/words/${language}/*.ts`)) {
    section(file, [], sayingsIn(read(file), file));
  }
  lines.push('', `# Shared by all faces, ${language}`);
  for (const file of filesIn(`src-shared/model/words/${language}/*.ts`)) {
    const imported = `words/${language}/${path.basename(file)}`;
    const users = [...texts].filter(([, each]) => each.includes(imported));
    section(file, [...new Set(users.map(([user]) => faceOf(user)))], sayingsIn(read(file), file));
  }
  if (language !== 'en') return lines; // the terminal and the program's menus speak English
  lines.push('', '# The terminal, en');
  for (const file of filesIn('src-main/hosts/**/*.ts')) {
    const sayings = sayingsIn(texts.get(file) ?? '', file);
    section(
      file,
      [],
      sayings.filter(({ text }) => SENTENCE.test(text)),
    );
  }
  return lines;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  tellUsage(import.meta.url);
  const [asked = 'en'] = parseArgs({ allowPositionals: true }).positionals;
  const language = LANGUAGES.find((each) => each === asked);
  if (language === undefined) {
    process.stderr.write(`There are no words in "${asked}". Choose ${LANGUAGES.join(' or ')}.\n`);
    process.exitCode = 2;
  } else {
    process.stdout.write(`${sheetOf(language).join('\n')}\n`);
  }
}
