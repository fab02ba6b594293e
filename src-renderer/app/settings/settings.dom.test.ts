import { SIGNED_IN } from '../../test-support/builders.ts';
import { expect, test } from 'vitest';
import { wordsOf } from '../../words/words-context.ts';
import { keepingText } from './data-facts.tsx';
import { readPace } from './pace-form.tsx';

type SessionKeeping = Extract<Parameters<typeof keepingText>[0], { state: 'signed-in' }>['keeping'];

test('a pace is a whole number above zero, and nothing lifts it', () => {
  expect(readPace('250')).toEqual({ bytesPerSecond: 250_000 });
  expect(readPace(' ')).toEqual({ bytesPerSecond: null });
  expect([readPace('0'), readPace('x')]).toEqual([null, null]);
});

test('where the sign-in is kept is said as it is', () => {
  const words = wordsOf('en');
  const said = (keeping: SessionKeeping) => keepingText({ ...SIGNED_IN, keeping }, words);
  expect(said({ kept: 'keychain' })).toContain('keychain');
  expect(said({ kept: 'memory', instead: 'denied' })).toContain('could not be used');
  expect(said({ kept: 'memory', instead: null })).not.toContain('keychain');
  expect(said({ kept: 'file', note: 'stored unprotected' })).toContain('unprotected');
  expect(keepingText({ state: 'signed-out' }, words)).toContain('signed out');
});
