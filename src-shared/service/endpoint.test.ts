import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillPath, pathParameters } from './endpoint.ts';

test('what means something in an address stays inside its segment', () => {
  const userId = '..a/b?c#d%2Fδ+@\\';
  const filled = '/users/..a%2Fb%3Fc%23d%252F%CE%B4%2B%40%5C/avatar';
  expect(fillPath('/users/{userId}/avatar', { userId })).toBe(filled);
});

// No encoding keeps dots a segment.
test.each([{}, { userId: '' }, { userId: '.' }, { userId: '..' }])('%j throws', (given) => {
  expect(() => fillPath('/users/{userId}/avatar', given)).toThrow('userId');
});

test('a value that looks like a parameter is not filled again', () => {
  expect(fillPath('/a/{one}/{two}', { one: '{two}', two: 'x' })).toBe('/a/%7Btwo%7D/x');
});

test('whatever the value, it is one segment and comes back whole', () => {
  const value = fc.string({ minLength: 1, unit: 'grapheme' });
  fc.assert(
    fc.property(value, value, (from, to) => {
      fc.pre(![from, to].some((text) => text === '.' || text === '..'));
      const path = fillPath('/users/{from}/{to}/download', { from, to });
      const segments = new URL(`http://service.test${path}`).pathname.split('/');
      expect(segments).toHaveLength(5);
      expect(segments.slice(2, 4).map(decodeURIComponent)).toEqual([from, to]);
    }),
  );
});

test('parameters are named in order', () => {
  const path = '/users/{userId}/transactions/{from}/{to}/download';
  expect(pathParameters(path)).toEqual(['userId', 'from', 'to']);
  expect(pathParameters('/tags')).toEqual([]);
});
