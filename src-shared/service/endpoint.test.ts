import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillPath, pathParameters } from './endpoint.ts';

describe('fillPath', () => {
  test.each([
    ['a slash', 'a/b', '/users/a%2Fb/avatar'],
    ['a question mark and a hash', 'a?b#c', '/users/a%3Fb%23c/avatar'],
    ['a percent sign', '%2F', '/users/%252F/avatar'],
    ['dots within a value', '..a', '/users/..a/avatar'],
    ['Greek letters', 'δέλτα', '/users/%CE%B4%CE%AD%CE%BB%CF%84%CE%B1/avatar'],
    ['an e-mail address', 'ada+lab@example.org', '/users/ada%2Blab%40example.org/avatar'],
    ['a backslash', 'a\\b', '/users/a%5Cb/avatar'],
  ])('%s stays inside its segment', (_what, userId, filled) => {
    expect(fillPath('/users/{userId}/avatar', { userId })).toBe(filled);
  });

  test.each([{}, { userId: '' }])('%j leaves the parameter empty: it throws', (given) => {
    expect(() => fillPath('/users/{userId}/avatar', given)).toThrow('userId');
  });

  test.each(['.', '..'])('%j throws: no encoding keeps it a segment', (userId) => {
    expect(() => fillPath('/users/{userId}/avatar', { userId })).toThrow('userId');
    expect(new URL('http://service.test/users/%2E%2E/avatar').pathname).toBe('/avatar');
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
    expect(pathParameters('/users/{userId}/transactions/{from}/{to}/download')).toEqual([
      'userId',
      'from',
      'to',
    ]);
    expect(pathParameters('/tags')).toEqual([]);
  });
});
