/** Contents of files, by what is known about them. */
import { createHash } from 'node:crypto';

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Bytes that differ from those of any other seed; large ones take no time to make. */
export function bytesOf(seed: string, count: number): Buffer {
  const block = Buffer.from(createHash('sha512').update(seed).digest('hex'));
  return Buffer.alloc(count, block);
}
