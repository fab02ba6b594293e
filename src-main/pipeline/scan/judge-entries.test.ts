import { expect, test, vi } from 'vitest';
import { fail, ok } from '../../../src-shared/model/result.ts';
import type { DirectoryQuestion } from './file-tree.ts';
import { makeJudge } from './judge-entries.ts';
import { NOTHING_LEFT_OUT } from './ignore-rules.ts';
import { rulesWith } from './test-support/rules-with.ts';

const ENTRIES = [
  { name: '.labsealignore', isDirectory: false, isLabsealData: false },
  { name: 'a.log', isDirectory: false, isLabsealData: false },
  { name: 'b.raw', isDirectory: false, isLabsealData: false },
  { name: 'out', isDirectory: true, isLabsealData: false },
];
const listing = {
  digest: 'shown',
  size: ENTRIES.length,
  holdsLabsealData: false,
  entries: () => ENTRIES,
};

const question = (over: Partial<DirectoryQuestion> = {}): DirectoryQuestion => ({
  relativePath: 'raw',
  rules: rulesWith(['out/']),
  settled: null,
  matchingMs: 1_000,
  ...over,
});

/** The rule of each entry. */
function rulesBy(
  text: ReturnType<typeof ok<string>> | ReturnType<typeof fail<string>>,
  asked = question(),
) {
  const read = vi.fn<(place: string) => typeof text>(() => text);
  const judged = makeJudge(read).judge('/lab//raw', listing, asked);
  if (!judged.ok) return judged.fault;
  const { rules, isUnchanged } = judged.value;
  const found = ENTRIES.map(({ name }, index) => {
    const which = rules?.which[index] ?? 0;
    return [name, which === 0 ? null : (rules?.texts[which - 1] ?? 'unknown')] as const;
  });
  return { read, isUnchanged, rules: Object.fromEntries(found) };
}

test('each entry gets the rule that leaves it out, from the settings and from the ignore file beside it', () => {
  const judged = rulesBy(ok('*.log'));
  expect(judged).toMatchObject({
    isUnchanged: false,
    rules: {
      '.labsealignore': 'built-in: .labsealignore',
      'a.log': 'raw/.labsealignore: *.log',
      'b.raw': null,
      out: 'folder settings: out/',
    },
  });
  expect(judged).toHaveProperty('read.mock.calls', [['/lab//raw/.labsealignore']]);
});

test('an ignore file that cannot be read or used closes its directory', () => {
  expect(rulesBy(fail('EFBIG'))).toBe('EIGNORE');
  expect(rulesBy(ok('**/a/**/b/**/c'))).toBe('EIGNORE');
});

test('without rules nothing is left out, and no ignore file is opened', () => {
  const judged = rulesBy(fail('EIO'), question({ rules: NOTHING_LEFT_OUT }));
  expect(judged).toMatchObject({ rules: { 'a.log': null, out: null } });
  expect(judged).toHaveProperty('read.mock.calls', []);
});

test('what shows the same by the same rules is unchanged, and only its directories are matched', () => {
  const rules = rulesWith(['out/'], ['raw', '*.log']);
  const settled = `shown ${rules.digest}`;
  expect(rulesBy(ok('*.log'), question({ settled }))).toMatchObject({
    isUnchanged: true,
    rules: { 'a.log': null, out: 'folder settings: out/' },
  });
  for (const other of [
    rulesBy(ok('*.log\nb'), question({ settled })),
    rulesBy(ok('*.log'), question({ settled, relativePath: 'other' })),
    rulesBy(ok('*.log'), question({ settled, rules: rulesWith([]) })),
    rulesBy(ok('*.log'), question({ settled: `hidden ${rules.digest}` })),
  ]) {
    expect(other).toMatchObject({ isUnchanged: false, rules: { 'a.log': expect.any(String) } });
  }
});

test('when the time is over the costliest ignore file is named; own settings have no end', () => {
  const late = { matchingMs: -1 };
  const above = rulesWith([], ['', '**/a/**/b']);
  expect(rulesBy(ok('*.log'), question({ ...late, rules: above }))).toBe(
    'ESLOWRULES:.labsealignore',
  );
  expect(rulesBy(ok('*.log'), question(late))).toBe('ESLOWRULES:raw/.labsealignore');
  expect(rulesBy(ok(''), question(late))).toMatchObject({
    rules: { out: 'folder settings: out/' },
  });
});
