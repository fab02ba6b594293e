import { expect, test } from 'vitest';
import { transactionType } from './transaction-type.ts';

test.each([
  ['FILE_DELETION', 'File deletion'],
  ['PROJECT_INVITATION', 'Project invitation'],
  ['Refund', 'Refund'],
  ['', ''],
])('"%s" is read as "%s"', (type, words) => {
  expect(transactionType(type)).toBe(words);
});
