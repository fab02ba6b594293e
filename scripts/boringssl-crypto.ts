/**
 * Node's `crypto` as Electron has it: its BoringSSL knows fewer hashes and ciphers than Node's OpenSSL, and says so by
 * throwing when one is used. All quick tests run with this, so that what the desktop program cannot do is not only seen there.
 * Names: Electron's list in BoringSSL's `digest_extra.cc` and `get_cipher.cc` with Electron's additions.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const HASHES = new Set([
  'md5',
  'md5-sha1',
  'ripemd160',
  'sha1',
  'sha224',
  'sha256',
  'sha384',
  'sha512',
  'sha512-256',
]);
const CIPHERS =
  /^(aes-(128|192|256)-(cbc|ctr|ecb|gcm|ofb)|aes-(128|256)-cfb|bf-(cbc|cfb|ecb)|des-(cbc|ecb)|des-ede3?(-cbc)?|rc2-cbc|rc2-40-cbc|rc4)$/;

type Known = (name: string) => boolean;

const limited = Symbol.for('labseal.boringssl');

function limit(
  name: 'createHash' | 'createHmac' | 'createCipheriv' | 'createDecipheriv' | 'hash',
  knows: Known,
) {
  const real = crypto[name] as (algorithm: string, ...more: readonly unknown[]) => unknown;
  const asInElectron = (algorithm: string, ...more: readonly unknown[]) => {
    if (knows(algorithm.toLowerCase())) return real(algorithm, ...more);
    throw new Error(`Electron's crypto has no ${algorithm}`);
  };
  Object.assign(crypto, { [name]: asInElectron });
}

// Files that share their modules run this again.
if (!(limited in crypto)) {
  Object.assign(crypto, { [limited]: true });
  for (const name of ['createHash', 'createHmac', 'hash'] as const)
    limit(name, (asked) => HASHES.has(asked));
  for (const name of ['createCipheriv', 'createDecipheriv'] as const)
    limit(name, (asked) => CIPHERS.test(asked));
  syncBuiltinESMExports();
}
