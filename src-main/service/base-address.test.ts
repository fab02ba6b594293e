import { describe, expect, test } from 'vitest';
import { parseBaseAddress } from './base-address.ts';

const accepted: readonly (readonly [string, string, boolean])[] = [
  ['https://files.example.org', 'https://files.example.org', false],
  ['https://files.example.org/api/v2/', 'https://files.example.org/api/v2', false],
  ['  HTTPS://Files.Example.org:443/API ', 'https://files.example.org/API', false],
  ['https://10.0.0.7', 'https://10.0.0.7', false],
  ['https://bücher.example', 'https://xn--bcher-kva.example', false],
  ['https://127.0.0.1.evil.example', 'https://127.0.0.1.evil.example', false],
  ['https://localhost.', 'https://localhost.', false],
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010', true],
  ['http://127.255.255.254', 'http://127.255.255.254', true],
  ['http://localhost:4010/api', 'http://localhost:4010/api', true],
  ['http://[::1]:4010', 'http://[::1]:4010', true],
  ['http://127.1', 'http://127.0.0.1', true],
  ['http://2130706433', 'http://127.0.0.1', true],
  ['http://0x7f.0.0.1', 'http://127.0.0.1', true],
  ['files.example.org', 'https://files.example.org', false],
  [' bücher.example:8443/api/ ', 'https://xn--bcher-kva.example:8443/api', false],
  ['10.0.0.7:8443', 'https://10.0.0.7:8443', false],
  ['localhost:4010', 'http://localhost:4010', true],
  ['127.0.0.1:4010/api', 'http://127.0.0.1:4010/api', true],
];

const refused: readonly (readonly [string, string])[] = [
  ['', 'not-an-address'],
  ['files', 'not-an-address'],
  ['mailto:ada@files.example.org', 'not-an-address'],
  ['ada@files.example.org', 'not-an-address'],
  ['localhost:javascript', 'not-an-address'],
  ['files.example.org:99999', 'not-an-address'],
  ['files.example.org?next=x', 'not-an-address'],
  ['//files.example.org', 'not-an-address'],
  ['https:files.example.org', 'not-an-address'],
  ['https:///files.example.org', 'not-an-address'],
  ['https:\\\\files.example.org', 'not-an-address'],
  ['https://files.example.org\\@evil.example', 'not-an-address'],
  ['https://files.exa\nmple.org', 'not-an-address'],
  ['https://files.example.org/a b', 'not-an-address'],
  ['https://files.example.org/\u0000', 'not-an-address'],
  ['https://[::1', 'not-an-address'],
  ['https://300.1.1.1', 'not-an-address'],
  ['https://files.example.org:99999', 'not-an-address'],
  ['javascript:alert(1)', 'not-an-address'],
  ['file:///etc/passwd', 'not-an-address'],
  ['ftp://files.example.org', 'not-http'],
  ['ws://127.0.0.1', 'not-http'],
  ['http://files.example.org', 'not-encrypted'],
  ['http://127.0.0.1.evil.example', 'not-encrypted'],
  ['http://localhost.evil.example', 'not-encrypted'],
  ['http://localhost.', 'not-encrypted'],
  ['http://0.0.0.0', 'not-encrypted'],
  ['http://[::ffff:127.0.0.1]', 'not-encrypted'],
  ['http://[::]', 'not-encrypted'],
  ['http://128.0.0.1', 'not-encrypted'],
  ['http://169.254.169.254', 'not-encrypted'],
  ['http://ⅼocalhost.example', 'not-encrypted'],
  ['http://localhost@evil.example', 'has-credentials'],
  ['https://name:secret@files.example.org', 'has-credentials'],
  ['https://@files.example.org', 'has-credentials'],
  ['https://files.example.org?next=x', 'has-query-or-fragment'],
  ['https://files.example.org/?', 'has-query-or-fragment'],
  ['https://files.example.org/#token', 'has-query-or-fragment'],
];

describe('the address of the service', () => {
  test.each(accepted)('%j is taken as %s', (written, href, isLoopback) => {
    const parsed = parseBaseAddress(written);
    expect(parsed).toMatchObject({ ok: true, value: { href, isLoopback } });
  });

  test.each(refused)('%j is refused: %s', (written, kind) => {
    expect(parseBaseAddress(written)).toEqual({ ok: false, fault: { kind } });
  });

  test('the base path is kept apart from the origin', () => {
    const [origin, basePath] = ['https://files.example.org', '/a/b'];
    const value = { origin, basePath, href: `${origin}${basePath}`, isLoopback: false };
    expect(parseBaseAddress(`${origin}${basePath}//`)).toEqual({ ok: true, value });
  });
});
