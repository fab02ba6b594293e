import { expect, test } from 'vitest';
import { pathTo, pathToGraph, pathToWatch } from './paths.ts';

test('ids stand at their places, in their order, and cannot end a part of the address', () => {
  expect(pathTo('overview')).toBe('/');
  expect(pathTo('audit', '7')).toBe('/audits/7');
  expect(pathTo('certificate', 'p/1', 'f $& ?')).toBe(
    '/projects/p%2F1/files/f%20%24%26%20%3F/certificate',
  );
  expect(pathToWatch('a&b')).toBe('/watch?project=a%26b');
  expect(pathToGraph('p1', 'here:4')).toBe('/projects/p1/lineage?view=graph&focus=here%3A4');
});
