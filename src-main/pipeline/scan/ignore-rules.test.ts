import * as fc from 'fast-check';
import ignore from 'ignore';
import { describe, expect, test } from 'vitest';
import { DEFAULT_IGNORES } from './default-ignores.ts';
import { makeIgnoreRules } from './ignore-rules.ts';
import { isIgnored, rulesWith } from './test-support/rules-with.ts';
import { hasFreeNames } from '../../test-support/this-system.ts';

describe('built-in rules', () => {
  const rules = rulesWith([]);

  test.each([
    ['.labsealignore', 'deep/in/a/folder/.DS_Store', 'Thumbs.db', 'Icon\r', '.nfs00000000001234'],
    ['~$Report.docx', '.~lock.table.ods#', 'notes.txt~', '.notes.txt.swp', '#notes#'],
    ['run.raw.part', 'run-02.raw.tmp', '#recycle/run.raw'],
    ['.run.raw.Xk3fQ9', '.~tmp~/run.raw', '.rsync-partial/run.raw', '.run.raw.icloud'],
    ['.goutputstream-U6EGP0', 'run.raw.ffs_tmp', '.~lock.run.csv', '.~analysis.ipynb', '.RDataTmp'],
    ['.smbdeleteAAA1c5f', 'THUMBS.DB', 'DESKTOP.INI', '$Recycle.Bin/run.raw', 'lost+found/#1'],
    ['System Volume Information/x', '@eaDir/run.raw', 'run.raw@SynoEAStream', '#snapshot/run.raw'],
    ['@Recently-Snapshot/run.raw', '.snapshot/run.raw', '~snapshot/run.raw', '.recycle/run.raw'],
    [
      'model.slx.autosave',
      'rig.lvlps',
      'analysis.tdf-journal',
      'run.raw.!sync',
      '~syncthing~a.tmp',
    ],
  ])('litter is left out, and the rule is named: %j and others', (...paths) => {
    for (const path of paths) {
      const rule = expect.stringMatching(/^built-in: /);
      expect([path, rules.matches(path, false)]).toEqual([path, { ignored: true, rule }]);
    }
  });

  test.each([
    ['run-01.raw', 'data.tmp.csv', 'old.bak', 'poetry.lock', 'level.ldb', 'store.db'],
    ['~notes.txt', '$RECYCLE.BIN', '.nfs-protocol.txt', 'part', 'thumbs.db.csv', '.hidden'],
    ['swap.swp', '#1.csv', 'Icon'],
    ['.cells.sqlite', '.scan.000123', '.run.tar.gz', 'run.Xk3fQ9', '.run.raw', 'lost-and-found/x'],
    ['snapshot/run.raw', 'snapshots/run.raw', 'recycle/run.raw', 'tmp/run.raw', 'lab-journal'],
    ['thumbs.dbx', 'analysis.tdf', 'analysis.tdf_bin', 'sync', '.zfs.txt', 'RECYCLERS/run.raw'],
  ])('what may be a measurement is kept: %j and others', (...paths) => {
    for (const path of paths) {
      const kept = { ignored: false, rule: null };
      expect([path, rules.matches(path, false)]).toEqual([path, kept]);
    }
  });

  test('a name that the package leaves out by a built-in rule is left out, and no other', () => {
    const patterns = DEFAULT_IGNORES.map(({ pattern }) => pattern);
    const compiled = ignore({ ignorecase: false }).add(patterns);
    const pieces = patterns.flatMap((pattern) => pattern.replaceAll('\\', '').split(/[*[\]/]/));
    const piece = fc.constantFrom(...pieces, 'a', 'P', '0', '\n', '\r', 'é', 'e\u0301', ' ');
    const name = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
    const path = fc.array(
      name.filter((text) => !['', '.', '..'].includes(text)),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(path, fc.boolean(), (names, isDirectory) => {
        const asked = `${names.join('/')}${isDirectory ? '/' : ''}`.normalize('NFC');
        expect(rules.matches(names.join('/'), isDirectory).ignored).toBe(compiled.ignores(asked));
      }),
      { numRuns: 3_000 },
    );
  });

  test('each built-in rule says whose it is', () => {
    for (const { pattern, reason, source } of DEFAULT_IGNORES) {
      expect([pattern, reason, source]).toEqual([
        pattern,
        expect.stringMatching(/./),
        expect.stringMatching(/./),
      ]);
    }
  });

  test('each built-in rule stands once and can be taken back', () => {
    const patterns = DEFAULT_IGNORES.map(({ pattern }) => pattern);
    expect(new Set(patterns).size).toBe(patterns.length);
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
    ['#comment\n\n   \n', 'comment', false],
    ['\\#one', '#one', true],
    ['\\!two', '!two', true],
    ['three   ', 'three', true],
    ['four\\ ', 'four ', true],
    ['\uFEFFfive', 'five', true],
    ['six\r\nseven', 'six', true],
  ])('%j is read as git reads it', (text, path, ignored) => {
    expect(isIgnored(rulesWith([], ['', text]), path)).toBe(ignored);
  });

  test.each([
    ['plain', ' leading and trailing ', "it's", '"quoted"', 'line\nbreak', '..dots', '__proto__'],
    [
      '#number',
      '!important',
      'a[1]',
      '*',
      '?',
      ...(hasFreeNames ? ['back\\slash'] : []),
      'Größe µ ☃ 数据',
      'constructor',
    ],
  ])('a name is a path and never a pattern: %j and others', (...names) => {
    for (const name of names) {
      const rules = rulesWith([], [name, '*.log\n/only-here\nsub/deep']);
      const ignored = ['a.log', 'x/a.log', 'only-here', 'x/only-here', 'sub/deep'].filter((path) =>
        isIgnored(rules, `${name}/${path}`),
      );
      expect([name, ignored]).toEqual([name, ['a.log', 'x/a.log', 'only-here', 'sub/deep']]);
      expect(isIgnored(rules, 'another/a.log')).toBe(false);
      expect(isIgnored(rulesWith([], ['', 'other']), name)).toBe(false);
    }
  });

  test('an é in one character or in two is the same to a rule', () => {
    const [one, two] = ['\u00E9.log', 'e\u0301.log'];
    expect(isIgnored(rulesWith([one]), two)).toBe(true);
    expect(isIgnored(rulesWith([two]), one)).toBe(true);
  });

  test('the root itself is never left out', () => {
    expect(rulesWith(['*', '/']).matches('', true)).toEqual({ ignored: false, rule: null });
  });

  test('the answers stay the same after thousands of paths', () => {
    const rules = rulesWith(['*.log']);
    for (let index = 0; index < 10_001; index += 1) rules.matches(`${index}.raw`, false);
    expect(rules.matches('a.log', false).rule).toBe('folder settings: *.log');
    expect(isIgnored(rules, '1.raw')).toBe(false);
  });
});

