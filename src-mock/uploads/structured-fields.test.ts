import { expect, test } from 'vitest';
import { readBoolean, readInteger, writeDictionary } from './structured-fields.ts';

test.each([
  ['?1', true],
  ['?0', false],
  [' ?1 ', true],
  ['?1;a;b="x y";c=2.5', true],
  ['1', null],
  ['?2', null],
  ['?1, ?1', null],
  ['?1 x', null],
  ['true', null],
  ['', null],
  [undefined, null],
])('Upload-Complete %j reads as %j', (text, value) => {
  expect(readBoolean(text)).toBe(value);
});

test.each([
  ['0', 0],
  ['-0', 0],
  ['999999999999999', 999_999_999_999_999],
  ['5;note=fine', 5],
  ['1234567890123456', null],
  ['-1', null],
  ['5.0', null],
  ['+5', null],
  ['"5"', null],
  ['?1', null],
  ['5, 5', null],
  ['0x10', null],
  [undefined, null],
])('Upload-Offset %j reads as %j', (text, value) => {
  expect(readInteger(text)).toBe(value);
});

test('limits that do not apply are left out', () => {
  expect(writeDictionary({ 'max-size': 7, 'max-append-size': null, 'max-age': 3 })).toBe(
    'max-size=7, max-age=3',
  );
});
