import { expect, test } from 'vitest';
import { isExempt, parseProxy } from './agents.ts';
import { EXEMPT_HOSTS, WRITTEN_PROXIES } from './test-support/proxy-samples.ts';

const AT = 'proxy.lab.invalid:3128';

/** As Node makes its header of it. */
function userOf(href: string): string | null {
  const { username, password } = new URL(href);
  return `${username}${password}` === ''
    ? null
    : [username, password].map(decodeURIComponent).join(':');
}

test.for(WRITTEN_PROXIES)('HTTPS_PROXY=%j', ([text, user]) => {
  const proxy = parseProxy(text.replace('AT', AT));
  const read = proxy === null ? 'refused' : userOf(proxy.href);
  expect([proxy?.host ?? AT, read]).toEqual([AT, user]);
});

test.for([
  ['proxy', 'http://proxy', 'proxy:80'],
  ['https://proxy', 'https://proxy', 'proxy:443'],
  ['HTTPS://proxy:3129', 'https://proxy:3129', 'proxy:3129'],
  ['[::1]:3128', 'http://[::1]:3128', '[::1]:3128'],
  ['http://Bücher.example:8080', 'http://xn--bcher-kva.example:8080', 'xn--bcher-kva.example:8080'],
] as const)('%j names %j', ([text, href, host]) => {
  expect(parseProxy(text)).toEqual({ href, host });
});

test.for(EXEMPT_HOSTS)('NO_PROXY=%j, %s: %j', ([noProxy, host, is]) => {
  expect(isExempt(host, 443, noProxy)).toBe(is);
});

test('without NO_PROXY no host is exempt', () => {
  expect(isExempt('files.lab.invalid', 443, null)).toBe(false);
});
