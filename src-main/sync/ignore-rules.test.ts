import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DEFAULT_IGNORES } from './default-ignores.ts';
import { makeIgnoreRules } from './ignore-rules.ts';
import { isIgnored, rulesWith } from './test-support/rules-with.ts';
import { temporaryFolder } from './test-support/temporary-folder.ts';

describe('built-in rules', () => {
  test.each([
    '.labsealignore',
    'deep/in/a/folder/.DS_Store',
    'Thumbs.db',
    'Icon\r',
    '~$Report.docx',
    '.~lock.table.ods#',
    'notes.txt~',
    '.notes.txt.swp',
    '#notes#',
    'run.raw.part',
    'run-02.raw.tmp',
    '#recycle/run.raw',
    '.nfs00000000001234',
  ])('litter is left out, and the rule is named: %j', (path) => {
    const verdict = rulesWith([]).matches(path, false);
    expect(verdict.ignored).toBe(true);
    expect(verdict.rule).toMatch(/^built-in: /);
  });

  test.each([
    'run-01.raw',
    'data.tmp.csv',
    'old.bak',
    'poetry.lock',
    'level.ldb',
    'store.db',
    '~notes.txt',
    '$RECYCLE.BIN',
    '.nfs-protocol.txt',
    'part',
    'thumbs.db.csv',
    '.hidden',
    'swap.swp',
    '#1.csv',
    'Icon',
  ])('what may be a measurement is kept: %j', (path) => {
    expect(rulesWith([]).matches(path, false)).toEqual({ ignored: false, rule: null });
  });

  test('each built-in rule has a reason, stands once and can be taken back', () => {
    const patterns = DEFAULT_IGNORES.map(({ pattern }) => pattern);
    expect(new Set(patterns).size).toBe(patterns.length);
    expect(DEFAULT_IGNORES.every(({ reason }) => reason.length > 10)).toBe(true);
    const takenBack = rulesWith(patterns.map((pattern) => `!${pattern}`));
    expect(isIgnored(takenBack, 'Thumbs.db')).toBe(false);
    expect(takenBack.matches('@eaDir', true).ignored).toBe(false);
  });
});

describe('rules of a person', () => {
  test('the folder settings come before its .labsealignore, and deeper files win', () => {
    const rules = rulesWith(['*.log'], ['', '!keep.log\n*.csv'], ['raw', 'keep.log\n!*.csv']);
    expect(rules.matches('a.log', false).rule).toBe('folder settings: *.log');
    expect(isIgnored(rules, 'keep.log')).toBe(false);
    expect(rules.matches('raw/keep.log', false).rule).toBe('raw/.labsealignore: keep.log');
    expect(rules.matches('a.csv', false).rule).toBe('.labsealignore: *.csv');
    expect(isIgnored(rules, 'raw/a.csv')).toBe(false);
    expect(isIgnored(rules, 'raw/deeper/a.csv')).toBe(false);
    expect(isIgnored(rules, 'rawer/a.csv')).toBe(true);
  });

  test('a deeper file takes back a whole folder that the root leaves out', () => {
    const rules = rulesWith([], ['', 'out/'], ['raw', '!out/']);
    expect(rules.matches('raw/out', true).ignored).toBe(false);
    expect(isIgnored(rules, 'raw/out/run.csv')).toBe(false);
    expect(rules.matches('out', true).ignored).toBe(true);
  });

  test('nothing inside an ignored folder can be taken back', () => {
    const rules = rulesWith([], ['', 'out/\n!out/keep.csv']);
    expect(rules.matches('out/keep.csv', false).rule).toBe('.labsealignore: out/');
  });

  test('case matters, on every system', () => {
    const rules = rulesWith(['*.LOG', 'Data/']);
    expect(isIgnored(rules, 'a.log')).toBe(false);
    expect(rules.matches('data', true).ignored).toBe(false);
  });

  test.each([
    ['#comment\n\n   \n', 'comment'],
    ['\\#one', '#one'],
    ['\\!two', '!two'],
    ['three   ', 'three'],
    ['four\\ ', 'four '],
    ['\uFEFFfive', 'five'],
    ['six\r\nseven', 'six'],
  ])('%j is read as git reads it', (text, path) => {
    expect(isIgnored(rulesWith([], ['', text]), path)).toBe(!text.startsWith('#comment'));
  });

  const LITERAL_NAMES = [
    'plain',
    ' leading and trailing ',
    "it's",
    '"quoted"',
    'line\nbreak',
    '#number',
    '!important',
    'a[1]',
    '*',
    '?',
    'back\\slash',
    'Größe µ ☃ 数据',
    '..dots',
    '__proto__',
    'constructor',
  ];
  test.each(LITERAL_NAMES)('the name %j is a path and never a pattern', (name) => {
    const rules = rulesWith([], [name, '*.log\n/only-here\nsub/deep']);
    expect(isIgnored(rules, `${name}/a.log`)).toBe(true);
    expect(isIgnored(rules, `${name}/x/a.log`)).toBe(true);
    expect(isIgnored(rules, `${name}/only-here`)).toBe(true);
    expect(isIgnored(rules, `${name}/x/only-here`)).toBe(false);
    expect(isIgnored(rules, `${name}/sub/deep`)).toBe(true);
    expect(isIgnored(rules, 'another/a.log')).toBe(false);
    expect(isIgnored(rulesWith([], ['', 'other']), name)).toBe(false);
  });

  test('an é in one character or in two is the same to a rule', () => {
    const [one, two] = ['\u00E9.log', 'e\u0301.log'];
    expect(isIgnored(rulesWith([one]), two)).toBe(true);
    expect(isIgnored(rulesWith([two]), one)).toBe(true);
  });

  test('the root itself is never left out', () => {
    expect(rulesWith(['*', '/']).matches('', true)).toEqual({ ignored: false, rule: null });
  });
});

