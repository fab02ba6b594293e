import fc from 'fast-check';
import { expect, test } from 'vitest';
import { learnScope, type ScopeCodes } from './project-fields.ts';

type Label = 'Public' | 'Private';
const NOTHING: ScopeCodes = {};

test('a number gets the word that was sent, and a second one beside it', () => {
  const one = learnScope(NOTHING, 7, 'Public');
  expect(one).toEqual({ 7: 'Public' });
  expect(learnScope(one, 7, 'Public')).toBe(one);
  expect(learnScope(one, 9, 'Private')).toEqual({ 7: 'Public', 9: 'Private' });
});

test('a contradiction forgets what it is about, and nothing else', () => {
  const both: ScopeCodes = { 7: 'Public', 9: 'Private' };
  expect(learnScope({ 7: 'Public' }, 7, 'Private')).toEqual({});
  expect(learnScope({ 7: 'Public' }, 8, 'Public')).toEqual({});
  expect(learnScope(both, 8, 'Public')).toEqual({ 9: 'Private' });
  expect(learnScope(both, 7, 'Private')).toEqual({});
});

test('whatever is learned, no word ever stands for two numbers', () => {
  const lesson = fc.tuple(
    fc.integer({ min: -1, max: 3 }),
    fc.constantFrom<Label>('Public', 'Private'),
  );
  fc.assert(
    fc.property(fc.array(lesson), (lessons) => {
      let known = NOTHING;
      for (const [code, label] of lessons) known = learnScope(known, code, label);
      const words = Object.values(known);
      expect(new Set(words).size).toBe(words.length);
    }),
  );
});
