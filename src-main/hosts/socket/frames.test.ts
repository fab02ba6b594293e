import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameOf, makeFrameReader } from './frames.ts';

test('messages arrive whole and in order, wherever the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 6 }), fc.array(fc.nat(40)), (all, cuts) => {
      const bytes = Buffer.concat(all.map(frameOf));
      const arrived: unknown[] = [];
      const read = makeFrameReader(
        () => 10_000,
        (message) => void arrived.push(message),
      );
      let at = 0;
      for (const length of [...cuts, bytes.length]) {
        if (!read(bytes.subarray(at, at + length))) arrived.push('broken');
        at += length;
      }
      expect(arrived).toEqual(JSON.parse(JSON.stringify(all)));
    }),
  );
});

test.each([
  ['a length of a gigabyte', Buffer.from([0x40, 0, 0, 0])],
  ['one byte more than is taken', frameOf('x'.repeat(99))],
  ['an empty message', Buffer.alloc(4)],
  ['no JSON', Buffer.concat([Buffer.from([0, 0, 0, 2]), Buffer.from('no')])],
])('%s is no message, before memory is taken for it', (_, bytes) => {
  const read = makeFrameReader(
    () => 100,
    (message) => expect.unreachable(String(message)),
  );
  expect(read(bytes)).toBe(false);
});
