import { hash } from 'node:crypto';
import { blake3 } from '@napi-rs/blake-hash';
import type { DigestAlgorithm, Digests } from '../../src-shared/model/proofs/hash-method.ts';
import { startDigests } from '../digests/digest-algorithms.ts';

/** Both in lower-case hexadecimal. */
export function blake3Of(content: Uint8Array | string): string {
  return blake3(Buffer.from(content)).toString('hex');
}

export function sha256Of(content: Uint8Array | string): string {
  return hash('sha256', content);
}

/** Of the content, and nothing else. */
export function digestsOf(content: string, algorithms: readonly DigestAlgorithm[]): Digests {
  const running = startDigests(algorithms);
  running.update(Buffer.from(content));
  return running.finish();
}
