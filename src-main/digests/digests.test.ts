import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  DIGEST_ALGORITHMS,
  FURTHER_ALGORITHMS,
  type ListAlgorithm,
} from '../../src-shared/model/proofs/hash-method.ts';
import { startDigest } from './digest-algorithms.ts';

const hexOf = (algorithm: ListAlgorithm, ...parts: readonly string[]) => {
  const running = startDigest(algorithm);
  for (const part of parts) running.update(Buffer.from(part));
  return running.finish();
};

// From the algorithms' own publications: FIPS 180-4, RFC 1321, FIPS 202, RFC 7693, the BLAKE3 paper, Ethereum.
test.each<[ListAlgorithm, string]>([
  ['sha256', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['blake3', '6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85'],
  [
    'sha512',
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
  ],
  ['sha1', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
  ['md5', '900150983cd24fb0d6963f7d28e17f72'],
  ['sha3-256', '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'],
  ['sha224', '23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7'],
  ['sha512-224', '4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa'],
  ['sha512-256', '53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23'],
  [
    'sha384',
    'cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7',
  ],
  ['sha3-224', 'e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf'],
  [
    'sha3-384',
    'ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25',
  ],
  [
    'sha3-512',
    'b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0',
  ],
  ['keccak-256', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
  ['blake2b-256', 'bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319'],
  [
    'blake2b-512',
    'ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923',
  ],
])('%s of abc, in one part or three', (algorithm, hex) => {
  expect(hexOf(algorithm, 'abc')).toBe(hex);
  expect(hexOf(algorithm, 'a', '', 'bc')).toBe(hex);
});

test('the empty content has a digest in each algorithm', () => {
  const all = [...DIGEST_ALGORITHMS, ...FURTHER_ALGORITHMS];
  expect(new Set(all.map((algorithm) => hexOf(algorithm))).size).toBe(all.length);
});

// Made with an independent implementation (Ethereum's tools): nothing, one byte less than a block, a block, one more.
test.each([
  [0, 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
  [135, '34367dc248bbd832f4e3e69dfaac2f92638bd0bbd18f2912ba4ef454919cf446'],
  [136, 'a6c4d403279fe3e0af03729caada8374b5ca54d8065329a3ebcaeb4b60aa386e'],
  [137, 'd869f639c7046b4929fc92a4d988a8b22c55fbadb802c0c66ebcd484f1915f39'],
])('Keccak-256 of %i letters a', (count, hex) => {
  expect(hexOf('keccak-256', 'a'.repeat(count))).toBe(hex);
});

test('Keccak-256 gives the same however the bytes are cut, also when another one runs in turns with it', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.array(fc.nat(300), { maxLength: 4 }), (length, cuts) => {
      const content = Buffer.alloc(length, createHash('sha512').update(String(length)).digest());
      const whole = startDigest('keccak-256');
      whole.update(content);
      const parted = startDigest('keccak-256');
      const other = startDigest('keccak-256');
      let from = 0;
      for (const to of [...cuts.toSorted((one, next) => one - next), length]) {
        parted.update(content.subarray(from, Math.max(from, to)));
        other.update(content);
        from = Math.max(from, to);
      }
      return whole.finish() === parted.finish();
    }),
  );
  const long = Buffer.alloc(200_001, 'long'); // more than one call into the permutation takes
  const [whole, pieces] = [startDigest('keccak-256'), startDigest('keccak-256')];
  whole.update(long);
  for (let from = 0; from < long.length; from += 1_000) {
    pieces.update(long.subarray(from, from + 1_000));
  }
  expect(whole.finish()).toBe(pieces.finish());
});
