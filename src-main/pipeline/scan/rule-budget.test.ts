import { expect, test } from 'vitest';
import { unreadableSentence } from '../../../src-shared/model/words/en/unreadable.ts';
import { makeRuleBudget } from './ignore-matcher.ts';
import type { IgnoreFile } from './ignore-rules.ts';
import { readingOf } from './test-support/listing-of.ts';
import { rulesWith } from './test-support/rules-with.ts';

const fileIn = (folder: string, cost: number): IgnoreFile => ({ folder, patterns: [], cost });

function readingWith(ignoreFile: IgnoreFile | null, matchedMs = 0, entries = 0) {
  const names = Array.from({ length: entries }, (_, index) => `${index}`);
  const listed = names.map((name) => ({ name, kind: 'special' as const }));
  const reading = readingOf({ dev: '1', ino: '1', identity: '1' }, listed);
  if (reading.kind !== 'read') throw new Error('it was not read');
  return { ...reading, ignoreFile, matchedMs };
}

const none = rulesWith([]);

test('the ignore files of one folder share their patterns, also when one is read again or shrinks', () => {
  const budget = makeRuleBudget();
  const take = (path: string, cost: number) =>
    budget.spend(path, readingWith(cost === 0 ? null : fileIn(path, cost)), none);
  expect(take('a', 60_000)).toBe(null);
  expect(take('a', 60_000)).toBe(null);
  expect(take('b', 40_000)).toBe(null);
  expect(take('c', 1)).toBe('EMANYRULES');
  expect(take('d', 0)).toBe(null);
  expect(take('a', 50_000)).toBe(null);
  expect(take('c', 10_000)).toBe(null);
  expect(take('b', 0)).toBe(null);
  expect(take('e', 40_000)).toBe(null);
  expect(take('e', 40_001)).toBe('EMANYRULES');
});

test('more entries bring more time for matching, and the slowest ignore file is named when it is over', () => {
  const budget = makeRuleBudget();
  const slow = rulesWith([], ['', 'a\nb'], ['x', '**/c/**/d']);
  const quick = rulesWith([], ['', 'a\nb'], ['y', 'c']);
  const first = budget.leftMs();
  budget.spend('x', readingWith(null, 3_000), slow);
  budget.spend('y', readingWith(null, 1_000), quick);
  expect(budget.leftMs()).toBe(first - 4_000);
  budget.spend('y/z', readingWith(null, 0, 1_000), quick);
  expect(budget.leftMs()).toBe(first - 4_000 + 500);
  const errno = budget.runOut('y/.labsealignore', 1_500);
  expect(budget.leftMs()).toBe(first - 5_000);
  expect(unreadableSentence(errno)).toContain(
    'Matching the patterns of x/.labsealignore takes too long',
  );
});