describe('hostile rules', () => {
  test.each([
    ['x'.repeat(5_000), 'too-long', 1],
    ['ok\n**/a/**/a/**/b', 'too-many-double-stars', 2],
    [
      Array.from({ length: 1_001 }, (_, index) => `p${index}`).join('\n'),
      'too-many-patterns',
      1_001,
    ],
  ])('an unusable rule is an error that names its line, never dropped (%#)', (text, why, line) => {
    const result = rulesWith([]).below('', text);
    expect(result).toMatchObject({ ok: false, fault: { why, line } });
    expect(makeIgnoreRules(text.split('\n'))).toMatchObject({ ok: false, fault: { why, line } });
  });

  test('no pattern that is accepted can hold up the program', () => {
    const patterns = [
      '*a*a*a*a*a*a*a*a*b',
      '**/a/**/b',
      '[[[[[',
      '[z-a]',
      '\\',
      '(a+)+$',
      '?'.repeat(200),
    ];
    const names = [
      'a'.repeat(255),
      `${'a'.repeat(254)}b`,
      `${'a/'.repeat(127)}c`,
      'ab'.repeat(127),
    ];
    const rules = rulesWith(patterns);
    const startedAtMs = performance.now();
    for (const name of names) rules.matches(name, false);
    expect(performance.now() - startedAtMs).toBeLessThan(500);
  });
});

test('git itself gives the same answers', () => {
  const folder = temporaryFolder();
  const git = (words: readonly string[], input = ''): string =>
    execFileSync('git', words, { cwd: folder.path, encoding: 'utf8', input });
  git(['init', '-q']);
  const texts = {
    '': '*.log\n!keep.log\nbuild/\n/top\ndoc/*.txt\n**/cache\nx/**/y\n[ab].csv\ndata[!0-9]\nsp\\ ace\n',
    sub: '!*.log\n/top\nbuild2\n!build/\n',
    'sub/[odd] #1': '*.csv\n!z.csv\n/in/side\n',
  };
  for (const [name, text] of Object.entries(texts)) {
    folder.makeFolder(name);
    writeFileSync(`${folder.at(name)}/.gitignore`, text);
  }
  const rules = rulesWith([], ...Object.entries(texts));
  const names = [
    'a.log',
    'keep.log',
    'top',
    'build/f',
    'build2',
    'doc/a.txt',
    'doc/x/a.txt',
    'cache',
    'q/cache',
    'x/y',
    'x/m/n/y',
    'a.csv',
    'c.csv',
    'z.csv',
    'data1',
    'datax',
    'sp ace',
    'in/side',
    'e/in/side',
  ];
  const paths = ['', 'sub/', 'sub/[odd] #1/', 'sub/o/'].flatMap((prefix) =>
    names.map((name) => prefix + name),
  );
  const ignored = git(['check-ignore', '--no-index', '--stdin', '-z'], paths.join('\0')).split(
    '\0',
  );
  expect(paths.filter((path) => isIgnored(rules, path))).toEqual(
    paths.filter((path) => ignored.includes(path)),
  );
  expect(ignored.length).toBeGreaterThan(20);
});
