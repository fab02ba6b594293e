/** Contents of files, by what is known about them. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Bytes that differ from those of any other seed; large ones take no time to make. */
export function bytesOf(seed: string, count: number): Buffer {
  const block = Buffer.from(createHash('sha512').update(seed).digest('hex'));
  return Buffer.alloc(count, block);
}

const PIECE_BYTES = 1_048_576;

/** Writes a file of any size, no piece of which is like another; returns its SHA-256. */
export function writeLargeFile(path: string, sizeBytes: number): string {
  const hash = createHash('sha256');
  const piece = bytesOf(path, PIECE_BYTES);
  const file = fs.openSync(path, 'w');
  for (let position = 0; position < sizeBytes; position += PIECE_BYTES) {
    piece.writeDoubleLE(position);
    const part = piece.subarray(0, sizeBytes - position);
    hash.update(part);
    fs.writeSync(file, part);
  }
  fs.closeSync(file);
  return hash.digest('hex');
}
