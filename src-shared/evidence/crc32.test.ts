import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCrc32 } from './open-zip.ts';

test('the sum is that of zlib, in however many parts the bytes come', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array()), (parts) => {
      const sum = parts.reduce(addCrc32, 0);
      expect(sum).toBe(crc32(Buffer.concat(parts)));
    }),
  );
});
