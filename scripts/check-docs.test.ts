/** Documents drift unless something reads them: every path, script, command and link in them must exist. */
import { describe, expect, test } from 'vitest';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  findLabsealCommands,
  findLinks,
  findPaths,
  findScripts,
  headingAnchors,
} from './test-support/document.ts';
import { LEFT } from '../src-main/hosts/cli/refused-line.ts';
import { findProblem } from './test-support/command-problem.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  ...fs.globSync('docs/**/*.md', { cwd: root }).map((name) => name.replaceAll(path.sep, '/')),
];
/** Folders that exist only after a build or an installation. */
const MADE_LATER = /^(out|node_modules|release|\.cache|\.tsbuild|test-results)(\/|$)/;
/** Files of a person's data folder. */
const KEPT_AS_DATA = new Set([
  'account.json',
  'engine.lock',
  'errors.log',
  'labseal.db',
  'marker.json',
  'pages.json',
  'serve.json',
  'window.json',
]);
/** A folder of somebody's computer has no place in a document. */
const PERSONAL_PATH = /(^|[\s`'"(=])(\/(home|root|work|tmp|Users|mnt|opt|srv)\/|[A-Z]:\\)/m;

const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8');
const exists = (name: string) => fs.globSync(name, { cwd: root }).length > 0;
/** A name without a folder may be that of any source file. */
const existsSomewhere = (name: string) =>
  exists(name) || (!name.includes('/') && exists(`src-*/**/${name}`));
/** In bytes: a document that grows past this is not read any more. */
const LARGEST: Readonly<Record<string, number>> = {
  'ARCHITECTURE.md': 8.5 * 1024,
  'README.md': 6 * 1024,
  'docs/benchmarks.md': 8 * 1024,
  'docs/design.md': 24 * 1024,
  'docs/promises.md': 10 * 1024,
  'docs/security.md': 8 * 1024,
};

test.for(DOCUMENTS)('%s is there', (name) => {
  expect(fs.existsSync(path.join(root, name))).toBe(true);
});

describe.for(DOCUMENTS.filter((name) => fs.existsSync(path.join(root, name))))('%s', (name) => {
  const text = read(name);

  test('names only paths that exist', () => {
    const expected = findPaths(text).filter(
      (each) => !MADE_LATER.test(each) && !KEPT_AS_DATA.has(each),
    );
    expect(expected.filter((each) => !existsSomewhere(each))).toEqual([]);
  });

  test('names only scripts of package.json', () => {
    expect(findScripts(text).filter((each) => scripts[each] === undefined)).toEqual([]);
  });

  test('links only to documents and headings that exist', () => {
    const broken = findLinks(text).filter(({ target, anchor }) => {
      const file = target === '' ? name : path.posix.join(path.posix.dirname(name), target);
      if (!exists(file)) return true;
      return anchor !== null && !headingAnchors(read(file)).has(anchor);
    });
    expect(broken).toEqual([]);
  });

  test('names no folder of one computer', () => {
    expect(PERSONAL_PATH.exec(text)?.[0] ?? null).toBeNull();
  });

  test('names only commands and options that labseal has', () => {
    const [ofThisVersion = ''] = text.split(/^## \d/m); // a released version had its own
    expect(
      findLabsealCommands(ofThisVersion).flatMap((command) => findProblem(command) ?? []),
    ).toEqual([]);
  });
});

test.for(Object.entries(LARGEST))('%s has at most %i bytes', ([name, bytes]) => {
  expect(Buffer.byteLength(read(name))).toBeLessThanOrEqual(bytes);
});

test('README.md has at most 90 lines', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(90);
});

test('what is said of commands that left names only commands that labseal has', () => {
  const named = Object.values(LEFT).flatMap((text) =>
    findLabsealCommands(text.replaceAll('"', '`')),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.flatMap((command) => findProblem(command) ?? [])).toEqual([]);
});

test('a command or an option that labseal does not have would be noticed', () => {
  const words = [['folder'], ['add']];
  const twisted = [['folder'], ['ad']];
  expect(findProblem({ words, options: ['--settle', '--json'] })).toBeNull();
  expect(findProblem({ words, options: ['--sett'] })).toMatch(/no option --sett$/);
  expect(findProblem({ words: twisted, options: [] })).toMatch(/ad: no such command$/);
});
