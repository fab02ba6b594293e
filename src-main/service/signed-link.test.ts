import { describe, expect, test } from 'vitest';
import { evaluateLink } from './base-address.ts';

const elsewhere = { isLoopback: false };
const here = { isLoopback: true };

describe('judgeLink', () => {
  test('an https address somewhere else is opened as the parser understood it', () => {
    const link = 'https://objects.example/bucket/run.csv?X-Signature=abc';
    expect(evaluateLink(link, elsewhere)).toBe(link);
    expect(evaluateLink('HTTPS://Objects.Example/a b', elsewhere)).toBe(
      'https://objects.example/a%20b',
    );
    expect(evaluateLink('https://[2001:db8::1]/x', elsewhere)).toBe('https://[2001:db8::1]/x');
  });

  test.for([
    'http://objects.example/run.csv',
    'https://127.0.0.1/x',
    'https://127.1/x',
    'https://2130706433/x',
    'https://0.0.0.0/x',
    'https://localhost/x',
    'https://LOCALHOST./x',
    'https://a.localhost/x',
    'https://[::1]/x',
    'https://[::]/x',
    'https://[fe80::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://169.254.169.254/latest/meta-data',
    'https://user@objects.example/x',
    'https://user:secret@objects.example/x',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    '//objects.example/x',
    '/run.csv',
    '',
  ])('nobody is sent to %j', (link) => expect(evaluateLink(link, elsewhere)).toBeNull());

  test('a service on this computer may keep its contents here, in the clear', () => {
    expect(evaluateLink('http://127.0.0.1:4100/objects/1?s=2', here)).toBe(
      'http://127.0.0.1:4100/objects/1?s=2',
    );
    expect(evaluateLink('http://objects.example/x', here)).toBeNull();
    expect(evaluateLink('javascript:alert(1)', here)).toBeNull();
    expect(evaluateLink('ftp://localhost/x', here)).toBeNull();
    expect(evaluateLink('https://169.254.169.254/x', here)).toBeNull();
  });
});
