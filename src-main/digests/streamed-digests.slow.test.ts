import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { DIGEST_ALGORITHMS } from '../../src-shared/model/proofs/hash-method.ts';
import { startDigest } from './digest-algorithms.ts';
import { makeDigestThread } from './streamed-digests.ts';

const never = new AbortController().signal;

function streaming() {
  const digests = makeDigestThread();
  onTestFinished(() => digests.close());
  return digests;
}

async function* parts(count: number, letter = 'a'): AsyncGenerator<Buffer> {
  for (let index = 0; index < count; index += 1) yield Buffer.alloc(10_000, `${letter}${index}`);
}

async function* endless(): AsyncGenerator<Buffer> {
  for (;;) yield Buffer.alloc(1_000);
}

test('streams at the same time keep apart, and give what one reading gives', async () => {
  const digests = streaming();
  const made = await Promise.all(
    ['a', 'b', 'c'].map((letter) => digests.of(parts(30, letter), DIGEST_ALGORITHMS, never)),
  );
  for (const [index, letter] of ['a', 'b', 'c'].entries()) {
    for (const algorithm of DIGEST_ALGORITHMS) {
      const whole = startDigest(algorithm);
      for await (const part of parts(30, letter)) whole.update(part);
      expect(made[index]?.[algorithm]).toBe(whole.finish());
    }
  }
  const empty = await digests.of(parts(0), ['sha256'], never);
  expect(empty).toEqual({ sha256: createHash('sha256').digest('hex') });
});

test('a stream that breaks or is given up ends alone; the next one is told as ever', async () => {
  const digests = streaming();
  async function* broken() {
    yield* parts(3);
    throw new Error('the line is gone');
  }
  const giving = new AbortController();
  async function* givenUp() {
    yield* parts(3);
    giving.abort(new Error('not wanted any more'));
    yield* parts(3);
  }
  const other = digests.of(parts(50), ['sha256'], never);
  await expect(digests.of(broken(), ['sha256'], never)).rejects.toThrow('the line is gone');
  await expect(digests.of(givenUp(), ['sha256'], giving.signal)).rejects.toThrow('not wanted');
  expect((await other).sha256).toBe((await digests.of(parts(50), ['sha256'], never)).sha256);
});

test('the end of the thread is an error with its code, never a wrong digest', async () => {
  const digests = streaming();
  const reading = digests.of(endless(), ['sha256'], never);
  await digests.of(parts(1), ['sha256'], never); // the thread is at work
  await digests.close();
  await expect(reading).rejects.toMatchObject({ code: 'EWORKER' });
});