const manyPatterns = Array.from({ length: 1_001 }, (_, index) => `p${index}`).join('\n');

test.each([
  ['too-long', 1, 'x'.repeat(5_000)],
  ['too-many-double-stars', 2, 'ok\n**/a/**/a/**/b'],
  ['too-many-patterns', 1_001, manyPatterns],
])('a rule that is %s is an error that names its line %d, never dropped', (why, line, text) => {
  const error = { ok: false, fault: { why, line } };
  expect(rulesWith([]).below('', text)).toMatchObject(error);
  expect(makeIgnoreRules(text.split('\n'))).toMatchObject(error);
});

const patternsOf = (count: number, pattern: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => pattern(index)).join('\n');

test.each([
  ['plain', 1_000, (index: number) => `p${index}`, 2],
  ['plain with ** at their ends', 1_000, (index: number) => `**/p${index}/**`, 2],
  ['with ** in their middle', 100, (index: number) => `a/**/p${index}`, 2],
  ['with ** twice', 10, (index: number) => `**/a/**/p${index}`, 2],
])(
  '%s: %d patterns in each file fit twice along a path, not three times',
  (_what, count, pattern, fits) => {
    const text = patternsOf(count, pattern);
    let rules = rulesWith(['*.mine', '**/a/**/b']);
    for (let depth = 0; depth < fits; depth += 1) {
      const own = rules.below('x/'.repeat(depth).slice(0, -1), text);
      if (!own.ok) throw new Error(own.fault.why);
      rules = own.value;
    }
    const fault = { line: 1, why: 'too-costly' };
    expect(rules.below('x/x', text)).toMatchObject({ ok: false, fault });
    // Another branch of the tree has its own.
    expect(rulesWith([]).below('y', text).ok).toBe(true);
  },
);
