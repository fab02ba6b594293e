import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBoolean, readCount, readCounts } from '../resumption.ts';

function read(text: string) {
  const members = readCounts(text);
  return members === null ? null : Object.fromEntries(members);
}

describe('structured fields', () => {
  test.each([
    ['?1', true],
    ['?0', false],
    [' ?1 ', true],
    ['?1;why=test;n=5;s="a\\"b";b=?0;flag', true],
    ['1', null],
    ['true', null],
    ['?2', null],
    ['?1, ?1', null],
    ['?1;', null],
    ['"?1"', null],
    ['', null],
    [undefined, null],
    [['?1'], null],
  ])('a boolean: %j is %j', (text, value) => {
    expect(readBoolean(text)).toBe(value);
  });

  test.each([
    ['0', 0],
    ['007', 7],
    ['999999999999999', 999_999_999_999_999],
    ['5;a=1', 5],
    ['1000000000000000', null],
    ['-1', null],
    ['5.0', null],
    ['5, 6', null],
    ['0x10', null],
    ['5e3', null],
    ['?1', null],
    [undefined, null],
  ])('a count: %j is %j', (text, value) => {
    expect(readCount(text)).toBe(value);
  });

  test('a dictionary of counts; a later key wins, and what is no count reads as null', () => {
    expect(read('max-size=5, max-age=60')).toEqual({ 'max-size': 5, 'max-age': 60 });
    expect(read('a=1,a=2;p=1 ,b, c=-1, d=tok/en, e="5", f=(1 2), g=2.5')).toEqual({
      a: 2,
      b: null,
      c: null,
      d: null,
      e: null,
      f: null,
      g: null,
    });
    expect(read('')).toEqual({});
    for (const text of ['a=', 'a=1,', 'A=1', 'a=(1 2', 'a==1', 'a=1 b=2', ',']) {
      expect(read(text)).toBeNull();
    }
  });

  test('nothing a stranger writes makes a reader throw, and no count is below zero', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        for (const reader of [readBoolean, readCount, readCounts]) reader(text);
        expect(readCount(text) ?? 0).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
