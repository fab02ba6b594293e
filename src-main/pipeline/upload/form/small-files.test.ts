import { expect, test } from 'vitest';
import { ok } from '../../../../src-shared/model/result.ts';
import { limitProofs } from './small-files.ts';
import type { Proof, ProveSmall, SmallSource } from './small-file.ts';
import { makeFakeClock } from '../../../test-support/fake-clock.ts';

const never = new AbortController().signal;
const identity = { dev: '', ino: '', sizeBytes: 0, mtimeNs: '', ctimeNs: '' };
const content = { identity, fileBytes: 0, blake3Hex: '', wantsSha256: false };
const at = (path: string): SmallSource => ({ path, ...content });
const READ: Proof = ok({ bytes: new Uint8Array(), sha256Hex: null });
const TIMED_OUT = { ok: false, fault: { kind: 'source-unreadable', code: 'ETIMEDOUT' } };

/** A thread that reads one file after the other, and hangs on some until they are given up. */
function thread(hangsOn: readonly string[]): ProveSmall {
  let turn: Promise<unknown> = Promise.resolve();
  return (source, signal) => {
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    const read = turn.then(() => (hangsOn.includes(source.path) ? aborted : READ));
    turn = read.catch(() => undefined);
    return Promise.race([read, aborted]);
  };
}

test('of small files only those are given up that a drive keeps for half a minute; the others are read', async () => {
  const clock = makeFakeClock();
  const prove = limitProofs(thread(['hangs', 'hangs too']), clock);
  const paths = ['first', 'hangs', 'second', 'hangs too', 'third'];
  const proofs = paths.map((path) => prove(at(path), never));
  const done: string[] = [];
  for (const [index, proof] of proofs.entries())
    void proof.then(() => done.push(paths[index] ?? ''));
  await clock.advance(0);
  await clock.advance(29_999);
  expect(done).toEqual(['first']);
  await clock.advance(1);
  expect(done).toEqual(['first', 'hangs', 'second']);
  await clock.advance(29_999);
  expect(done).toHaveLength(3);
  await clock.advance(1);
  expect(await Promise.all(proofs)).toEqual([READ, TIMED_OUT, READ, TIMED_OUT, READ]);
  expect(clock.wakeTimesMs()).toEqual([]);
});

test('an abort ends the wait with its reason, and leaves no timer', async () => {
  const clock = makeFakeClock();
  const prove = limitProofs(thread(['hangs']), clock);
  const stop = new AbortController();
  const proof = prove(at('hangs'), stop.signal);
  stop.abort('enough');
  await expect(proof).rejects.toBe('enough');
  await expect(prove(at('any'), stop.signal)).rejects.toBe('enough');
  expect(clock.wakeTimesMs()).toEqual([]);
});
