import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rulesWith } from './test-support/rules-with.ts';

test('any text and any path give an answer', () => {
  const path = fc
    .array(
      fc
        .string({ minLength: 1, unit: 'binary' })
        .filter((name) => !/[/\0]/.test(name) && name !== '.' && name !== '..'),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .map((names) => names.join('/'));
  const line = fc.string({
    unit: fc.constantFrom(
      'a',
      '*',
      '?',
      '[',
      ']',
      '!',
      '\\',
      '/',
      '-',
      '#',
      ' ',
      '^',
      '(',
      '+',
      '{',
    ),
  });
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 4 }),
      path,
      fc.boolean(),
      (lines, name, isDirectory) => {
        const rules = rulesWith([]).below('', lines.join('\n'));
        if (!rules.ok) return;
        const verdict = rules.value.matches(name, isDirectory);
        expect(verdict.ignored).toBe(verdict.rule !== null);
      },
    ),
  );
});

test('a million paths are not remembered', () => {
  const rules = rulesWith(['*.log']);
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 100_000; index += 1) rules.matches(`folder/file-${index}.raw`, false);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(60_000_000);
  expect(rules.matches('folder/a.log', false).rule).toBe('folder settings: *.log');
});
