import { createCipheriv, createHash, createHmac, hash } from 'node:crypto';
import { expect, test } from 'vitest';

test('quick tests have the hashes and ciphers of Electron alone', () => {
  for (const name of [
    'sha3-256',
    'SHA3-512',
    'blake2b512',
    'blake2s256',
    'shake128',
    'sha512-224',
    'sm3',
  ]) {
    expect(() => createHash(name)).toThrow(`no ${name}`);
  }
  expect(() => createHmac('sha3-256', '')).toThrow('no sha3-256');
  expect(() => hash('blake2b512', '')).toThrow('no blake2b512');
  expect(() => createCipheriv('chacha20-poly1305', '', '')).toThrow('no chacha20-poly1305');
});

test('and those work', () => {
  const [hex, key] = [
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    Buffer.alloc(32),
  ];
  expect([createHash('sha256').update('abc').digest('hex'), hash('sha256', 'abc')]).toEqual([
    hex,
    hex,
  ]);
  expect(createHmac('SHA256', 'key').update('abc').digest()).toHaveLength(32);
  expect(createCipheriv('aes-256-gcm', key, Buffer.alloc(12)).update('abc')).toHaveLength(3);
});
