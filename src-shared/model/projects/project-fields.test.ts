import fc from 'fast-check';
import { expect, test } from 'vitest';
import { learnScope, likelyScope, type ScopeCodes } from './project-fields.ts';

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

test('a number that was not learned is likely the word that is left, or the one at its place', () => {
  const words = ['Public', 'Private'];
  expect([0, 1, 4, null].map((code) => likelyScope(words, {}, code))).toEqual([
    'Public',
    'Private',
    null,
    null,
  ]);
  expect(likelyScope(words, { 4: 'Public' }, 9)).toBe('Private');
  expect(likelyScope(words, { 1: 'Public' }, 0)).toBe('Private'); // learned beats the order
  expect(likelyScope(words, { 1: 'Public' }, 1)).toBeNull(); // it is known
  expect(likelyScope(words, { 0: 'Public', 1: 'Private' }, 2)).toBeNull();
});
