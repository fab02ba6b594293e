import { expect, test } from 'vitest';
import { pathWithName } from './path-text.ts';

test('a path in a place that has a name is written with it, and no other is', () => {
  const lab = { path: '/tmp/labseal-demo-x1/lab', name: 'Demo lab' };
  expect(pathWithName(lab, '/tmp/labseal-demo-x1/lab/Mosaics/dark.tif')).toBe(
    'Demo lab/Mosaics/dark.tif',
  );
  expect(pathWithName(lab, lab.path)).toBe('Demo lab');
  expect(pathWithName(lab, '/tmp/labseal-demo-x1/laboratory/a')).toBe(
    '/tmp/labseal-demo-x1/laboratory/a',
  );
  expect(pathWithName({ path: 'C:\\lab', name: 'Lab' }, 'C:\\lab\\a.csv')).toBe('Lab\\a.csv');
  expect(pathWithName(null, '/data/a.csv')).toBe('/data/a.csv');
});
