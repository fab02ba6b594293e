import fc from 'fast-check';
import { expect, test } from 'vitest';

test('properties start from the seed that is given, so that a test answers the same every time', () => {
  const { seed } = fc.check(fc.property(fc.integer(), () => undefined));
  expect(String(seed)).toBe(process.env['LABSEAL_PROPERTY_SEED']);
});
