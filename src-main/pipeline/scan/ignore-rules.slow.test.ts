import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../src-shared/test-support/any-text.ts';
import { isIgnored, rulesWith } from './test-support/rules-with.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';

const CHARACTERS = Array.from('a*?[]!\\/-# ^(+{');

test('any text and any path give an answer', () => {
  const name = anyText({ minLength: 1 }).filter(
    (text) => !/[/\0]/.test(text) && text !== '.' && text !== '..',
  );
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
  const lines = fc.array(fc.string({ unit: fc.constantFrom(...CHARACTERS) }), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(lines, path, fc.boolean(), (texts, at, isDirectory) => {
      const rules = rulesWith([]).below('', texts.join('\n'));
      if (!rules.ok) return;
      const verdict = rules.value.matches(at, isDirectory);
      expect(verdict.ignored).toBe(verdict.rule !== null);
    }),
  );
});

const TEXTS = {
  '': '*.log\n!keep.log\nbuild/\n/top\ndoc/*.txt\n**/cache\nx/**/y\n[ab].csv\ndata[!0-9]\nsp\\ ace\n',
  sub: '!*.log\n/top\nbuild2\n!build/\n',
  'sub/[odd] #1': '*.csv\n!z.csv\n/in/side\n',
};
const NAMES = `
  a.log   keep.log   top   build/f   build2   doc/a.txt   doc/x/a.txt   cache   q/cache   x/y
  x/m/n/y   a.csv   c.csv   z.csv   data1   datax   in/side   e/in/side`
  .trim()
  .split(/\s+/)
  .concat('sp ace');

test('git itself gives the same answers', () => {
  const folder = temporaryFolder();
  const git = (words: readonly string[], input = ''): string =>
    execFileSync('git', words, { cwd: folder.path, encoding: 'utf8', input });
  git(['init', '-q']);
  for (const [name, text] of Object.entries(TEXTS)) {
    writeFileSync(`${folder.makeFolder(name)}/.gitignore`, text);
  }
  const prefixes = ['', 'sub/', 'sub/[odd] #1/', 'sub/o/'];
  const paths = prefixes.flatMap((prefix) => NAMES.map((name) => prefix + name));
  const said = git(['check-ignore', '--no-index', '--stdin', '-z'], paths.join('\0'));
  const ignored = new Set(said.split('\0'));
  const rules = rulesWith([], ...Object.entries(TEXTS));
  expect(paths.filter((path) => isIgnored(rules, path))).toEqual(
    paths.filter((path) => ignored.has(path)),
  );
  expect(ignored.size).toBeGreaterThan(20);
});
