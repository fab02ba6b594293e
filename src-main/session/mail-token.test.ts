import { expect, test } from 'vitest';
import { readMailToken } from './account-calls.ts';

test.each([
  ['abc123', 'abc123'],
  ['  abc123\n', 'abc123'],
  ['eyJh.eyJp.c2ln-_~', 'eyJh.eyJp.c2ln-_~'],
  ['https://files.example.org/users/activation/abc123', 'abc123'],
  ['https://files.example.org/users/activation/abc123/', 'abc123'],
  ['https://app.example.org/activation/abc123?lang=de', 'abc123'],
  ['https://app.example.org/welcome?token=abc123', 'abc123'],
])('%j holds a token', (pasted, token) => {
  expect(readMailToken(pasted, 'activation')).toBe(token);
});

test.each([
  '',
  '..',
  '.hidden',
  'a b',
  'a/b',
  'a%2Fb',
  'a\u0000b',
  'ü',
  'x'.repeat(2_049),
  'https://files.example.org/users/reset-password/abc123',
  'https://files.example.org/users/activation/',
  'https://files.example.org/users/activation/a%2Fb',
  'https://files.example.org/users/activation/..',
  'https://files.example.org/users/activation/abc/more',
  'https://files.example.org/?token=a&token=b',
  'https://files.example.org/activation/abc?token=other',
  'https://name@files.example.org/activation/abc',
  'https://files.example.org/activation/abc https://evil.example/activation/x',
  'https:\\\\files.example.org/activation/abc',
  'javascript:activation/abc',
  'labseal://activation/abc',
])('%j holds none', (pasted) => {
  expect(readMailToken(pasted, 'activation')).toBeNull();
});

test('a link to reset a password holds a token for that', () => {
  const reset = 'https://files.example.org/users/reset-password/abc123';
  expect(readMailToken(reset, 'reset-password')).toBe('abc123');
});
