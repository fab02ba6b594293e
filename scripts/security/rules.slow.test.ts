/** What our code never does, looked for in all of it, and each rule against a planted breach. */
import { describe, expect, test } from 'vitest';
import {
  dynamicCode,
  openSql,
  relaxedChecks,
  startedPrograms,
  textAsMarkup,
} from './test-support/rules.ts';
import { parseModule, shippedModules } from './test-support/syntax.ts';

const ALL = ['src-main', 'src-shared', 'src-renderer', 'src-verify', 'src-mock'];
/** What the rule cannot follow; each was read, and is made of constants and numbers of ours. */
const LOOKED_THROUGH: ReadonlyMap<string, string> = new Map([
  [
    'src-main/db/transactions.ts: prepare',
    'kept by its text, which event-log.ts, file-range.ts and record-repository.ts put together',
  ],
  [
    'src-main/db/files/insert-files.ts: prepare',
    'a table with its columns, which each caller writes out; what is inserted are parameters',
  ],
  ['src-main/db/open-database.ts: exec', 'the migration, a file of the program'],
  ['src-main/db/open-database.ts: pragma', 'the number in the name of that file'],
]);
const planted = (source: string) => parseModule('planted.tsx', source);

describe('the code', () => {
  test('makes no code of text', () => {
    const modules = shippedModules(...ALL);
    expect(modules.length).toBeGreaterThan(500);
    expect(modules.flatMap(dynamicCode)).toEqual([]);
  });

  test('starts another process in three places, and never through a shell', () => {
    const modules = shippedModules(...ALL);
    const starting = modules.filter((each) => startedPrograms(each).starts);
    expect(starting.map(({ file }) => file).toSorted()).toEqual([
      'src-main/hosts/web/open-browser.ts',
      'src-main/platform/disk/open-for-writing.ts', // the system's own lsof, by its whole path, with fixed words
      'src-main/platform/helper-process.ts', // code of ours, with the Node that runs already
    ]);
    expect(modules.flatMap((each) => startedPrograms(each).throughShell)).toEqual([]);
  });

  test('has SQL that can be nothing but what stands in the code', () => {
    const found = shippedModules('src-main', 'src-mock').flatMap(openSql);
    expect(found.filter((each) => !LOOKED_THROUGH.has(each))).toEqual([]);
    expect([...LOOKED_THROUGH.keys()].filter((each) => !found.includes(each))).toEqual([]);
  });

  test('makes no markup of text', () => {
    expect(shippedModules('src-renderer', 'src-verify').flatMap(textAsMarkup)).toEqual([]);
  });

  test('relaxes no check of TLS or of HTTP', () => {
    expect(shippedModules(...ALL).flatMap(relaxedChecks)).toEqual([]);
  });
});

describe('a planted breach is found', () => {
  test.for([
    'eval(text);',
    'new Function(text)();',
    'Function(text)();',
    "setTimeout('alert()', 1);",
    "import vm from 'node:vm';",
    "const vm = await import('vm');",
    "process.getBuiltinModule('vm').runInThisContext(text);",
  ])('%s', (source) => {
    expect(dynamicCode(planted(source))).toHaveLength(1);
  });

  test.for([
    "import { exec } from 'node:child_process';",
    "import * as programs from 'child_process';",
    "const { exec } = process.getBuiltinModule('node:child_process');",
    "const { exec } = await import('node:child_process');",
    "import { spawn } from 'node:child_process'; spawn(name, { shell: true });",
    "import { spawn } from 'node:child_process'; spawn(name, { shell: isWindows });",
  ])('%s', (source) => {
    const { starts, throughShell } = startedPrograms(planted(source));
    expect([starts, throughShell.length]).toEqual([true, 1]);
  });

  test.for([
    'export const find = (db, name) => db.prepare(`SELECT * FROM file WHERE name = ${name}`);',
    "function f(where) { db.prepare('SELECT 1 ' + where); } f('WHERE 1'); f(input);",
    'for (const way of ways) db.prepare(`SELECT 1 ORDER BY a ${way}`);',
    'let columns = "a"; db.exec(`SELECT ${columns}`);',
    "import { where } from 'elsewhere'; db.prepare(`SELECT 1 ${where}`);",
    'db.pragma(`user_version = ${input.version}`);',
    "const order = { up: 'ASC', down: wish }; db.prepare(`SELECT 1 ${order[way]}`);",
  ])('%s', (source) => {
    expect(openSql(planted(source))).toHaveLength(1);
  });

  test.for([
    "const COLUMNS = ['a', 'b'].join(', '); db.prepare(`SELECT ${COLUMNS} FROM file WHERE id = ?`);",
    "const many = (where) => db.prepare(`SELECT * ${where}`); many('WHERE a = ?'); many(`LIMIT ${5}`);",
    "const ORDER = { up: 'ASC', down: 'DESC' }; db.prepare(`SELECT 1 ${ORDER[way]}`);",
    "db.prepare(isDescending ? 'SELECT 1 DESC' : 'SELECT 1 ASC');",
    "for (const way of ['asc', 'desc']) db.prepare(`SELECT 1 ORDER BY a ${way.toUpperCase()}`);",
    '/(a)/.exec(text);',
  ])('and %s is not one', (source) => {
    expect(openSql(planted(source))).toEqual([]);
  });

  test.for([
    'element.innerHTML = text;',
    "element.insertAdjacentHTML('beforeend', text);",
    'document.write(text);',
    'const a = <p dangerouslySetInnerHTML={{ __html: text }} />;',
    'const a = <iframe srcdoc={text} />;',
  ])('%s', (source) => {
    expect(textAsMarkup(planted(source))).toHaveLength(1);
  });

  test.for([
    'new https.Agent({ rejectUnauthorized: false });',
    'new https.Agent({ rejectUnauthorized: strict });',
    'http.request({ insecureHTTPParser: true });',
    'tls.connect({ checkServerIdentity: () => undefined });',
  ])('%s', (source) => {
    expect(relaxedChecks(planted(source))).toHaveLength(1);
  });
});
