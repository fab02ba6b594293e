import { expect, test } from 'vitest';
import { rulesWith } from './test-support/rules-with.ts';

test('no pattern that is accepted can hold up the program', () => {
  const invalid = ['[[[[[', '[z-a]', '\\', '(a+)+$'];
  const rules = rulesWith(['*a*a*a*a*a*a*a*a*b', '**/a/**/b', '?'.repeat(200), ...invalid]);
  const startedAtMs = performance.now();
  const names = ['a'.repeat(255), `${'a'.repeat(254)}b`, `${'a/'.repeat(127)}c`, 'ab'.repeat(127)];
  for (const name of names) rules.matches(name, false);
  expect(performance.now() - startedAtMs).toBeLessThan(500);
});

test('a million paths are not remembered', () => {
  const rules = rulesWith(['*.log']);
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 100_000; index += 1) rules.matches(`folder/file-${index}.raw`, false);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(60_000_000);
});
